// A game to step through, in a frame of another site.

import { asProblem, gameAddress, get } from "../core/client.js";
import { h } from "../core/dom.js";
import { clamp } from "../core/numbers.js";
import { counted, eventOf, neighbour, nextShown } from "../replay/stepping.js";
import { title } from "../ui/game_kinds.js";
import { named } from "../ui/person_name.js";
import { icon } from "../drawing/pieces.js";
import { nameplate, unlinked } from "../table/seats_view.js";
import { territory } from "../drawing/territory.js";
import { language, t } from "../core/words.js";

const CHUNK = 64; // tables that the service sends at once
const PACE = 900; // milliseconds

/**
 * @param {{ game: string, step?: string }} options
 * @param {Redraw} redraw
 */
export function start({ game, step }, redraw) {
  /** @type {Pick<TableState, "tables" | "steps" | "at" | "last" | "players"> & { problem: string, timer: number }} */
  const state = { tables: {}, steps: [], at: 0, last: 0, players: [], problem: "", timer: 0 };

  async function open() {
    try {
      const [table, steps] = await Promise.all([
        get(gameAddress(game)),
        get(gameAddress(game, "/steps", { language })),
      ]);
      Object.assign(state, { last: table.seq ?? 0, steps });
      if (table.seq) state.tables[table.seq] = named(table);
      if (state.last) players();
      if (state.last) await show(step === undefined ? state.last : Number(step));
      else state.problem = t("waiting_text");
    } catch (error) {
      state.problem = asProblem(error).message;
    }
    redraw();
  }

  /** Who is a guest: nothing waits for that. */
  async function players() {
    state.players = await get(gameAddress(game, "/players")).catch(() => []);
    redraw();
  }

  /** @param {number} seq */
  async function show(seq) {
    state.at = clamp(seq, 1, state.last);
    if (!state.tables[state.at]) {
      const begin = Math.floor((state.at - 1) / CHUNK) * CHUNK + 1;
      const range = { start: begin, end: Math.min(begin + CHUNK - 1, state.last) };
      for (const table of await get(gameAddress(game, "/frames", range))) state.tables[table.seq] = named(table);
    }
    redraw();
  }

  function stop() {
    clearTimeout(state.timer);
    state.timer = 0;
    redraw();
  }

  async function tick() {
    await show(nextShown(state));
    if (state.timer) state.timer = state.at < state.last ? setTimeout(tick, PACE) : 0;
    redraw();
  }

  function autoplay() {
    if (state.timer) {
      stop();
      return;
    }
    if (state.at >= state.last) state.at = 1;
    state.timer = setTimeout(tick, 0);
    redraw();
  }

  /**
   * @param {string} name
   * @param {string} drawing
   * @param {() => unknown} press
   * @param {boolean} [isOff]
   */
  const button = (name, drawing, press, isOff) =>
    h(
      "button",
      { class: "plain", "aria-label": t(name), title: t(name), disabled: isOff, onclick: press },
      icon(drawing),
    );

  const controls = () => {
    const count = counted(state);
    return h(
      "section",
      { class: "controls", key: "controls", "aria-label": t("replay") },
      button("turn_back", "turn-back", () => show(neighbour(state, "turn", -1)), state.at <= 1),
      button(state.timer ? "pause" : "autoplay", state.timer ? "pause" : "play", autoplay),
      button("turn_forward", "turn-forward", () => show(neighbour(state, "turn", 1)), state.at >= state.last),
      h(
        "label",
        { class: "slider" },
        h("span", { class: "unseen" }, t("step_of", count)),
        h("input", {
          type: "range",
          min: 1,
          max: count.last,
          value: String(count.at),
          oninput: (event) => show(eventOf(state.steps, Number(event.target.value))),
        }),
      ),
      h("output", { class: "faint" }, `${count.at} / ${count.last}`),
    );
  };

  function draw() {
    const address = `/game/${game}${state.at && state.at < state.last ? `/${state.at}` : ""}`;
    const table = state.tables[state.at];
    if (state.problem) return { body: [h("p", { key: "problem", role: "alert" }, state.problem)], address };
    if (!table) return { body: [h("p", { key: "busy", class: "faint", "aria-busy": "true" }, t("loading"))], address };
    return {
      address,
      label: title(table.rules),
      body: [
        h(
          "div",
          { class: `lands of-${table.seats.length}`, key: "lands" },
          table.seats.map((seat, number) =>
            h(
              "section",
              { key: number, "aria-label": seat.name },
              nameplate(table, number, null, unlinked(state.players[number])),
              territory({ game: table.rules.game, seat, number, label: t("territory_of", { name: seat.name }) }),
            ),
          ),
        ),
        h("p", { class: "told", key: "told", role: "status" }, state.steps[state.at - 1]?.text ?? ""),
        controls(),
      ],
    };
  }

  open();
  return { draw };
}
