// The cave with its cavemen, and the pile beside it.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

/** The cave; its cavemen can be chosen when one may recruit. `hinted` is one that a hint points at. */
export function cave(table, offer, pick, choose, hinted) {
  if (!table.cave) return null;
  const one = (caveman, index, source) => {
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
    );
  };
  const kinds = Object.entries(
    (table.pile ?? []).reduce((count, caveman) => ({ ...count, [caveman]: (count[caveman] ?? 0) + 1 }), {}),
  );
  return h(
    "section",
    { class: "cave", key: "cave" },
    h("h2", {}, t("cave")),
    h(
      "ul",
      { class: "cavemen" },
      table.cave.map((caveman, index) => one(caveman, index, "cave")),
    ),
    table.pile &&
      h(
        "details",
        { key: "pile", ...(offer?.offer.pile ? { open: true } : {}) },
        h("summary", {}, t("pile", { count: table.pile.length })),
        h(
          "ul",
          { class: "cavemen small" },
          kinds.map(([caveman, count], index) => {
            const entry = one(caveman, index, "pile");
            return {
              ...entry,
              children: [...entry.children, count > 1 ? h("b", { class: "count" }, `×${count}`) : null].filter(Boolean),
            };
          }),
        ),
      ),
  );
}
