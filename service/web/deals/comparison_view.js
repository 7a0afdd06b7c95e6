// Two games of the same deal side by side: territories, where the roads parted, and what each item came to.

import { h } from "../core/dom.js";
import { shownName, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { scoreItems } from "../drawing/scores.js";
import { territory } from "../drawing/territory.js";
import { moveText } from "../ui/move_words.js";

/**
 * `isChosen`: the reader has just asked for it, and is taken there.
 * @param {DealComparison} comparison
 * @param {boolean} isChosen
 */
export const comparisonView = ({ own, theirs, parting }, isChosen) =>
  h(
    "section",
    { key: `beside-${theirs.id}-${isChosen}`, class: "card side-by-side", "aria-labelledby": "comparison-title" },
    h(
      "h2",
      { id: "comparison-title", tabindex: "-1", created: (title) => isChosen && title.focus() },
      t("deal_side_by_side", { name: nameOf(theirs) }),
    ),
    parting ? parted(own, theirs, parting) : h("p", {}, t("deal_alike")),
    h("div", { class: "both-lands" }, land(own, true), land(theirs, false)),
    items(own, theirs),
  );

/** @param {Table} table */
const nameOf = ({ seats }) => shownName(seats[0].name);

/** @type {(table: Table, isOwn: boolean) => ElementNode} */
const called = (table, isOwn) => h("b", { class: isOwn ? "own-name" : "" }, isOwn ? t("you") : nameOf(table));

/** @type {(table: Table, isOwn: boolean) => ElementNode} */
const land = (table, isOwn) =>
  h(
    "figure",
    { key: table.id ?? "" },
    h("figcaption", {}, called(table, isOwn), " ", h("span", { class: "total" }, table.seats[0].score.total)),
    territory({ game: table.rules.game, seat: table.seats[0], number: 0, label: isOwn ? t("you") : nameOf(table) }),
  );

/** @type {(own: Table, theirs: Table, parting: DealParting) => ElementNode} */
const parted = (own, theirs, parting) =>
  h(
    "div",
    { class: "parting" },
    h("h3", {}, parting.round ? t("deal_parting", { round: parting.round }) : t("deal_parting_first")),
    h("ul", { role: "list" }, choice(own, true, parting.own), choice(theirs, false, parting.theirs)),
  );

/** @type {(table: Table, isOwn: boolean, choice: DealChoice) => ElementNode} */
const choice = (table, isOwn, { seq, move }) =>
  h(
    "li",
    {},
    called(table, isOwn),
    ": ",
    moveText(table, move),
    " ",
    h(
      "a",
      { href: `/game/${table.id}/${seq}`, "aria-label": `${t("deal_see")}: ${isOwn ? t("you") : nameOf(table)}` },
      icon("eye"),
      t("deal_see"),
    ),
  );

/** @type {(own: Table, theirs: Table) => ElementNode} */
function items(own, theirs) {
  const both = [own, theirs].map(({ rules, seats }) => summed(scoreItems(rules.game, seats[0].score)));
  const names = [...new Set(both.flatMap((sums) => [...sums.keys()]))];
  return h(
    "table",
    { class: "figures" },
    h("caption", { class: "unseen" }, t("sheet")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        h("th", { scope: "col", class: "number" }, t("you")),
        h("th", { scope: "col", class: "number" }, nameOf(theirs)),
      ),
    ),
    h(
      "tbody",
      {},
      names.map((name) =>
        row(
          name,
          both.map((sums) => sums.get(name) ?? 0),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      row(
        t("total"),
        [own, theirs].map(({ seats }) => seats[0].score.total),
      ),
    ),
  );
}

/** @param {import("../drawing/scores.js").ScoreItem[]} list */
function summed(list) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { name, points } of list) sums.set(name, (sums.get(name) ?? 0) + points);
  return sums;
}

/** @type {(name: string, values: number[]) => ElementNode} */
const row = (name, values) =>
  h(
    "tr",
    { key: name },
    h("th", { scope: "row" }, name),
    values.map((value, at) => h("td", { class: "number", key: at }, value || "–")),
  );
