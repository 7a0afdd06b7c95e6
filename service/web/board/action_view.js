// What is to be done now, and everything of it that is not done on the board.

import { cellName } from "../core/cells.js";
import { h } from "../core/dom.js";
import { other, placements, recruiting, targets } from "./picking.js";
import { t, word } from "../core/words.js";
import { heldDomino } from "../drawing/dominoes.js";
import { icon, piece } from "../drawing/pieces.js";

/** What is due with its buttons, others beside them, and something below. */
export const bar = (due, isMine, others, below = null) =>
  h(
    "section",
    { class: `action ${isMine ? "mine" : ""}`, key: "action", "aria-label": t("what_to_do") },
    h(
      "div",
      { class: "due" },
      due.held,
      due.icon ? piece(due.icon, due.seat === undefined ? "" : `seat-${due.seat}`) : null,
      h("p", {}, h("b", {}, due.title), due.hint ? h("span", { class: "faint" }, due.hint) : null),
    ),
    h("div", { class: "row" }, due.buttons, others),
    below,
  );

export const takeBack = (press, isOff = false) =>
  h(
    "button",
    { key: "undo", class: "brief", disabled: isOff, onclick: press, title: `${t("take_back")} (U)` },
    icon("undo"),
    h("span", {}, t("take_back")),
  );

const button = (key, classes, press, ...inside) => h("button", { key, class: classes, onclick: press }, inside);

/** Does what is pointed at. Always there, so that pointing does not make the bar grow and move the board away. */
const sure = (key, pointed, press, text) =>
  h("button", { key, class: "main", disabled: !pointed, onclick: press }, icon("check"), text);

/** What the player to move has to do, by what is offered; `worth(move)` is a tag for a move that has a button. */
export function mine(table, state, acts, worth = () => null) {
  const { choices, pick } = state;
  const decline = other(choices, "decline");
  const pass = other(choices, "pass");
  switch (choices.step) {
    case "claim":
    case "draft":
      return { title: t(choices.moves[0]?.dominoes ? "you_claim_pair" : `you_${choices.step}`), hint: t("draft_hint") };
    case "place":
      return {
        title: t("you_place", { domino: table.domino }),
        held: held(table, pick, acts),
        hint: t("place_hint"),
        buttons: [
          button("turn", "", () => acts.turn(1), icon("turn"), t("turn_domino"), h("kbd", {}, "R")),
          sure("place", pick.spot, () => acts.play(pick.spot), t("place_here")),
          decline ? button("decline", "", () => acts.play(decline), t("decline")) : null,
        ],
      };
    case "fire":
      return {
        icon: "fire-token-1",
        title: t("you_fire"),
        hint: t("fire_hint"),
        buttons: [sure("fire", pick.aim, () => acts.play({ type: "fire", at: pick.aim }), t("fire_here"))],
      };
    case "totem":
      return {
        title: t("you_totem"),
        buttons: choices.moves.map((move) =>
          button(
            `${move.resource}${move.to}`,
            "",
            () => acts.play(move),
            piece(`totem-${move.resource}`),
            t("give_to", { totem: word("totems", move.resource), name: table.seats[move.to].name }),
            worth(move),
          ),
        ),
      };
    case "recruit":
      return {
        title: t("you_recruit"),
        hint: recruitHint(choices, pick),
        buttons: [
          pick.caveman ? button("again", "", () => acts.choose(null), t("choose_other")) : null,
          pass ? button("pass", pick.caveman ? "" : "main", () => acts.play(pass), t("no_recruit")) : null,
        ],
      };
    default:
      return { title: "" };
  }
}

/** The domino in hand; pressing it turns it on. */
function held(table, pick, acts) {
  const slot = table.line.find((candidate) => candidate.domino === table.domino);
  return (
    slot &&
    h(
      "button",
      { class: "held-domino", key: "held", "aria-label": t("turn_domino"), onclick: () => acts.turn(1) },
      heldDomino(table.rules.game, slot, pick.turn),
    )
  );
}

function recruitHint(choices, pick) {
  const now = recruiting(choices, pick);
  if (!pick.caveman) return t(now.canAfford("cave") ? "recruit_choose" : "recruit_poor");
  if (!now.isPaid) return t("recruit_pay", { count: now.price - pick.spend.length });
  return t("recruit_stand", { caveman: word("cavemen", pick.caveman) });
}

/** Every move as a list in notation: for the screen reader, and for those who like to see all. */
export function moveList(state, acts) {
  if (!state.canMove) return null;
  const { choices, pick } = state;
  const count = placements(choices).length + targets(choices).length;
  const cells = choices.recruit ? recruiting(choices, pick) : null;
  const entries = cells
    ? [...cells.payable, ...cells.free].map((cell) => ({ name: cellName(cell), press: () => acts.cell(cell) }))
    : choices.moves.map((move, index) => ({ name: choices.notation[index], press: () => acts.play(move) }));
  if (!entries.length) return null;
  return h(
    "details",
    { class: "moves", key: "moves" },
    h(
      "summary",
      {},
      icon("list"),
      cells ? t("cells_as_list", { count: entries.length }) : t("moves_as_list", { count: count || entries.length }),
    ),
    h(
      "ul",
      {},
      entries.map((entry) => h("li", { key: entry.name }, h("button", { onclick: entry.press }, entry.name))),
    ),
  );
}
