// The end of a game: the territories side by side, lit item by item; then who has won, and the sheet.

import { h } from "../core/dom.js";
import { enableStyles } from "../core/on_demand.js";
import { t } from "../core/words.js";
import { chiefOf, icon, piece } from "../drawing/pieces.js";
import { territory } from "../drawing/territory.js";
import { acts, lastAct, pointsAfter, ties } from "./scene.js";
import { moments, nameInShort, sheet } from "./sheet_view.js";
import { markAt, victory } from "../ui/person_name.js";

export { lastAct };
await enableStyles("ending");

/**
 * @typedef {object} Actions
 * @property {{ skip: () => void, close: () => void }} ending
 * @property {{ show: (seq: number) => unknown }} replay
 * @property {{ open: () => unknown }} review
 * @property {{ rematch: () => unknown, openDialog: (dialog: { type: "share" }) => unknown }} game
 */

const LEAVING = ["seat_resigned", "seat_timed_out"];
const QUIET_KEYS = ["Escape", "Tab", "Shift", "Control", "Alt", "Meta"]; // what else they do is wanted

/**
 * @param {Table} table
 * @param {TableState} state
 * @param {Actions} actions
 */
export function ending(table, { ending: shown, steps, players }, actions) {
  if (!shown) return null;
  const { act, review } = shown;
  const scene = acts(table);
  const isOver = act > scene.length;
  /** @param {On<KeyboardEvent>} event */
  const onkeydown = (event) => {
    event.stopPropagation(); // the keys of the table wait
    if (isOver || QUIET_KEYS.includes(event.key)) return;
    event.preventDefault();
    actions.ending.skip();
  };
  return h(
    "dialog",
    {
      class: `card ending of-${table.seats.length} ${isOver ? "is-over" : ""}`,
      key: "ending",
      tabindex: -1, // a press beside the buttons leaves the keys here
      created: (element) => element.showModal(),
      onclose: actions.ending.close,
      onkeydown,
      "aria-labelledby": "ending-title",
    },
    isOver ? [overHead(table), claimed(steps), podium(table, players), explained(table)] : countingHead(actions),
    h(
      "div",
      { class: "lands", key: "lands" },
      table.seats.map((_, seat) => land(table, players, scene, act, seat)),
    ),
    isOver
      ? h(
          "div",
          { class: "details", key: "details" },
          sheet(table, players, review),
          moments(table, steps, review, go(actions)),
        )
      : null,
    isOver ? buttons(table, actions) : null,
  );
}

/** @param {{ currentTarget: Element }} event */
const close = ({ currentTarget }) => currentTarget.closest("dialog")?.close();

/** @type {(actions: Actions) => (event: { currentTarget: Element }, seq: number) => void} */
const go = (actions) => (event, seq) => {
  close(event);
  actions.replay.show(seq);
};

/** @param {Actions} actions */
const countingHead = (actions) =>
  h(
    "header",
    { key: "counting" },
    h("h2", { id: "ending-title" }, t("counting")),
    h("button", { autofocus: true, onclick: actions.ending.skip }, icon("last"), t("skip")),
  );

/** @param {Table} table */
const overHead = (table) =>
  h(
    "header",
    { key: "over" },
    h(
      "h2",
      {
        id: "ending-title",
        tabindex: -1,
        autofocus: true,
        created: (element) => element.focus(), // it is read out, and the button to skip is gone
      },
      victory(table),
    ),
    h("button", { class: "plain", "aria-label": t("close"), title: t("close"), onclick: close }, icon("close")),
  );

/**
 * A territory, with what is being counted on it.
 * @param {Table} table
 * @param {SeatedPlayer[]} players
 * @param {import("./scene.js").Act[]} scene
 * @param {number} act
 * @param {number} seat
 */
function land(table, players, scene, act, seat) {
  const { game } = table.rules;
  const { name, territory: built } = table.seats[seat];
  const item = scene[act - 1]?.[seat];
  const label = t("territory_of", { name });
  return h(
    "section",
    { class: `homeland seat-${seat}`, key: seat },
    h(
      "h3",
      {},
      h("span", { class: "chief" }, piece(chiefOf(game)), markAt(table, players, seat)),
      nameInShort(name),
      h("b", { class: "total" }, pointsAfter(scene, act, seat)),
    ),
    territory({ game, seat: { territory: built }, number: seat, label, lit: item?.cells.length ? item.cells : null }),
    act > scene.length
      ? null
      : h(
          "p",
          { class: "counted" },
          item ? [h("span", {}, item.name), " ", item.sum ? `${item.sum} = ` : "+ ", h("b", {}, item.points)] : null,
        ),
  );
}

/**
 * The seats by rank, the winner highest.
 * @param {Table} table
 * @param {SeatedPlayer[]} players
 */
const podium = (table, players) =>
  h(
    "ol",
    { class: "podium", key: "podium" },
    (table.standings ?? []).map(({ seat, rank, total }) =>
      h(
        "li",
        { key: seat, class: `seat-${seat} rank-${rank}` },
        h("span", { class: "chief" }, piece(chiefOf(table.rules.game)), markAt(table, players, seat)),
        h(
          "span",
          { class: "step" },
          h("span", { class: "unseen" }, t("rank", { rank }), ": "),
          h("span", { class: "place", "aria-hidden": "true" }, rank),
          h("b", {}, nameInShort(table.seats[seat].name + (table.viewer === seat ? ` (${t("you")})` : ""))),
          " ",
          h("span", {}, t("points_in_all", { count: total })),
        ),
      ),
    ),
  );

/**
 * How a game ended whose players had not placed everything: somebody left, and the one who stayed ended it.
 * @param {Step[]} steps
 */
function claimed(steps) {
  const last = steps.findLast(({ type }) => type === "victory_claimed");
  const left = last && steps.findLast(({ type }) => LEAVING.includes(type));
  return last
    ? h("p", { class: "claimed", key: "claimed" }, icon("flag"), " ", [left?.text, last.text].filter(Boolean).join(" "))
    : null;
}

/** @param {Table} table */
const explained = (table) =>
  ties(table).map((sentences, index) => h("p", { class: "tie", key: `tie${index}` }, sentences.join(" ")));

/**
 * @param {Table} table
 * @param {Actions} actions
 */
const buttons = (table, actions) =>
  h(
    "div",
    { class: "row", key: "buttons" },
    table.viewer === null ? null : h("button", { class: "main", onclick: actions.game.rematch }, t("rematch")),
    table.of_day ? h("a", { class: "button", href: `/deal/${table.of_day}` }, t("deal_results")) : null,
    h(
      "button",
      {
        onclick: (event) => {
          close(event);
          actions.review.open();
        },
      },
      icon("eye"),
      t("review"),
    ),
    h("button", { onclick: () => actions.game.openDialog({ type: "share" }) }, icon("share"), t("share")),
  );
