// The dialog in which one guesses the next move, and sees after the end who was right.

import { h } from "../core/dom.js";
import { shownName, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { moveText } from "../ui/move_words.js";

/**
 * @typedef {{ offered: { seq: number, moves: Move[] }, shown: ShownGuesses, problem: string, isBusy: boolean }}
 *   Known
 */

/** @type {(state: TableState, known: Known, guess: (move: Move) => unknown) => Child[]} */
export function guessView(state, known, guess) {
  const table = state.tables[state.last];
  return [
    h("h2", { id: "dialog-title", tabindex: "-1", autofocus: true }, t("guess")),
    known.problem ? h("p", { class: "refusal", role: "status" }, known.problem) : null,
    table?.status === "over" ? results(known.shown) : choosing(table, known, guess),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() }, t("close")),
    ),
  ];
}

/** @type {(table: Table | undefined, known: Known, guess: (move: Move) => unknown) => Child[]} */
function choosing(table, { offered, shown, isBusy }, guess) {
  const own = shown.own.find(({ seq }) => seq === offered.seq);
  const now = table ?? null;
  return [
    h("p", { class: "faint" }, t("guess_text")),
    h("p", { role: "status" }, own ? t("guess_yours", { move: moveText(now, own.move) }) : null),
    offered.moves.length
      ? h(
          "ul",
          { class: "guesses", role: "list" },
          offered.moves.map((move, at) =>
            h(
              "li",
              { key: at },
              h(
                "button",
                { disabled: isBusy, "aria-pressed": String(isSame(own?.move, move)), onclick: () => guess(move) },
                moveText(now, move),
              ),
            ),
          ),
        )
      : h("p", {}, t("guess_nothing")),
  ];
}

/** @param {ShownGuesses} shown */
const results = ({ own, people }) => [
  own.length
    ? h("p", {}, h("b", {}, t("guess_right", { right: own.filter(({ right }) => right).length, count: own.length })))
    : null,
  people.length
    ? h(
        "ol",
        { class: "guessers" },
        people.map(({ player, name, right, guesses }) =>
          h("li", { key: player }, right ? icon("check") : null, ` ${shownName(name)}: ${right}/${guesses}`),
        ),
      )
    : h("p", { class: "faint" }, t("guess_nobody")),
];

/** @type {(one: Move | undefined, other: Move) => boolean} */
const isSame = (one, other) =>
  one !== undefined &&
  Object.entries(other).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(/** @type {any} */ (one)[name]),
  );
