// What the player to move has to do, and every part of it that is not done on the board.

import { cellName } from "../core/cells.js";
import { h } from "../core/dom.js";
import { craters, dominoesOf } from "../core/moves.js";
import { noteOf } from "./earnings.js";
import { moveOfType, placements, recruitOffer, shownMove, targets, turnOf } from "./picking.js";
import { t, word } from "../core/words.js";
import { heldDomino } from "../drawing/dominoes.js";
import { icon, piece } from "../drawing/pieces.js";

/** @typedef {import("./board_actions.js").BoardActions} BoardActions */

/**
 * @param {string} key
 * @param {string} classes
 * @param {() => unknown} press
 * @param {Child[]} inside
 */
const button = (key, classes, press, ...inside) => h("button", { key, class: classes, onclick: press }, inside);

/**
 * A button that does what is pointed at. It is always there, so that pointing does not make the bar grow and move the
 * board.
 * @template T
 * @param {string} key
 * @param {T | null} pointed
 * @param {(pointed: T) => unknown} press
 * @param {string} text
 */
const sure = (key, pointed, press, text) =>
  h(
    "button",
    { key, class: "main", disabled: !pointed, onclick: () => pointed && press(pointed) },
    icon("check"),
    text,
  );

/**
 * What the player to move has to do, by what is offered; `worth(move)` is a tag for a move that has a button.
 * @param {BoardTable} table
 * @param {BoardState} state
 * @param {BoardActions} board
 * @param {(move: GiveTotem) => Child} worth
 * @returns {DueNow}
 */
export function mine(table, state, board, worth = () => null) {
  const { choices, pick } = state;
  const decline = moveOfType(choices, "decline");
  const pass = moveOfType(choices, "pass");
  switch (choices.step) {
    case "claim":
    case "draft":
      return {
        title: t(choices.moves.some((move) => dominoesOf(move).length > 1) ? "you_claim_pair" : `you_${choices.step}`),
        hint: t("draft_hint"),
      };
    case "place":
      return {
        title: t("you_place", { domino: table.domino }),
        held: held(table, pick, board),
        hint: earned(table, state) ?? t("place_hint"),
        buttons: [
          button("turn", "", () => board.turn(1), icon("turn"), t("turn_domino"), h("kbd", {}, "R")),
          sure("place", pick.spot, (spot) => board.play(spot), t("place_here")),
          decline ? button("decline", "", () => board.play(decline), t("decline")) : null,
        ],
      };
    case "fire":
      return {
        icon: `fire-token-${craters(table)}`,
        title: t("you_fire"),
        hint: earned(table, state) ?? t("fire_hint"),
        buttons: [sure("fire", pick.aim, (aim) => board.play({ type: "fire", at: aim }), t("fire_here"))],
      };
    case "totem":
      return {
        title: t("you_totem"),
        buttons: choices.moves
          .filter((move) => move.type === "give_totem")
          .map((move) =>
            button(
              `${move.resource}${move.to}`,
              "",
              () => board.play(move),
              piece(`totem-${move.resource}`),
              t("give_to", { totem: word("totems", move.resource), name: table.seats[move.to].name }),
              worth(move),
            ),
          ),
      };
    case "recruit":
      return pick.caveman
        ? {
            title: recruitHint(choices, pick),
            hint: earned(table, state) ?? "",
            buttons: [
              button("again", "", () => board.chooseCaveman(null), t("choose_other")),
              sure("recruit", shownMove(choices, pick), (move) => board.play(move), t("fire_here")),
            ],
          }
        : {
            title: t("you_recruit"),
            hint: recruitHint(choices, pick),
            buttons: pass ? button("pass", "plain", () => board.play(pass), t("no_recruit")) : null,
          };
    default:
      return { title: "" };
  }
}

/**
 * What the move that is pointed at would earn; null if nothing is.
 * @type {(table: BoardTable, state: BoardState) => string | null}
 */
const earned = (table, { choices, pick }) => noteOf(table.rules.game, choices, pick)?.text ?? null;

/**
 * The domino in hand; pressing it turns it.
 * @param {BoardTable} table
 * @param {BoardPick} pick
 * @param {BoardActions} board
 */
function held(table, pick, board) {
  const slot = table.line.find((candidate) => candidate.domino === table.domino);
  return (
    slot &&
    h(
      "button",
      {
        class: "held-domino",
        key: "held",
        "aria-label": t("turn_domino"),
        onclick: () => board.turn(1),
        onpointerdown: board.grab,
      },
      heldDomino(table.rules.game, slot, pick.spot ? turnOf(pick.spot) : pick.turn),
    )
  );
}

/**
 * @param {Choices} choices
 * @param {BoardPick} pick
 */
function recruitHint(choices, pick) {
  const offer = recruitOffer(choices, pick);
  if (!offer) return "";
  if (!pick.caveman) return t(offer.canAfford("cave") ? "recruit_choose" : "recruit_poor");
  if (!offer.isPaid) return t("recruit_pay", { count: offer.price - pick.spend.length });
  return t("recruit_stand", { caveman: word("cavemen", pick.caveman) });
}

/**
 * Every move as a list in notation, for screen readers and for those who prefer a list.
 * @param {{ choices: Choices | null, pick: BoardPick, canMove: boolean }} state
 * @param {BoardActions} board
 */
export function moveList(state, board) {
  const { choices, pick } = state;
  if (!state.canMove || !choices) return null;
  const count = placements(choices).length + targets(choices).length;
  const cells = choices.recruit ? recruitOffer(choices, pick) : null;
  const entries = cells
    ? [...cells.payable, ...cells.free].map((cell) => ({ name: cellName(cell), press: () => board.chooseCell(cell) }))
    : choices.moves.map((move, index) => ({ name: choices.notation[index], press: () => board.play(move) }));
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
