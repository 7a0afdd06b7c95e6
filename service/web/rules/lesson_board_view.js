// The territories and the line of a board to try.

import { h } from "../core/dom.js";
import { listed, t } from "../core/words.js";
import { domino } from "../drawing/dominoes.js";
import { chiefOf, piece } from "../drawing/pieces.js";
import { scoreList } from "../drawing/scores.js";
import { ghost, rows, territory } from "../drawing/territory.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {Partial<import("../drawing/territory.js").TerritoryDrawing>} Drawing */

/**
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 * @param {number} seat
 * @param {boolean} isOneOfMany
 */
export function lessonBoard(lesson, texts, seat, isOneOfMany) {
  const { table, begin } = lesson;
  const { game } = begin.rules;
  const { name } = table.seats[seat];
  const isOwn = seat === begin.seat && ["place", "fire", "recruit"].includes(lesson.step);
  return h(
    "div",
    { class: `exercise-board seat-${seat} ${isOwn ? "is-own" : ""}`, key: `board${seat}` },
    table.seats.length > 1 && !isOwn ? plate(lesson, texts, seat) : null,
    territory({
      game,
      seat: table.seats[seat],
      number: seat,
      lit: lesson.lit?.seat === seat ? lesson.lit.cells : null,
      around: lesson.around(seat),
      label: isOwn ? texts.page.board : t("territory_of", { name }),
      ...(isOwn ? active(lesson) : {}),
    }),
    h("ol", { class: "unseen", "aria-label": t("row_by_row", { name }) }, rows(game, table.seats[seat])),
    isOneOfMany && lesson.step === "over" ? lessonScore(lesson, seat) : null,
  );
}

/** @type {(lesson: Lesson, texts: RuleTexts, seat: number) => ElementNode} */
function plate({ table }, texts, seat) {
  const place = table.standings?.find((standing) => standing.seat === seat);
  const marks = table.rules.game === "origins" ? "fires" : "crowns";
  const counted = (/** @type {string} */ name, /** @type {number} */ count) =>
    texts.page[name].replace("{count}", String(count));
  const tie = place?.tie_break ? [counted("largest_region", place.largest_region), counted(marks, place.marks)] : [];
  return h(
    "p",
    { class: "plate" },
    h("b", {}, table.seats[seat].name),
    place ? h("span", { class: "faint" }, listed([t("rank", { rank: place.rank }), ...tie])) : null,
    h("b", { class: "total", title: t("points_now") }, table.seats[seat].score.total),
  );
}

/**
 * What is pointed at, or was tried.
 * @type {(lesson: Lesson) => Drawing}
 */
const active = (lesson) => (lesson.step === "place" ? placing(lesson) : pointing(lesson));

/** @type {(lesson: Lesson) => Drawing} */
function placing(lesson) {
  const { begin, pick, tried, ruling, listeners } = lesson;
  const slot = inHand(begin);
  const refused = tried?.a ? tried : null;
  const pointed = pick.aim && lesson.placement(pick.aim);
  const move = ruling ? (ruling.allowed ? null : refused) : pointed;
  return {
    listeners,
    classes: classesOf(lesson),
    held: slot && move && ghost(begin.rules.game, slot, move),
    fresh: ruling?.allowed ? new Set([begin.domino]) : undefined,
  };
}

/** @type {(lesson: Lesson) => Drawing} */
function pointing(lesson) {
  const { begin, pick, tried, ruling, step, listeners } = lesson;
  const shown = ruling ? (ruling.allowed ? {} : tried) : { at: pick.aim, spend: pick.spend };
  const aim = shown.at ?? null;
  const taken = step === "fire" ? (begin.volcano ? [begin.volcano] : []) : (shown.spend ?? []);
  return { listeners, classes: classesOf(lesson), spots: aim ? [aim] : [], aim, taken };
}

/** @param {Lesson} lesson */
const classesOf = ({ ruling }) => (ruling && !ruling.allowed ? "was-refused" : "");

/** @param {Table} begin */
export const inHand = (begin) => begin.line.find((candidate) => candidate.domino === begin.domino);

/**
 * The points item by item; pointing at one lights up its squares.
 * @param {Lesson} lesson
 * @param {number} seat
 */
export function lessonScore(lesson, seat) {
  const { rules, seats } = lesson.table;
  const light = (/** @type {Cell[] | null} */ cells) => {
    lesson.lit = cells?.length ? { seat, cells } : null;
    lesson.redraw();
  };
  return scoreList(rules.game, seats[seat].score, light, { class: "breakdown" });
}

/**
 * The dominoes on offer, with the chiefs that stand on them.
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 */
export function lessonLine(lesson, texts) {
  const { begin, table, pick, tried } = lesson;
  const { game } = begin.rules;
  const now = [...table.next_line, ...table.line];
  /** @type {number[]} */
  const chosen = tried ? (tried.dominoes ?? [tried.domino]) : pick.dominoes;
  return h(
    "ol",
    { class: "exercise-line", "aria-label": t("next_line") },
    begin.next_line.map((slot) => {
      const seat = now.find((candidate) => candidate.domino === slot.domino)?.seat ?? slot.seat;
      const owner = seat === null ? null : begin.seats[seat].name;
      const isChosen = chosen.includes(slot.domino);
      const label = [t("choose_domino", { domino: slot.domino }), owner, isChosen ? texts.page.chosen : null];
      const props = {
        class: "slot",
        "aria-label": label.filter(Boolean).join(", "),
        "aria-pressed": String(isChosen),
        onclick: () => lesson.take(slot.domino),
      };
      return h(
        "li",
        { key: slot.domino },
        h(
          "button",
          props,
          h("span", { class: "number" }, slot.domino),
          domino(game, slot),
          owner ? h("span", { class: `chief seat-${seat}` }, piece(chiefOf(game)), h("small", {}, owner)) : null,
        ),
      );
    }),
  );
}
