// The lines of dominoes on offer, with the chiefs on them.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { chiefOf, piece } from "../drawing/pieces.js";
import { domino, dominoText } from "../drawing/dominoes.js";

/** @typedef {import("./playing.js").Player} Player */
/** @typedef {{ marked: Map<number, import("../drawing/marks.js").Mark>, lit: number[] }} LineHelp */

/**
 * One line; those that may be chosen are buttons.
 * @param {Table} table
 * @param {Slot[]} slots
 * @param {string} title
 * @param {ShownState} state
 * @param {Player | null} player
 * @param {LineHelp} lineHelp
 */
function line(table, slots, title, state, player, { marked, lit }) {
  const { game } = table.rules;
  const chief = chiefOf(game);
  return h(
    "section",
    { class: "domino-line" },
    h("h2", {}, title),
    h(
      "ol",
      {},
      slots.map((slot) => {
        const chooser = chooserOf(player, slot);
        const owner = slot.seat === null ? null : table.seats[slot.seat];
        const isActing = slot.domino === table.domino && table.status === "running" && table.step !== "claim";
        const inside = [
          h("span", { class: "number" }, slot.domino),
          domino(game, slot),
          owner ? h("span", { class: `chief seat-${slot.seat}`, title: owner.name }, piece(chief)) : null,
        ];
        const most = earns(player, slot);
        inside.push(most.badge);
        const mark = marked.get(slot.domino);
        if (mark) inside.push(h("span", { class: `line-tag ${mark.kind}` }, mark.label));
        const label = dominoText(game, slot) + (owner ? `. ${owner.name}` : "");
        return h(
          "li",
          {
            key: slot.domino,
            "data-domino": slot.domino,
            class: [isActing && "acts", mark && `marked ${mark.kind}`, lit.includes(slot.domino) && "hinted"]
              .filter(Boolean)
              .join(" "),
          },
          chooser
            ? h(
                "button",
                {
                  class: `slot glows ${pair(chooser, state).includes(slot.domino) ? "paired" : ""}`,
                  "aria-label": [t("choose_domino", { domino: label }), most.text].filter(Boolean).join(". "),
                  onclick: () => chooser.draft(slot.domino),
                  onmouseenter: () => chooser.point(slot.domino),
                  onfocus: () => chooser.point(slot.domino),
                  onmouseleave: () => chooser.point(null),
                  onblur: () => chooser.point(null),
                },
                inside,
              )
            : h(
                "div",
                { class: "slot", onpointerdown: isActing ? player?.grabbed() : null },
                inside,
                h("span", { class: "unseen" }, label),
              ),
        );
      }),
    ),
  );
}

/** @type {(player: Player | null, slot: Slot) => Player | null} */
const chooserOf = (player, slot) => (player?.moveOf(slot.domino) ? player : null);

/**
 * What a domino that may be chosen could earn.
 * @type {(player: Player | null, slot: Slot) => { badge: ElementNode | null, text: string }}
 */
function earns(player, slot) {
  const most = player?.upTo(slot);
  if (!most) return { badge: null, text: "" };
  const fire = most.hasFire ? piece("fire-token-1") : null;
  return {
    badge: h("span", { class: "up-to" }, most.label, fire),
    text: most.hasFire ? t("earn_then_fire", { earned: most.label }) : most.label,
  };
}

/**
 * Where dominoes are claimed two at a time, the other one of the pair that is pointed at.
 * @param {Player} player
 * @param {ShownState} state
 */
const pair = (player, state) => {
  const move = player.moveOf(state.pick.domino);
  return move?.type === "claim" ? (move.dominoes ?? []) : [];
};

/**
 * `marks`: dominoes that a hint or a review marks with a value, and those that it only lights up.
 * @param {Table} table
 * @param {ShownState} state
 * @param {Player | null} player
 * @param {LineHelp} marks
 */
export function lines(table, state, player, marks) {
  const inSetup = table.round === 0;
  return h(
    "div",
    { class: "lines", key: "lines" },
    table.line.length
      ? line(table, table.line, inSetup ? t("first_line") : t("line", { number: table.round }), state, player, marks)
      : null,
    table.next_line.length ? line(table, table.next_line, t("next_line"), state, player, marks) : null,
  );
}
