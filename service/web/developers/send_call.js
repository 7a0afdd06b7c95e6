// Sends a call of the API, and turns the answer into text.

import { t } from "../core/words.js";
import { addressOf, headersOf } from "./openapi.js";

/** @typedef {{ status: string, text: string, isFine?: boolean }} Answer */

const LISTEN = 3000; // milliseconds that a stream is listened to
const LONGEST = 50_000; // characters of an answer that are shown

const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {import("./openapi.js").Call} call
 * @param {import("./openapi.js").Values} values
 * @param {string} token
 * @param {string} body
 * @returns {Promise<Answer>}
 */
export async function sendCall(call, values, token, body) {
  try {
    if (call.body?.kind.includes("json") && body.trim()) JSON.parse(body);
  } catch (error) {
    return { status: "", text: t("try_bad_body", { problem: messageOf(error) }) };
  }
  const listening = new AbortController();
  try {
    const begun = performance.now();
    const answer = await fetch(addressOf(call, values), {
      method: call.method,
      headers: headersOf(call, values, token),
      body: call.body ? body : undefined,
      signal: listening.signal,
      credentials: token ? "omit" : "same-origin", // with a token we are its owner, and nobody else
    });
    const status = `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - begun)} ms`;
    return { status, isFine: answer.ok, text: (await textOf(answer, listening)).slice(0, LONGEST) };
  } catch (error) {
    return { status: "", text: messageOf(error) };
  }
}

/**
 * @param {Response} answer
 * @param {AbortController} listening
 */
async function textOf(answer, listening) {
  const kind = answer.headers.get("content-type") ?? "";
  if (kind.includes("event-stream")) return listen(answer, listening);
  if (kind.startsWith("image/")) return `${kind}, ${(await answer.blob()).size} bytes`;
  const text = await answer.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * What a stream says in a few seconds.
 * @param {Response} answer
 * @param {AbortController} listening
 */
async function listen(answer, listening) {
  if (!answer.body) return "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => listening.abort(), LISTEN);
  let text = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  } catch {
    // enough was heard
  }
  clearTimeout(timer);
  return text;
}
