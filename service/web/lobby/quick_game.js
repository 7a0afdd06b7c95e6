// A game at once: against a bot, or with somebody who is looking for the same.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { gameName, KINDS, LEVELS, select, shortTitle } from "../ui/game_kinds.js";
import { learning } from "./lessons_view.js";
import { openTable } from "./seating.js";

/**
 * What is chosen lasts as long as the page; `form` and `somebody` draw it, `lessons` games that teach.
 * @param {Redraw} redraw
 */
export function quickGame(redraw) {
  /** @type {{ kind: import("../ui/game_kinds.js").KindName, level: Level }} */
  const chosen = { kind: "discovery", level: "flint" };
  let isOpening = false;

  /** @param {() => Promise<void>} action */
  async function open(action) {
    if (isOpening) return;
    isOpening = true;
    redraw();
    await withNotice(action);
    isOpening = false;
    redraw();
  }

  function play() {
    const { game, mode } = KINDS[chosen.kind];
    return open(() => openTable({ rules: { game, mode, seats: 2 }, seats: [{ bot: chosen.level }] }));
  }

  const playSomebody = () =>
    open(async () => {
      const { lookFor, seekDefaults } = await import("./seeking.js");
      await lookFor({ ...seekDefaults(), kind: chosen.kind });
    });

  const learn = (/** @type {string} */ guide) => open(async () => (await import("./guided.js")).openGuided(guide));

  /** @type {(name: "kind" | "level", text: string, options: string[][]) => ElementNode} */
  const choice = (name, text, options) =>
    h(
      "label",
      {},
      h("span", {}, text),
      select(options, chosen[name], (value) => {
        Object.assign(chosen, { [name]: value });
        redraw();
      }),
    );

  const kinds = () => Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)]);
  const levels = () => LEVELS.map((level) => [level, word("levels", level)]);

  const form = () =>
    h(
      "form",
      {
        class: "quick",
        key: "quick",
        onsubmit: (event) => {
          event.preventDefault();
          play();
        },
      },
      h("button", { class: "main move big", disabled: isOpening }, icon("play"), t("play_a_bot")),
      h(
        "div",
        { class: "quick-choice" },
        choice("kind", t("game"), kinds()),
        choice("level", t("which_bot"), levels()),
      ),
    );

  /** For those who are signed in: others are to be found by somebody. */
  const somebody = () =>
    h(
      "button",
      { key: "somebody", type: "button", disabled: isOpening, onclick: playSomebody },
      icon("person"),
      t("play_somebody"),
    );

  const lessons = () =>
    learning({ discovery: gameName(KINDS.discovery), kingdomino: gameName(KINDS.kingdomino) }, learn, isOpening);

  return { form, somebody, lessons };
}
