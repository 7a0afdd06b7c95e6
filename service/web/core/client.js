// Talks to the service. Every failure is a Problem that can be shown to a player.

import { language, t } from "./words.js";

export class Problem extends Error {
  constructor(status, detail, more = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }
}

/** What the service answers; raises a Problem. `body` is sent as JSON, or a text as it is. */
export async function ask(method, address, body, headers = {}) {
  const isText = typeof body === "string";
  const kind = isText ? "text/x-record; charset=utf-8" : "application/json";
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: { "Accept-Language": language, ...(body === undefined ? {} : { "Content-Type": kind }), ...headers },
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, t("no_connection"));
  }
  if (answer.ok) return (answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : answer.text();
  const more = await answer.json().catch(() => ({}));
  throw new Problem(answer.status, more.detail ?? t("server_trouble"), more);
}

export const read = (address) => ask("GET", address);

/** The address of something of a game, with its invite if it has one and we know it. */
export function of(game, path = "", query = {}) {
  const invite = new URLSearchParams(location.search).get("invite");
  const asked = new URLSearchParams({ ...query, ...(invite ? { invite } : {}) }).toString();
  return `/api/games/${encodeURIComponent(game)}${path}${asked ? `?${asked}` : ""}`;
}

/** Asks for something to be done once; tries again, under the same name, while nobody knows whether it arrived. */
export async function surely(address, body) {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask("POST", address, body, { "Idempotency-Key": key });
    } catch (problem) {
      if (![0, 502, 503, 504].includes(problem.status) || attempt === 4) throw problem;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
    }
  }
}

/** Makes a move at event `seq`. */
export const move = (game, seq, choice) => surely(of(game, "/moves", { seq }), choice);

/** Calls `heard(event)` for everything that happens behind event `after`, and `tell(isConnected)` when that changes. */
export function follow(game, after, heard, resync, tell) {
  let last = after,
    source,
    timer;
  const open = () => {
    source = new EventSource(of(game, "/stream", { after: last }));
    source.onopen = () => tell(true);
    source.onmessage = (message) => {
      last = Math.max(last, Number(message.lastEventId) || last);
      heard(JSON.parse(message.data));
    };
    source.addEventListener("resync", resync);
    source.onerror = () => {
      tell(false);
      if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      clearTimeout(timer);
      timer = setTimeout(open, 2000);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
