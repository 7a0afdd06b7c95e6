// The rules: an overview of all chapters, or one chapter with boards to try.

import { asProblem } from "../core/client.js";
import { afterDrawing, h } from "../core/dom.js";
import { replaceAddress } from "../core/router.js";
import { t } from "../core/words.js";
import { stale } from "../lobby/game_list.js";
import { withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { fetchBook, wantedChapter } from "../rules/book.js";
import { chapterView, overview } from "../rules/book_view.js";
import { Lesson } from "../rules/lesson.js";

/**
 * @param {{ chapter?: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  /** @type {RuleBook | null} */
  let book = null;
  /** @type {RuleChapter | null} */
  let chapter = null;
  /** @type {import("../rules/book_view.js").Lessons} */
  const lessons = {};
  /** @type {Error | null} */
  let problem = null;
  let isReady = false;

  async function load() {
    try {
      book = await fetchBook();
      chapter = wantedChapter(book.outline, at.chapter);
      if (chapter?.chapter !== at.chapter) {
        replaceAddress(chapter ? `/rules/${chapter.chapter}${location.hash}` : "/rules");
      }
      const names = chapter?.sections.flatMap(({ example }) => example ?? []) ?? [];
      await Promise.all(names.map(open));
      isReady = true;
    } catch (error) {
      problem = asProblem(error);
    }
    redraw();
    afterDrawing(toSection);
  }

  /** @param {string} name of a board to try */
  async function open(name) {
    lessons[name] = await Lesson.open(name, redraw);
  }

  function draw() {
    if (problem) return [h("div", { class: "page", key: "trouble" }, stale(problem))];
    if (!book || !isReady) return [h("p", { class: "faint", "aria-busy": "true", key: "busy" }, t("looking"))];
    return [chapter ? chapterView(book, chapter, lessons) : overview(book, learn)];
  }

  load();
  return {
    title: () => (book && (chapter ? book.texts.chapters[chapter.chapter].title : book.texts.title)) ?? "",
    draw,
    moved: (page, next) =>
      page === "rules" && isReady && next.chapter === chapter?.chapter && !(location.hash && !next.chapter),
  };
}

const learn = once((/** @type {string} */ guide) =>
  withNotice(async () => (await import("../lobby/guided.js")).openGuided(guide)),
);

function toSection() {
  const section = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
