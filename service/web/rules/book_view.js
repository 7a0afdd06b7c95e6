// The rules with pictures: an overview of all chapters, or one chapter with boards to try.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { icon, piece } from "../drawing/pieces.js";
import { picture } from "../drawing/picture.js";
import { learning } from "../lobby/lessons_view.js";
import { KINDS, shortTitle } from "../ui/game_kinds.js";
import { NUMBER, ruleAddress } from "./book.js";
import { lessonView } from "./lesson_view.js";

/** @typedef {Record<string, import("./lesson.js").Lesson>} Lessons by the name of the board */

/**
 * @param {RuleBook} book
 * @param {(guide: string) => unknown} learn
 */
export const overview = ({ outline, texts }, learn) =>
  h(
    "div",
    { class: "page rules", key: "rules" },
    h(
      "div",
      { class: "rules-head" },
      h("div", {}, h("h1", {}, texts.title), h("p", { class: "lead" }, texts.lead)),
      picture(t("front_picture")),
    ),
    learning(Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)])), learn),
    h(
      "ol",
      { class: "chapter-cards" },
      outline.map((entry) => chapterCard(entry, texts.chapters[entry.chapter])),
    ),
    h("p", { class: "faint" }, texts.edition),
  );

/** @type {(entry: RuleChapter, text: { title: string, lead: string }) => ElementNode} */
const chapterCard = ({ chapter, picture: name }, { title, lead }) =>
  h(
    "li",
    { key: chapter, class: "card" },
    piece(name, "portrait"),
    h("div", {}, h("h2", {}, h("a", { href: `/rules/${chapter}` }, title)), h("p", { class: "faint" }, lead)),
  );

/** @type {(book: RuleBook, chapter: RuleChapter, lessons: Lessons) => ElementNode} */
export function chapterView({ outline, texts }, chapter, lessons) {
  const { title, lead } = texts.chapters[chapter.chapter];
  return h(
    "div",
    { class: "page rules", key: `rules-${chapter.chapter}` },
    h(
      "div",
      { class: "rules-columns" },
      contents(outline, texts, chapter),
      h(
        "article",
        {},
        h("p", { class: "crumb" }, h("a", { href: "/rules" }, icon("list"), texts.title)),
        h("h1", {}, title),
        h("p", { class: "lead" }, lead),
        chapter.sections.map((part) => section({ outline, texts }, part, lessons)),
        pager(outline, texts, outline.indexOf(chapter)),
        h("p", { class: "faint" }, texts.edition),
      ),
    ),
  );
}

/** @type {(outline: RuleChapter[], texts: RuleTexts, now: RuleChapter) => ElementNode} */
function contents(outline, texts, now) {
  const link = (/** @type {RuleChapter} */ entry) =>
    h(
      "a",
      { href: `/rules/${entry.chapter}`, "aria-current": entry === now ? "page" : undefined },
      texts.chapters[entry.chapter].title,
    );
  return h(
    "nav",
    { class: "contents", "aria-label": texts.page.contents },
    h(
      "ol",
      {},
      outline.map((entry) => h("li", {}, link(entry))),
    ),
  );
}

/** @type {(outline: RuleChapter[], texts: RuleTexts, index: number) => ElementNode} */
function pager(outline, texts, index) {
  /** @type {(entry: RuleChapter | undefined, text: string, sign: number) => Child} */
  const link = (entry, text, sign) =>
    entry &&
    h(
      "a",
      { class: "button", href: `/rules/${entry.chapter}` },
      sign < 0 ? icon("back") : null,
      text.replace("{chapter}", texts.chapters[entry.chapter].title),
      sign > 0 ? icon("forward") : null,
    );
  return h(
    "nav",
    { class: "pager", "aria-label": texts.title },
    link(outline[index - 1], texts.page.previous, -1),
    link(outline[index + 1], texts.page.next, 1),
  );
}

/** @type {(book: RuleBook, part: RuleSection, lessons: Lessons) => ElementNode} */
function section({ outline, texts }, { id, figure, table, example }, lessons) {
  const { title, text } = texts.sections[id];
  const [rule] = id.match(NUMBER) ?? [];
  const link = (/** @type {string} */ number) =>
    h("a", { class: "rule-number", href: ruleAddress(outline, number) }, number);
  const label = rule && texts.page.rule.replace("{rule}", rule);
  return h(
    "section",
    {
      id,
      key: id,
      tabindex: "-1",
      class: `rule ${location.hash === `#${id}` ? "is-here" : ""}`,
      "aria-labelledby": `title-${id}`,
    },
    h(
      "h2",
      { id: `title-${id}` },
      title,
      rule ? h("a", { class: "rule-number", href: `#${id}`, "aria-label": label }, rule) : null,
    ),
    text.map((part) => paragraph(outline, part)),
    figure
      ? h(
          "ul",
          { class: "pieces-shown" },
          figure.map((entry) => shownPiece(entry, texts)),
        )
      : null,
    table ? seatTable(table, texts) : null,
    example ? lessonView(lessons[example], texts, (rules) => rules.split(", ").map(link)) : null,
  );
}

/** @type {(outline: RuleChapter[], part: string | string[]) => ElementNode} */
function paragraph(outline, part) {
  if (typeof part === "string") return h("p", {}, linked(outline, part));
  return h(
    "ul",
    {},
    part.map((entry) => h("li", {}, linked(outline, entry))),
  );
}

/**
 * A text whose rule numbers lead to the rules.
 * @type {(outline: RuleChapter[], text: string) => Child[]}
 */
const linked = (outline, text) =>
  text.split(NUMBER).map((part, index) => (index % 2 ? h("a", { href: ruleAddress(outline, part) }, part) : part));

/** @type {(figure: RuleFigure, texts: RuleTexts) => ElementNode} */
const shownPiece = ({ piece: drawing, name, note }, texts) =>
  h("li", {}, piece(drawing), name ? h("b", {}, word(...name)) : null, note ? h("span", {}, texts.notes[note]) : null);

const SIZE_COLUMN = 5; // of the grid: written as 5 × 5

/** @type {(table: SeatTable, texts: RuleTexts) => ElementNode} */
function seatTable({ game, rows }, texts) {
  const head = texts.columns.map((column) => h("th", { scope: "col" }, column));
  const row = (/** @type {number[]} */ values) =>
    values.map((value, column) =>
      column === 0
        ? h("th", { scope: "row" }, value)
        : h("td", {}, column === SIZE_COLUMN ? `${value} × ${value}` : value),
    );
  return h(
    "div",
    { class: "seats-scroll", tabindex: "0", role: "group", "aria-label": word("boxes", game, "name") },
    h(
      "table",
      { class: "seats-table" },
      h("thead", {}, h("tr", {}, head)),
      h(
        "tbody",
        {},
        rows.map((values) => h("tr", {}, row(values))),
      ),
    ),
  );
}
