// The lines of dominoes on offer, with the chiefs on them; the cave and the totems beside them.

import { h } from "../dom.js";
import { drafting } from "../picking.js";
import { t, word } from "../words.js";
import { ground, piece, use } from "./pieces.js";
import { describe } from "./territory.js";

/** A domino in a few words. */
export const tell = (game, slot) => `${slot.domino}: ${describe(game, slot.a)} / ${describe(game, slot.b)}`;

/** A domino as it lies in a line. */
export function domino(game, slot) {
  const mark = game === "origins" ? "fire-printed" : "crown";
  return h("svg", { class: "domino", viewBox: "-3 -3 206 106", "aria-hidden": "true" },
    [slot.a, slot.b].map((square, half) =>
      h("g", { transform: `translate(${half * 100} 0)` },
        use(ground(game, square, slot.domino, half), { width: 100, height: 100 }),
        Array.from({ length: square.marks }, (_, place) => use(mark, { x: 5 + place * 25, y: 5, width: 28, height: 28 })),
        square.resource ? use(square.resource, { x: 20, y: 22, width: 62, height: 62 }) : null)),
    h("rect", { class: "edge", x: 1, y: 1, width: 198, height: 98, rx: 10 }));
}

/** One line; `pick(domino)` is called for those that may be chosen. */
function line(table, slots, title, state, pick, { marked, lit }) {
  const { game } = table.rules;
  const chief = game === "origins" ? "chief" : "king";
  return h("section", { class: "domino-line" },
    h("h2", {}, title),
    h("ol", {}, slots.map((slot) => {
      const canPick = state.canMove && drafting(state.choices, slot.domino);
      const owner = slot.seat === null ? null : table.seats[slot.seat];
      const acts = slot.domino === table.domino && table.status === "running" && table.step !== "claim";
      const inside = [
        h("span", { class: "number" }, slot.domino),
        domino(game, slot),
        owner ? h("span", { class: `chief seat-${slot.seat}`, title: owner.name }, piece(chief)) : null,
      ];
      const mark = marked.get(slot.domino);
      if (mark) inside.push(h("span", { class: `line-tag ${mark.kind}` }, mark.label));
      const label = tell(game, slot) + (owner ? `. ${owner.name}` : "");
      return h("li", { key: slot.domino, class: [acts && "acts", mark && `marked ${mark.kind}`, lit.includes(slot.domino) && "hinted"].filter(Boolean).join(" ") },
        canPick
          ? h("button", { class: `slot glows ${pair(state).includes(slot.domino) ? "paired" : ""}`, "aria-label": t("choose_domino", { domino: label }), onclick: () => pick(slot.domino), onmouseenter: () => state.point(slot.domino), onfocus: () => state.point(slot.domino), onmouseleave: () => state.point(null), onblur: () => state.point(null) }, inside)
          : h("div", { class: "slot" }, inside, h("span", { class: "unseen" }, label)));
    })));
}

/** Where dominoes are claimed two at a time, the other one of the pair that is pointed at. */
const pair = (state) => drafting(state.choices, state.pick.domino)?.dominoes ?? [];

/** `marks`: dominoes that a hint or a review marks with their worth, and those that it only lights up. */
export function lines(table, state, pick, marks) {
  const inSetup = table.round === 0;
  return h("div", { class: "lines", key: "lines" },
    table.line.length ? line(table, table.line, inSetup ? t("first_line") : t("line", { number: table.round }), state, pick, marks) : null,
    table.next_line.length ? line(table, table.next_line, t("next_line"), state, pick, marks) : null);
}

export function totems(table) {
  if (!table.totems) return null;
  return h("section", { class: "totems", key: "totems" }, h("h2", {}, t("totems")),
    h("ul", {}, Object.entries(table.totems).map(([kind, holder]) =>
      h("li", { key: kind, class: holder === null ? "" : `held seat-${holder}` }, piece(`totem-${kind}`),
        h("span", {}, h("b", {}, word("totems", kind)), h("span", { class: "holder" }, holder === null ? t("totem_free") : table.seats[holder].name))))));
}

/** The cave; its cavemen can be chosen when one may recruit. `hinted` is one that a hint points at. */
export function cave(table, offer, pick, choose, hinted) {
  if (!table.cave) return null;
  const one = (caveman, index, source) => {
    const isOn = pick.caveman === caveman && pick.source === source && (source === "pile" || pick.index === index);
    const canPick = offer?.canAfford(source) && (source === "cave" || offer.offer.pile);
    const inside = [piece(`caveman-${caveman}`), h("span", {}, word("cavemen", caveman))];
    const isHinted = hinted?.caveman === caveman && hinted.source === source;
    return h("li", { key: `${source}${index}`, class: isHinted ? "hinted" : "" }, canPick
      ? h("button", { class: "glows", "aria-pressed": String(isOn), onclick: () => choose(isOn ? null : caveman, source, index) }, inside)
      : h("div", {}, inside));
  };
  const kinds = Object.entries((table.pile ?? []).reduce((count, caveman) => ({ ...count, [caveman]: (count[caveman] ?? 0) + 1 }), {}));
  return h("section", { class: "cave", key: "cave" },
    h("h2", {}, t("cave")),
    h("ul", { class: "cavemen" }, table.cave.map((caveman, index) => one(caveman, index, "cave"))),
    table.pile && h("details", { key: "pile", ...(offer?.offer.pile ? { open: true } : {}) }, h("summary", {}, t("pile", { count: table.pile.length })),
      h("ul", { class: "cavemen small" }, kinds.map(([caveman, count], index) => {
        const entry = one(caveman, index, "pile");
        return { ...entry, children: [...entry.children, count > 1 ? h("b", { class: "count" }, `×${count}`) : null].filter(Boolean) };
      }))));
}
