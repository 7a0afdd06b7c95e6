// The cave with its cavemen, and the pile beside it.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

/** @typedef {import("./board_actions.js").BoardActions} BoardActions */

/**
 * The cave; its cavemen can be chosen when the player may recruit. `hinted` is the caveman that a hint points at.
 * @param {BoardTable} table
 * @param {import("./picking.js").RecruitStage | null} offer
 * @param {BoardPick} pick
 * @param {BoardActions["chooseCaveman"]} choose
 * @param {{ caveman?: string, source?: Source } | null} [hinted]
 */
export function cave(table, offer, pick, choose, hinted) {
  if (!table.cave) return null;
  /**
   * @param {string} caveman
   * @param {number} index
   * @param {Source} source
   * @param {number} count
   */
  const entry = (caveman, index, source, count = 1) => {
    const isOn = pick.caveman === caveman && pick.source === source && (source === "pile" || pick.index === index);
    const canPick = offer?.canAfford(source) && (source === "cave" || offer.offer.pile);
    const inside = [piece(`caveman-${caveman}`), h("span", {}, word("cavemen", caveman))];
    const isHinted = hinted?.caveman === caveman && hinted.source === source;
    return h(
      "li",
      { key: `${source}${index}`, class: isHinted ? "hinted" : "" },
      canPick
        ? h(
            "button",
            {
              class: "glows",
              "aria-pressed": String(isOn),
              onclick: () => choose(isOn ? null : caveman, source, index),
            },
            inside,
          )
        : h("div", {}, inside),
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
  );
}
