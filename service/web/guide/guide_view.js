// What the coach says above the table: one thing at a time, how much is learned, and at the end what to play next.

import { cellName } from "../core/cells.js";
import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { KINDS, shortTitle } from "../ui/game_kinds.js";
import { moveText } from "../ui/move_words.js";
import { NOTHING, pointingAt } from "./suggesting.js";

/** @typedef {import("./guide_actions.js").GuideActions} GuideActions */
/** @typedef {import("./topics.js").Moment} Moment */
/** @typedef {import("./topics.js").Topic} Topic */

const AFTER = { discovery: "totem", totem: "tribe", tribe: null, kingdomino: "discovery" };

/**
 * What is said now, and what it points at.
 * @param {Table} table
 * @param {string} guide
 * @param {GuideActions} actions
 */
export function coach(table, guide, actions) {
  const { topic, moment, count, all, isOver } = actions.now();
  const isDone = count === all || isOver;
  const shown = isDone || !topic || !moment ? NOTHING : pointed(topic, moment);
  const bar = h(
    "section",
    { class: `guide ${isDone ? "is-done" : ""}`, key: "guide", "aria-label": t("guide") },
    progress(count, all),
    h("p", { role: "status" }, isDone ? t("guide_done") : said(table, topic, moment)),
    isDone ? onwards(table, guide, actions) : reading(topic, actions),
    h(
      "button",
      { class: "plain leave", title: t("guide_leave"), "aria-label": t("guide_leave"), onclick: actions.leave },
      icon("close"),
    ),
  );
  return { bar, shown, topic: isDone ? "" : (topic?.name ?? "") };
}

/** @type {(topic: Topic, moment: Moment) => import("./suggesting.js").Drawn} */
const pointed = (topic, moment) => topic.show?.(moment) ?? pointingAt(moment.choices, topic.choice?.(moment) ?? null);

/** @type {(count: number, all: number) => ElementNode} a mark for everything that was learned */
const progress = (count, all) =>
  h(
    "div",
    { class: "learned", role: "img", "aria-label": t("guide_learned", { learned: count, all }) },
    Array.from({ length: all }, (_, index) => h("span", { class: index < count ? "on" : "" }, icon("check"))),
  );

/** @type {(table: Table, topic: Topic | null | undefined, moment: Moment | null) => Child} */
function said(table, topic, moment) {
  if (!topic || !moment) return t("guide_waits", { name: table.seats[1].name });
  const { game } = table.rules;
  const name = topic.name === "region" ? `region_${game}` : topic.name;
  const gaps = /** @type {Partial<Region>} */ (topic.gaps?.(moment) ?? {});
  const terrain = gaps.terrain ? word("boxes", game, "terrains", gaps.terrain) : "";
  return [
    t(`guide_${name}`, { ...gaps, terrain, button: t("turn_domino") }),
    " ",
    h("b", { "data-move": written(topic, moment) }, suggested(table, topic, moment)),
  ];
}

/** @type {(topic: Topic, moment: Moment) => string} the square to press of those for a recruit */
function square(topic, moment) {
  const [cell] = moment.choices.step === "recruit" ? pointed(topic, moment).cells : [];
  return cell ? cellName(cell) : "";
}

/** @type {(topic: Topic, moment: Moment) => string} what is pointed at, as the list of moves writes it */
const written = (topic, moment) => square(topic, moment) || moment.choices.notation[topic.choice?.(moment) ?? -1] || "";

/** @type {(table: Table, topic: Topic, moment: Moment) => string} the same in words */
function suggested(table, topic, moment) {
  const move = moment.choices.moves[topic.choice?.(moment) ?? -1];
  return move ? `${moveText(table, move)}.` : square(topic, moment);
}

/** @type {(topic: Topic | null | undefined, actions: GuideActions) => Child} */
const reading = (topic, actions) =>
  topic?.isRead
    ? h("button", { key: "read", class: "main", onclick: () => actions.read(topic) }, icon("check"), t("guide_read"))
    : null;

/** @type {(table: Table, guide: string, actions: GuideActions) => Child} */
function onwards(table, guide, actions) {
  const [own, other] = table.seats.map(({ score }) => score.total);
  const level = own > other ? "flint" : "pebble";
  const next = AFTER[/** @type {keyof typeof AFTER} */ (guide)];
  return h(
    "div",
    { class: "row" },
    next
      ? h(
          "button",
          { key: "next", onclick: () => actions.next(next) },
          icon("forward"),
          t("guide_next", { game: shortTitle(KINDS[/** @type {keyof typeof KINDS} */ (next)]) }),
        )
      : null,
    h(
      "button",
      { key: "play", class: "main", onclick: () => actions.play(level) },
      icon("play"),
      t("guide_play", { bot: word("levels", level) }),
    ),
  );
}
