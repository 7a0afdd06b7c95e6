// The cave with its cavemen, and the pile beside it: each says its price, its effect and what it is worth now.

import { h } from "../core/dom.js";
import { show, tip, tipped } from "../core/tips.js";
import { t, word } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

/** @typedef {import("./board_actions.js").BoardActions} BoardActions */
/** @typedef {import("./picking.js").RecruitStage} RecruitStage */
/** @typedef {typeof import("./earnings.js").recruitWorth} RecruitWorth */

const RESOURCES = ["mammoth", "fish", "mushroom", "flint"];

/**
 * The cave; its cavemen can be chosen when the player may recruit. `worth` says what each could earn then, and
 * `hinted` is the caveman that a hint points at.
 * @param {BoardTable} table
 * @param {RecruitStage | null} offer
 * @param {BoardPick} pick
 * @param {BoardActions["chooseCaveman"] | undefined} choose
 * @param {RecruitWorth | null} [worth]
 * @param {{ caveman?: string, source?: Source } | null} [hinted]
 */
export function cave(table, offer, pick, choose, worth, hinted) {
  if (!table.cave) return null;
  /** @type {Child[]} */
  const notes = [];
  /**
   * @param {string} caveman
   * @param {number} index
   * @param {Source} source
   * @param {number} count
   */
  const entry = (caveman, index, source, count = 1) => {
    const isOn = pick.caveman === caveman && pick.source === source && (source === "pile" || pick.index === index);
    const isHinted = hinted?.caveman === caveman && hinted.source === source;
    const note = `about-${source}-${index}`;
    const best = (offer && worth?.(offer.offer, caveman, source)) ?? null;
    const said = best === null ? null : h("p", {}, t("worth_up_to", { points: best }));
    notes.push(tip(note, about(caveman, source, said)));
    const inside = card(caveman, source, offer, best);
    return h(
      "li",
      { key: `${source}${index}`, class: [isHinted && "hinted", isOn && "chosen"].filter(Boolean).join(" ") },
      isOffered(offer, source)
        ? h(
            "button",
            {
              ...tipped(note),
              class: "caveman glows",
              "aria-pressed": String(isOn),
              onclick: () => choose?.(isOn ? null : caveman, source, index),
            },
            inside,
          )
        : h("div", { ...tipped(note), class: "caveman", role: "button", tabindex: 0, onclick: again(note) }, inside),
      count > 1 ? h("b", { class: "count" }, `×${count}`) : null,
    );
  };
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const caveman of table.pile ?? []) kinds.set(caveman, (kinds.get(caveman) ?? 0) + 1);
  return h(
    "section",
    { class: "cave", key: "cave" },
    h("h2", {}, t("cave")),
    h(
      "ul",
      { class: "cavemen" },
      table.cave.map((caveman, index) => entry(caveman, index, "cave")),
    ),
    table.pile &&
      h(
        "details",
        { key: "pile", ...(offer?.offer.pile ? { open: true } : {}) },
        h("summary", {}, t("pile", { count: table.pile.length })),
        h(
          "ul",
          { class: "cavemen small" },
          [...kinds].map(([caveman, count], index) => entry(caveman, index, "pile", count)),
        ),
      ),
    notes,
  );
}

/** @type {(offer: RecruitStage | null, source: Source) => boolean} */
const isOffered = (offer, source) => Boolean(offer?.canAfford(source) && (source === "cave" || offer.offer.pile));

/** @type {(caveman: string, source: Source, offer: RecruitStage | null, best: string | null) => Child} */
const card = (caveman, source, offer, best) => [
  piece(`caveman-${caveman}`),
  h("span", { class: "title" }, word("cavemen", caveman)),
  h("span", { class: "effect" }, t(`effect_${caveman}`)),
  price(source, offer),
  best === null ? null : h("b", { class: "worth" }, best),
];

/** A press shows the note once more, if it was put away. */
const again = (/** @type {string} */ note) => (/** @type {On<PointerEvent>} */ event) =>
  show(note, event.currentTarget);

/**
 * The price in small pictures; those the player has none of are pale.
 * @type {(source: Source, offer: RecruitStage | null) => ElementNode}
 */
const price = (source, offer) =>
  h(
    "span",
    { class: "price" },
    h("span", { class: "unseen" }, t(`price_${source}`)),
    source === "cave" ? h("span", { "aria-hidden": "true" }, "2 ×") : null,
    RESOURCES.map((kind) => piece(kind, !offer || offer.offer.resources[kind] ? "" : "lacking")),
  );

/**
 * Everything about a caveman: what it counts, what it costs, and what it is worth now.
 * @type {(caveman: string, source: Source, worth: Child) => Child[]}
 */
export const about = (caveman, source, worth) => [
  h("b", {}, word("cavemen", caveman)),
  h("p", {}, t(`effect_${caveman}`), ". ", t(caveman.endsWith("_warrior") ? "effect_warriors" : "effect_around")),
  h("p", { class: "faint" }, t(`price_${source}`)),
  worth,
];
