// A board to try: what lies there, what can be tried, and what the rules say to it.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { heldDomino } from "../drawing/dominoes.js";
import { icon, piece } from "../drawing/pieces.js";
import { totems } from "../drawing/totems.js";
import { inHand, lessonBoard, lessonLine, lessonScore } from "./lesson_board_view.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */

/**
 * `links` makes links of the numbers of rules.
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 * @param {(rules: string) => Child} links
 */
export function lessonView(lesson, texts, links) {
  const { begin, name } = lesson;
  const shown = begin.seats
    .map((_, seat) => seat)
    .filter((seat) => begin.seats[seat].territory.squares.length || seat === begin.seat);
  const isLine = lesson.step === "draft" || lesson.step === "claim";
  return h(
    "div",
    {
      class: `exercise card on-${lesson.step} ${shown.length > 1 ? "of-many" : ""}`,
      role: "group",
      "aria-label": texts.asks[name],
      key: name,
    },
    h("p", { class: "ask" }, texts.asks[name]),
    h(
      "div",
      { class: "exercise-boards" },
      isLine ? lessonLine(lesson, texts) : shown.map((seat) => lessonBoard(lesson, texts, seat, shown.length > 1)),
    ),
    h(
      "div",
      { class: "exercise-side" },
      lesson.step === "over"
        ? shown.length > 1
          ? null
          : lessonScore(lesson, shown[0])
        : [doing(lesson, texts), tries(lesson, texts), rulingView(lesson, texts, links)],
      totems(lesson.table),
    ),
  );
}

/**
 * What is in hand, and how to try it.
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 */
function doing(lesson, texts) {
  const hint = h("p", { class: "faint" }, texts.page[`hint_${lesson.step}`]);
  if (lesson.step === "place") {
    const slot = inHand(lesson.begin);
    return [
      h(
        "div",
        { class: "in-hand" },
        slot && heldDomino(lesson.begin.rules.game, slot, lesson.pick.turn, { class: "held" }),
        h("button", { onclick: () => lesson.turn(1) }, icon("turn"), t("turn_domino"), h("kbd", {}, "R")),
      ),
      hint,
    ];
  }
  if (lesson.step === "recruit") return [offer(lesson), hint, way(lesson, texts)];
  return hint;
}

/** @param {Lesson} lesson */
function offer(lesson) {
  const { begin, pick } = lesson;
  const pile = begin.pile ?? [];
  /** @param {Source} source */
  const entry = (source) => (/** @type {string} */ caveman) =>
    h(
      "li",
      { key: caveman },
      h(
        "button",
        {
          title: word("cavemen", caveman),
          "aria-label": word("cavemen", caveman),
          "aria-pressed": String(pick.caveman === caveman && pick.source === source),
          onclick: () => lesson.choose({ caveman, source }),
        },
        piece(`caveman-${caveman}`),
      ),
    );
  /**
   * @param {string} heading
   * @param {Source} source
   * @param {string[]} cavemen
   */
  const row = (heading, source, cavemen) => [
    h("h3", {}, heading),
    h("ul", { class: `people from-${source}` }, cavemen.map(entry(source))),
  ];
  return h(
    "div",
    { class: "offers" },
    row(t("cave"), "cave", begin.cave ?? []),
    row(t("pile", { count: pile.length }), "pile", [...new Set(pile)]),
  );
}

/**
 * Whether the next press pays, or puts the tile down.
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 */
function way(lesson, texts) {
  const { isPaying } = lesson.pick;
  /**
   * @param {boolean} is
   * @param {string} text
   */
  const button = (is, text) =>
    h("button", { "aria-pressed": String(isPaying === is), onclick: () => lesson.choose({ isPaying: is }) }, text);
  return h("div", { class: "row" }, button(true, `1. ${texts.page.pay}`), button(false, `2. ${texts.page.stand}`));
}

/**
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 */
function tries(lesson, texts) {
  const entries = Object.entries(lesson.tries);
  return h(
    "div",
    { class: "tries" },
    h("h3", {}, texts.page.worth_trying),
    h(
      "ul",
      {},
      entries.map(([name, move]) =>
        h(
          "li",
          { key: name },
          h(
            "button",
            {
              "aria-pressed": String(lesson.tried === move),
              onclick: () => {
                lesson.reset();
                lesson.send(move);
              },
            },
            texts.tries[lesson.name][name],
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Lesson} lesson
 * @param {RuleTexts} texts
 * @param {(rules: string) => Child} links
 */
function rulingView(lesson, texts, links) {
  const { ruling } = lesson;
  return h(
    "div",
    { class: "ruling-place", role: "status" },
    ruling
      ? h(
          "div",
          { class: `ruling ${ruling.allowed ? "is-good" : "is-bad"}` },
          h(
            "p",
            {},
            icon(ruling.allowed ? "check" : "close"),
            h("b", {}, texts.page[ruling.allowed ? "allowed" : "refused"]),
            ruling.rule ? links(ruling.rule) : null,
          ),
          ruling.told.map((sentence) => h("p", {}, sentence)),
          ruling.allowed && lesson.begin.seat !== null && !["draft", "claim"].includes(lesson.step)
            ? h("p", {}, points(lesson, texts))
            : null,
          h("button", { onclick: lesson.startOver }, icon("undo"), texts.page.again),
        )
      : null,
  );
}

/** @type {(lesson: Lesson, texts: RuleTexts) => string} */
function points({ begin, table, seat }, texts) {
  const [before, after] = [begin, table].map(({ seats }) => String(seats[seat].score.total));
  return texts.page[before === after ? "same_points" : "points"].replace("{before}", before).replace("{after}", after);
}
