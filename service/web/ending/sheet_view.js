// The sheet of a result: points by item and seat, what else compares, and the moments worth another look.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { chiefOf, piece } from "../drawing/pieces.js";
import { points } from "../ui/move_words.js";
import { markAt } from "../ui/person_name.js";
import { bestMoment, worstMoment } from "./scene.js";

/**
 * A name where there is little room: its first word, then the others, on one line or two. No word is broken.
 * @param {string} name
 */
export function nameInShort(name) {
  const [first, ...others] = name.split(" ");
  return h(
    "span",
    { class: "name in-short", title: name },
    h("span", {}, first, others.length ? " " : null),
    others.length ? h("span", {}, others.join(" ")) : null,
  );
}

/** @type {(values: number[][]) => number[]} */
const summed = (values) => values[0].map((_, seat) => values.reduce((sum, row) => sum + row[seat], 0));

/**
 * @param {Table} table
 * @param {SeatedPlayer[]} players
 * @param {Analysis | null} review
 */
export function sheet(table, players, review) {
  const rows = table.sheet ?? [];
  const kinds = [...new Set(rows.map((row) => row.kind))];
  return h(
    "table",
    { class: "sheet", key: "sheet" },
    h("caption", { class: "unseen" }, t("sheet")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        table.seats.map((seat, number) =>
          h(
            "th",
            { scope: "col", class: `seat-${number}` },
            h("span", { class: "chief" }, piece(chiefOf(table.rules.game)), markAt(table, players, number)),
            nameInShort(seat.name),
          ),
        ),
      ),
    ),
    kinds.map((kind) =>
      group(
        table,
        kind,
        rows.filter((row) => row.kind === kind),
        kinds.length > 1,
      ),
    ),
    h(
      "tfoot",
      {},
      line(
        t("total"),
        table.seats.map((seat) => seat.score.total),
        "all",
      ),
      compared(table),
      hindsight(review),
    ),
  );
}

/** @type {(table: Table, kind: SheetRow["kind"], rows: SheetRow[], isOneOfSeveral: boolean) => ElementNode} */
const group = (table, kind, rows, isOneOfSeveral) =>
  h(
    "tbody",
    { key: kind },
    rows.map((row) =>
      line(
        h("span", { class: "item" }, piece(pieceOf(table, row)), nameOf(table, row)),
        row.points.map((value) => value || "–"),
      ),
    ),
    isOneOfSeveral && rows.length > 1 ? line(t(`sum_${kind}`), summed(rows.map((row) => row.points)), "sum") : null,
  );

/** @type {(head: Child, values: (number | string)[], classes?: string) => ElementNode} */
const line = (head, values, classes = "") =>
  h(
    "tr",
    { class: classes },
    h("th", { scope: "row" }, head),
    values.map((value) => h("td", {}, value)),
  );

/** @param {Table} table */
function compared(table) {
  const by = (/** @type {number} */ seat) => table.standings?.find((standing) => standing.seat === seat);
  const marks = table.rules.game === "origins" ? "all_fires" : "all_crowns";
  return [
    line(
      t("largest_region"),
      table.seats.map((_, seat) => by(seat)?.largest_region ?? 0),
      "more",
    ),
    line(
      t(marks),
      table.seats.map((_, seat) => by(seat)?.marks ?? 0),
      "more",
    ),
  ];
}

/** @param {Analysis | null} review */
function hindsight(review) {
  if (!review?.seats.some((seat) => seat.hindsight)) return null;
  const values = review.seats.map(({ hindsight: best }) =>
    !best ? "–" : best.is_proven ? best.best : `${best.best} – ${best.bound}`,
  );
  return line(h("span", { title: t("hindsight_text") }, t("hindsight")), values, "more");
}

/** @type {(table: Table, row: SheetRow) => string} */
function nameOf(table, { kind, name }) {
  if (kind === "region") return word("boxes", table.rules.game, "terrains", name);
  if (kind === "horde") return t("horde");
  return word({ caveman: "cavemen", resource: "resources", totem: "totems", bonus: "variants" }[kind], name);
}

/** @type {(table: Table, row: SheetRow) => string} */
function pieceOf({ rules }, { kind, name }) {
  if (kind === "region") return `terrain-${rules.game}-${name}-1`;
  if (kind === "horde") return "caveman-oafish_warrior";
  if (kind === "resource") return name;
  if (kind === "bonus") return ["empire_of_fire", "middle_kingdom"].includes(name) ? homeOf(rules) : "domino-back";
  return `${kind}-${name}`;
}

/** @param {Rules} rules */
const homeOf = ({ game }) => (game === "origins" ? "hut" : "castle");

/**
 * The best and the worst moment of each seat; pressing one goes there.
 * @param {Table} table
 * @param {Step[]} steps
 * @param {Analysis | null} review
 * @param {(event: On<Event>, seq: number) => void} go
 */
export function moments(table, steps, review, go) {
  /** @type {(sign: string, classes: string, seq: number) => ElementNode} */
  const moment = (sign, classes, seq) =>
    h(
      "li",
      { class: classes },
      h("button", { class: "plain", onclick: (event) => go(event, seq) }, h("b", {}, sign), steps[seq - 1]?.text),
    );
  const ofSeats = table.seats.map((_, seat) => {
    const best = bestMoment(steps, seat);
    const worst = review && worstMoment(review, seat);
    return [
      best && moment(`+${best.points}`, `good seat-${seat}`, best.seq),
      worst && moment(`−${points(worst.lost)}`, `bad seat-${seat}`, worst.seq),
    ];
  });
  return h(
    "section",
    { class: "moments", key: "moments" },
    h("h3", {}, t("moments")),
    h("p", { class: "faint" }, t(review ? "moments_text" : "moments_before_review")),
    h("ul", {}, ofSeats),
  );
}
