// What a move brings compared with another one, as a sentence: pointing at an item lights up its squares.

import { h } from "../core/dom.js";
import { figure, t, word } from "../core/words.js";
import { lead, moveText } from "./move_words.js";

/** @typedef {{ name: string, seat: number, cells: Cell[] }} ShownItem an item in words, and the squares it is about */

const MOST = 4; // items that are shown
/** @type {Record<string, string>} */
const SUMS = { resources: "sum_resource", totems: "sum_totem", cavemen: "sum_caveman", hordes: "horde" };
/** @type {Record<string, string[]>} */
const BONUSES = { centre: ["empire_of_fire", "middle_kingdom"], full: ["homo_habilis", "harmony"] };

/** @param {number} points without a decimal where there is none */
const worth = (points) => figure(points, { digits: Number.isInteger(points) ? 0 : 1, isSigned: true });

/** @type {(rules: Rules, item: BenefitItem) => string} */
function itemName({ game, variants }, { item, points }) {
  if (item === "order") return t(points > 0 ? "benefit_earlier" : "benefit_later");
  if (item in SUMS) return t(SUMS[item]);
  const bonus = BONUSES[item]?.find((variant) => variants.includes(variant));
  return bonus ? word("variants", bonus) : word("boxes", game, "terrains", item);
}

/** @type {(table: Table, item: BenefitItem) => string} */
const rivalName = ({ seats }, { seat, domino }) =>
  t(domino ? "benefit_wanted" : "benefit_rival", { name: seats[seat ?? 0].name, domino });

/** @type {(territory: Territory, item: BenefitItem) => Cell[]} */
const cellsOf = ({ squares }, { item }) =>
  squares.filter(({ terrain }) => item === "rival" || terrain === item).map(({ at }) => at);

/** @type {(table: Table, viewed: number, item: BenefitItem) => ShownItem} */
function shownItem(table, viewed, item) {
  const seat = (item.item === "rival" ? item.seat : null) ?? viewed;
  const name = item.item === "rival" ? rivalName(table, item) : itemName(table.rules, item);
  return { name: `${worth(item.points)} ${name}`, seat, cells: cellsOf(table.seats[seat].territory, item) };
}

/** @type {(table: Table, benefit: Benefit, seat: number) => ShownItem[]} */
const shownItems = (table, { items }, seat) => items.slice(0, MOST).map((item) => shownItem(table, seat, item));

/** @param {Benefit} benefit */
const inAll = ({ lead: gain, playouts, proven }) =>
  proven ? t("benefit_proven", { lead: lead(gain) }) : t("benefit_in_all", { lead: lead(gain), count: playouts });

/**
 * The same in words alone.
 * @type {(table: Table, benefit: Benefit, seat: number, other: Move) => string}
 */
export function benefitText(table, benefit, seat, other) {
  const names = shownItems(table, benefit, seat).map(({ name }) => name);
  return [t("benefit_over", { move: moveText(table, other) }), `${names.join(", ")}.`, inAll(benefit)].join(" ");
}

/**
 * @param {Table} table
 * @param {Benefit} benefit
 * @param {number} seat whose move it is
 * @param {Move} other
 * @param {(lit: { seat: number, cells: Cell[] } | null) => void} light
 */
export const benefitView = (table, benefit, seat, other, light) =>
  h(
    "p",
    { class: "benefit", key: "benefit" },
    `${t("benefit_over", { move: moveText(table, other) })} `,
    parts(shownItems(table, benefit, seat), light),
    `. ${inAll(benefit)}`,
  );

/**
 * The items in a row, each a button if it is about squares.
 * @param {ShownItem[]} items
 * @param {(lit: { seat: number, cells: Cell[] } | null) => void} light
 */
export const parts = (items, light) =>
  items.map(({ name, seat, cells }, index) => {
    const on = () => light({ seat, cells });
    const off = () => light(null);
    return [
      index ? ", " : "",
      cells.length
        ? h(
            "button",
            { key: name, class: "lights", onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off, onclick: on },
            name,
          )
        : name,
    ];
  });

/**
 * By how much the items of one score exceed those of another, and where they are in a territory.
 * @type {(rules: Rules, items: BenefitItem[], territory: Territory) => ShownItem[]}
 */
export const itemsOf = (rules, items, territory) =>
  items.map((item) => ({
    name: `${worth(item.points)} ${itemName(rules, item)}`,
    seat: 0,
    cells: cellsOf(territory, item),
  }));
