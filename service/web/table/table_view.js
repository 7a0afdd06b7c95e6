// The whole table, put together.

import { same } from "../core/cells.js";
import { cached, h } from "../core/dom.js";
import { hasCoordinates } from "../core/preferences.js";
import { fresh, home, middle, SEEN, shown } from "./state.js";
import { counted, placedAt } from "../replay/stepping.js";
import { listed, t, word } from "../core/words.js";
import { speaking, speakingItems } from "../board/cavemen_speak.js";
import { cave } from "../board/cave_view.js";
import { totems } from "../drawing/totems.js";
import { action } from "./action_view.js";
import { title } from "../ui/game_title.js";
import { marked } from "./marked.js";
import { menu } from "./menu_view.js";
import { hintList, shownHint } from "../hints/on_demand.js";
import { lines } from "./lines_view.js";
import { icon } from "../drawing/pieces.js";
import { past } from "./parts.js";
import { lineBar, review, verdict } from "../review/on_demand.js";
import { breakdown } from "../drawing/scores.js";
import { nameplate, others } from "./seats_view.js";
import { cellAt, REACH } from "../drawing/grid.js";
import { rows, territory } from "../drawing/territory.js";
import { onDemand } from "../core/on_demand.js";
import { trouble } from "./trouble_view.js";

/** @typedef {import("./actions.js").TableActions} TableActions */

const dialogs = onDemand(() => import("./dialogs_view.js"), "dialogs");
const departures = onDemand(() => import("./departure_view.js"), "dialogs");
const waiting = onDemand(() => import("./waiting_view.js"));

/**
 * @param {ShownState} state
 * @param {TableActions} actions
 */
export function tableView(state, actions) {
  if (state.problem) return [trouble(state.game, state.problem, actions)];
  if (state.waiting) return [waiting()?.waitingRoom(state.waiting, state.players, actions, state.invitation)];
  const table = state.at ? shown(state) : null; // unknown until the first step to show is chosen
  if (!table) return [h("p", { class: "faint", "aria-busy": "true" }, t("loading"))];
  actions.effects.beforeDrawing(table, state);
  actions.ending.watch(table, state);
  const number = middle(state, table);
  const hint = shownHint(table, state);
  const lesson = actions.coach(table);
  const help = marked(table, state, hint, lesson.shown);
  const isPast = !state.isLive || state.tables[state.last]?.status === "over";
  return [
    lesson.bar,
    h(
      "div",
      { class: stageClasses(table, state, isPast, lesson.topic), key: "table", "aria-busy": isPartial(state) },
      heading(table, state, actions),
      h("div", { class: "hand" }, hand(table, state, actions, hint, help)),
      h(
        "div",
        { class: "centre" },
        plate(table, state, actions, number),
        board(table, state, actions, number, help.over(number)),
        stepping(state, actions, isPast),
        story(table, state, actions, isPast),
      ),
      h(
        "div",
        { class: "beside" },
        actions.player ? hintList(table, hint, { ...actions, board: actions.player.board }) : null,
        others(table, state, number, look(table, state, actions), fresh(state), help.over),
        state.seen >= SEEN.cave && score(table, actions, number),
      ),
    ),
    actions.ending.draw(state, actions),
    onTop(state, actions),
  ];
}

/** @type {(table: Table, state: ShownState, actions: TableActions, isPast: boolean) => ElementNode} */
function story(table, state, actions, isPast) {
  const looking = isPast || state.isHistoryOpen ? past.wanted() : null;
  return h(
    "div",
    { class: "story" },
    actions.player?.moveList(state),
    state.seen >= SEEN.story && [
      review(table, state, actions),
      looking ? [looking.scoreGraph(table, state, actions), looking.chronicle(state, actions)] : null,
    ],
  );
}

/**
 * What lies over the table.
 * @param {ShownState} state
 * @param {TableActions} actions
 */
function onTop(state, actions) {
  if (state.dialog) return dialogs()?.dialogs(state, actions);
  return hasLeft(state) ? departures()?.departure(state, actions) : null;
}

/** @param {ShownState} state whether a player has left, which everybody is to read */
const hasLeft = ({ steps }) => steps.some(({ type }) => type === "seat_resigned" || type === "seat_timed_out");

/** @type {(table: Table, actions: TableActions, seat: number) => ElementNode} */
const score = ({ rules, seats }, { game }, seat) =>
  breakdown(rules.game, seats[seat], seat, game.light, speakingItems(seats[seat]));

/** @type {(state: ShownState) => "true" | null} */
const isPartial = ({ seen }) => (seen < SEEN.story ? "true" : null);

/** @type {(table: Table, state: ShownState, isPast: boolean, topic: string) => string} */
const stageClasses = (table, state, isPast, topic) =>
  [
    "table stage",
    `of-${table.seats.length}`,
    isPast && "is-past",
    middle(state, table) !== home(table, state) && "is-away",
    table.status === "over" && "is-over",
    state.canMove && `due-${state.choices?.step}`,
    state.guide && `is-guided teaches-${topic}`,
  ]
    .filter(Boolean)
    .join(" ");

/**
 * What to do and what to choose from; the cave comes first when it is to be chosen from.
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {ReturnType<typeof shownHint>} hint
 * @param {ReturnType<typeof marked>} help
 */
function hand(table, state, actions, hint, help) {
  const { player } = actions;
  const offer = player?.recruitOffer(state) ?? null;
  const dominoes = lines(table, state, player, help.lines);
  const camp =
    (offer || state.seen >= SEEN.others) &&
    cave(table, offer, state.pick, player?.board.chooseCaveman, player?.recruitWorth, help.caveman);
  return [
    action(table, state, actions, hint, banner(state, actions)),
    verdict(table, state, actions),
    lineBar(table, state, actions),
    offer ? [camp, dominoes] : [dominoes, camp],
    totems(table),
  ];
}

/**
 * The territory of a seat becomes large, or comes on a sheet if its card does not show it; that which is large by
 * itself needs no choosing.
 * @type {(table: Table, state: ShownState, actions: TableActions) => (seat: number, isSeen: boolean) => void}
 */
const look = (table, state, actions) => (seat, isSeen) => {
  if (!isSeen) actions.game.openDialog({ type: "seat", seat, zoom: null });
  else actions.game.enlarge(seat === home(table, state) ? null : seat);
};

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 */
function heading(table, state, actions) {
  const variants = table.rules.variants.map((variant) => word("variants", variant));
  return h(
    "header",
    { class: "heading", key: "heading" },
    h("h1", {}, title(table.rules)),
    h(
      "p",
      { class: "faint" },
      table.round ? t("round_of", { round: table.round, rounds: table.rounds }) : t("setup"),
      variants.length ? ` · ${listed(variants)}` : "",
    ),
    state.isConnected ? null : h("p", { class: "gone", role: "status" }, t("reconnecting")),
    state.line ? null : menu(table, state, actions),
  );
}

/**
 * Which step is shown, when it is not the newest.
 * @param {ShownState} state
 * @param {TableActions} actions
 */
function banner(state, actions) {
  if (state.isLive && state.at < state.last) {
    return h(
      "p",
      { class: "banner", key: "banner" },
      t("meanwhile"),
      h("button", { onclick: actions.replay.live }, icon("last"), t("skip")),
    );
  }
  const isOver = state.tables[state.last]?.status === "over";
  if (!state.isLive && state.at < state.last) {
    return h(
      "p",
      { class: "banner", key: "banner" },
      t("step_of", counted(state)),
      h("button", { onclick: actions.replay.live }, icon("last"), t(isOver ? "to_end" : "to_now")),
    );
  }
  return null;
}

/**
 * Whose territory is large, and the way back if the viewer chose it.
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {number} number
 */
function plate(table, state, actions, number) {
  return h(
    "div",
    { class: "plate", key: "plate" },
    nameplate(table, number, state.clock, state.players[number]),
    number === home(table, state)
      ? null
      : h(
          "button",
          { key: "home", class: "go-home", title: "Esc", onclick: () => actions.game.enlarge(null) },
          icon("back"),
          h("span", {}, t(home(table, state) === table.viewer ? "back_to_mine" : "follow_game")),
        ),
  );
}

/**
 * Opens and closes the steps of the game; who looks back at them has them open.
 * @param {ShownState} state
 * @param {TableActions} actions
 */
const handle = (state, actions) =>
  h(
    "button",
    {
      key: "handle",
      class: "plain handle",
      "aria-expanded": String(state.isHistoryOpen),
      onclick: () => actions.game.openHistory(!state.isHistoryOpen),
    },
    icon("graph"),
    h("span", {}, t("game_history")),
  );

/**
 * The controls of a replay, while a game is played behind a handle.
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {boolean} isPast
 */
const stepping = (state, actions, isPast) =>
  past.module?.controls(state, actions, isPast ? null : handle(state, actions)) ??
  h(
    "section",
    { class: "controls is-closed", key: "controls", "aria-label": t("replay") },
    handle(state, actions),
    h("output", { class: "faint" }, `${counted(state).at} / ${counted(state).last}`),
  );

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {number} number
 * @param {Child} over
 */
function board(table, state, actions, number, over) {
  const { game } = table.rules;
  const seat = table.seats[number];
  const isOwn = number === table.viewer && state.canMove;
  const { player } = actions;
  /** @type {import("../board/offers.js").Offered} */
  const active = (isOwn && player?.offered(table, state)) || {
    listeners: { onclick: (event) => jump(table, state, actions, number, cellAt(event)) },
  };
  return h(
    "section",
    { class: `board ${isOwn ? "is-own" : ""}`, key: "board" },
    territory({
      game,
      seat,
      number,
      fresh: fresh(state),
      classes: "large",
      around: REACH,
      area: number === table.viewer ? player?.board.area(seat.territory, table.seat === number) : undefined,
      coordinates: hasCoordinates(Boolean(state.hint || state.review)),
      lit: state.lit?.seat === number ? state.lit.cells : null,
      label: isOwn && active.listeners?.onkeydown ? t("own_board") : t("territory_of", { name: seat.name }),
      speaks: speaking(seat.score, true),
      ...active,
      held: [over, active.held, player?.sentMark(table, state, number)],
    }),
    cached("rows", [game, seat.name, seat.territory], () =>
      h("ol", { class: "unseen", "aria-label": t("row_by_row", { name: seat.name }) }, rows(game, seat)),
    ),
  );
}

/**
 * To the moment a square was placed.
 * @param {Table} table
 * @param {TableState} state
 * @param {TableActions} actions
 * @param {number} number
 * @param {Cell} cell
 */
function jump(table, state, actions, number, cell) {
  const square = table.seats[number].territory.squares.find((candidate) => same(candidate.at, cell));
  const seq = square && placedAt(state, number, square.domino);
  if (seq) actions.replay.show(seq);
}
