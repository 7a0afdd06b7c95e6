// The fields by which one finds one's own games.

import { h } from "../core/dom.js";
import { shownName, t } from "../core/words.js";
import { KINDS, select, shortTitle, title } from "../ui/game_kinds.js";
import { icon } from "../drawing/pieces.js";
import { EVERYTHING, kindName, opponents, wantsAll } from "./game_filter.js";
import { star } from "./star_view.js";

/** @typedef {import("./game_filter.js").GameFilter} GameFilter */

/** @type {import("./game_filter.js").Called} */
export const called = { title, name: shownName };
const TURNS = ["mine", "others"];

/**
 * @param {GameFilter} filter
 * @param {GameLine[]} lines all of them, for what there is to choose from
 * @param {string} player
 * @param {(filter: GameFilter) => void} choose
 */
export function filterFields(filter, lines, player, choose) {
  const names = [...new Set([...lines.flatMap((line) => opponents(line, player, called)), filter.opponent])]
    .filter(Boolean)
    .sort((one, other) => one.localeCompare(other));
  const kinds = Object.entries(KINDS).filter(
    ([name]) => name === filter.kind || lines.some((line) => kindName(line) === name),
  );
  /** @type {(name: keyof GameFilter, label: string, all: string, options: string[][]) => ElementNode} */
  const choice = (name, label, all, options) =>
    h(
      "label",
      { class: `filter${filter[name] ? " is-on" : ""}`, key: name },
      h("span", { class: "unseen" }, label),
      select([["", all], ...options], filter[name], (value) => choose({ ...filter, [name]: value })),
    );
  return h(
    "search",
    { class: "filters", key: "filters" },
    h(
      "label",
      { class: "filter-text", key: "text" },
      h("span", { class: "unseen" }, t("find_game")),
      h("input", {
        type: "search",
        id: "find-game",
        placeholder: t("find_game"),
        autocomplete: "off",
        maxlength: 80,
        value: filter.text,
        oninput: (event) => choose({ ...filter, text: event.target.value }),
      }),
    ),
    choice(
      "opponent",
      t("filter_opponent"),
      t("filter_any_opponent"),
      names.map((name) => [name, name]),
    ),
    choice(
      "kind",
      t("game"),
      t("filter_any_game"),
      kinds.map(([name, kind]) => [name, shortTitle(kind)]),
    ),
    choice(
      "turn",
      t("filter_turn"),
      t("filter_any_turn"),
      TURNS.map((name) => [name, t(`filter_turn_${name}`)]),
    ),
    h(
      "button",
      {
        key: "starred",
        type: "button",
        class: `filter-star${filter.starred ? " is-on" : ""}`,
        "aria-pressed": String(Boolean(filter.starred)),
        onclick: () => choose({ ...filter, starred: filter.starred ? "" : "yes" }),
      },
      star(Boolean(filter.starred)),
      t("filter_starred"),
    ),
    wantsAll(filter)
      ? null
      : h(
          "button",
          { key: "clear", type: "button", class: "plain", onclick: () => choose(EVERYTHING) },
          icon("close"),
          t("filter_clear"),
        ),
  );
}
