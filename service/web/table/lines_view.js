// The lines of dominoes on offer, with the chiefs on them.

import { h } from "../core/dom.js";
import { drafting } from "../board/picking.js";
import { t } from "../core/words.js";
import { piece } from "../drawing/pieces.js";
import { domino, tell } from "../drawing/dominoes.js";

/** One line; `pick(domino)` is called for those that may be chosen. */
function line(table, slots, title, state, pick, { marked, lit }) {
  const { game } = table.rules;
  const chief = game === "origins" ? "chief" : "king";
  return h(
    "section",
    { class: "domino-line" },
    h("h2", {}, title),
    h(
      "ol",
      {},
      slots.map((slot) => {
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
        return h(
          "li",
          {
            key: slot.domino,
            class: [acts && "acts", mark && `marked ${mark.kind}`, lit.includes(slot.domino) && "hinted"]
              .filter(Boolean)
              .join(" "),
          },
          canPick
            ? h(
                "button",
                {
                  class: `slot glows ${pair(state).includes(slot.domino) ? "paired" : ""}`,
                  "aria-label": t("choose_domino", { domino: label }),
                  onclick: () => pick(slot.domino),
                  onmouseenter: () => state.point(slot.domino),
                  onfocus: () => state.point(slot.domino),
                  onmouseleave: () => state.point(null),
                  onblur: () => state.point(null),
                },
                inside,
              )
            : h("div", { class: "slot" }, inside, h("span", { class: "unseen" }, label)),
        );
      }),
    ),
  );
}

/** Where dominoes are claimed two at a time, the other one of the pair that is pointed at. */
const pair = (state) => drafting(state.choices, state.pick.domino)?.dominoes ?? [];

/** `marks`: dominoes that a hint or a review marks with their worth, and those that it only lights up. */
export function lines(table, state, pick, marks) {
  const inSetup = table.round === 0;
  return h(
    "div",
    { class: "lines", key: "lines" },
    table.line.length
      ? line(table, table.line, inSetup ? t("first_line") : t("line", { number: table.round }), state, pick, marks)
      : null,
    table.next_line.length ? line(table, table.next_line, t("next_line"), state, pick, marks) : null,
  );
}
