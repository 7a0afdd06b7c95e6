// The totems: who holds each, what it is worth, and how many of its resource everybody has.

import { h } from "../core/dom.js";
import { show, tip, tipped } from "../core/tips.js";
import { t, word } from "../core/words.js";
import { piece } from "./pieces.js";

/** @typedef {Pick<Table, "totems" | "seats" | "viewer">} TotemTable */

/** @param {TotemTable} table */
export function totems(table) {
  if (!table.totems) return null;
  return h(
    "section",
    { class: "totems", key: "totems" },
    h("h2", {}, t("totems")),
    h(
      "ul",
      {},
      Object.entries(table.totems).map(([kind, holder]) => totem(table, kind, holder)),
    ),
  );
}

/** @type {(table: TotemTable, kind: string, holder: number | null) => ElementNode} */
function totem(table, kind, holder) {
  const note = `about-totem-${kind}`;
  const counts = table.seats.map(
    ({ territory }) => territory.squares.filter(({ resource }) => resource === kind).length,
  );
  return h(
    "li",
    { key: kind, class: holder === null ? "" : `held seat-${holder}` },
    h(
      "div",
      {
        ...tipped(note),
        class: "totem",
        role: "button",
        tabindex: 0,
        onclick: (/** @type {On<PointerEvent>} */ event) => show(note, event.currentTarget),
      },
      piece(`totem-${kind}`),
      h(
        "span",
        {},
        h("b", {}, word("totems", kind)),
        h("span", { class: "holder" }, holder === null ? t("totem_free") : table.seats[holder].name),
      ),
      h("b", { class: "worth" }, t(`totem_worth_${kind}`)),
    ),
    tip(note, [
      h("b", {}, `${word("totems", kind)}: ${t(`totem_worth_${kind}`)}`),
      h(
        "ul",
        { class: "counts" },
        table.seats.map((seat, number) =>
          h("li", { class: `seat-${number}` }, h("span", {}, seat.name), h("b", {}, counts[number]), piece(kind)),
        ),
      ),
      race(table, counts, holder),
    ]),
  );
}

/**
 * What the viewer lacks to have more than anybody else.
 * @type {(table: TotemTable, counts: number[], holder: number | null) => Child}
 */
function race({ viewer }, counts, holder) {
  if (viewer === null) return null;
  const most = Math.max(...counts.filter((_, seat) => seat !== viewer));
  if (holder === viewer) return h("p", {}, t("totem_yours", { count: counts[viewer] - most }));
  const missing = most + 1 - counts[viewer];
  return h("p", {}, missing > 0 ? t("totem_missing", { count: missing }) : t("totem_next"));
}
