// The rules told with pictures: all chapters at a glance, or one of them, with boards to try.

import { read } from "../core/client.js";
import { h, onceDrawn } from "../core/dom.js";
import { rename } from "../core/router.js";
import { Trying } from "../rules/lesson.js";
import { assets, language, t, word } from "../core/words.js";
import { exercise } from "../rules/lesson_view.js";
import { stale } from "../lobby/game_list.js";
import { icon, piece } from "../drawing/pieces.js";
import { picture } from "../drawing/picture.js";

const NUMBER = /\b([OK]\d+a?)\b/;
let kept = null;

/** Which chapters there are, and what they say; asked for once. */
async function book() {
  kept ??= Promise.all([read(`${assets}/rules/outline.json`), read(`${assets}/rules/${language}.json`)]);
  kept.catch(() => {
    kept = null;
  });
  const [outline, said] = await kept;
  return { outline, said };
}

export function start(at, redraw) {
  const state = { outline: null, said: null, chapter: null, lessons: {}, problem: null };

  async function load() {
    try {
      Object.assign(state, await book());
      state.chapter = asked(state, at.chapter);
      if (state.chapter?.chapter !== at.chapter)
        rename(state.chapter ? `/rules/${state.chapter.chapter}${location.hash}` : "/rules");
      const names = state.chapter?.sections.flatMap(({ example }) => example ?? []) ?? [];
      await Promise.all(
        names.map(async (name) => {
          state.lessons[name] = await Trying.open(name, redraw);
        }),
      );
      state.isReady = true;
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      state.problem = problem;
    }
    redraw();
    onceDrawn(toSection);
  }

  load();
  return {
    title: () =>
      state.said ? (state.chapter ? state.said.chapters[state.chapter.chapter].title : state.said.title) : "",
    draw: () => [drawn(state)],
    moved: (page, next) =>
      page === "rules" && state.isReady && next.chapter === state.chapter?.chapter && !(location.hash && !next.chapter),
  };
}

/** The chapter of this name, or the one that tells the rule behind the #. */
function asked({ outline }, name) {
  const rule = decodeURIComponent(location.hash.slice(1));
  return (
    outline.find(({ chapter }) => chapter === name) ??
    outline.find(({ sections }) => sections.some(({ id }) => id === rule)) ??
    null
  );
}

function toSection() {
  const section = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

function drawn(state) {
  if (state.problem) return h("div", { class: "page", key: "trouble" }, stale(state.problem));
  if (!state.isReady) return h("p", { class: "faint", "aria-busy": "true", key: "busy" }, t("looking"));
  return state.chapter ? told(state) : overview(state);
}

const overview = ({ outline, said }) =>
  h(
    "div",
    { class: "page rules", key: "rules" },
    h(
      "div",
      { class: "rules-head" },
      h("div", {}, h("h1", {}, said.title), h("p", { class: "lead" }, said.lead)),
      picture(t("front_picture")),
    ),
    h(
      "ol",
      { class: "chapter-cards" },
      outline.map(({ chapter, picture: name }) =>
        h(
          "li",
          { key: chapter, class: "card" },
          piece(name, "portrait"),
          h(
            "div",
            {},
            h("h2", {}, h("a", { href: `/rules/${chapter}` }, said.chapters[chapter].title)),
            h("p", { class: "faint" }, said.chapters[chapter].lead),
          ),
        ),
      ),
    ),
  );

function told(state) {
  const { outline, said, chapter } = state;
  const { title, lead } = said.chapters[chapter.chapter];
  return h(
    "div",
    { class: "page rules", key: `rules-${chapter.chapter}` },
    h(
      "div",
      { class: "rules-columns" },
      contents(outline, said, chapter),
      h(
        "article",
        {},
        h("p", { class: "crumb" }, h("a", { href: "/rules" }, icon("list"), said.title)),
        h("h1", {}, title),
        h("p", { class: "lead" }, lead),
        chapter.sections.map((part) => section(state, part)),
        pager(outline, said, outline.indexOf(chapter)),
      ),
    ),
  );
}

const contents = (outline, said, now) =>
  h(
    "nav",
    { class: "contents", "aria-label": said.page.contents },
    h(
      "ol",
      {},
      outline.map(({ chapter }) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `/rules/${chapter}`, "aria-current": chapter === now.chapter ? "page" : undefined },
            said.chapters[chapter].title,
          ),
        ),
      ),
    ),
  );

function pager(outline, said, index) {
  const link = (other, name, sign) =>
    other &&
    h(
      "a",
      { class: "button", href: `/rules/${other.chapter}` },
      sign < 0 ? icon("back") : null,
      said.page[name].replace("{chapter}", said.chapters[other.chapter].title),
      sign > 0 ? icon("forward") : null,
    );
  return h(
    "nav",
    { class: "pager", "aria-label": said.title },
    link(outline[index - 1], "previous", -1),
    link(outline[index + 1], "next", 1),
  );
}

function section(state, { id, figure, table, example }) {
  const { said, outline, lessons } = state;
  const [rule] = id.match(NUMBER) ?? [];
  const link = (number) => h("a", { class: "rule-number", href: home(outline, number) }, number);
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
      said.sections[id].title,
      rule
        ? h("a", { class: "rule-number", href: `#${id}`, "aria-label": said.page.rule.replace("{rule}", rule) }, rule)
        : null,
    ),
    said.sections[id].text.map((part) =>
      Array.isArray(part)
        ? h(
            "ul",
            {},
            part.map((entry) => h("li", {}, linked(outline, entry))),
          )
        : h("p", {}, linked(outline, part)),
    ),
    figure
      ? h(
          "ul",
          { class: "pieces-shown" },
          figure.map((one) => shown(one, said)),
        )
      : null,
    table ? seats(table, said) : null,
    example ? exercise(lessons[example], said, (rules) => rules.split(", ").map(link)) : null,
  );
}

/** Where a rule is told. */
function home(outline, rule) {
  const { chapter } = outline.find(({ sections }) => sections.some(({ id }) => id === rule));
  return `/rules/${chapter}#${rule}`;
}

/** A text whose rule numbers lead to the rules. */
const linked = (outline, text) =>
  text.split(NUMBER).map((part, index) => (index % 2 ? h("a", { href: home(outline, part) }, part) : part));

const shown = ({ piece: name, name: path, note }, said) =>
  h("li", {}, piece(name), path ? h("b", {}, word(...path)) : null, note ? h("span", {}, said.notes[note]) : null);

function seats({ game, rows }, said) {
  const cell = (value, column) => (column === 5 ? `${value} × ${value}` : value);
  return h(
    "div",
    { class: "seats-scroll", tabindex: "0", role: "group", "aria-label": word("boxes", game, "name") },
    h(
      "table",
      { class: "seats-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          said.columns.map((column) => h("th", { scope: "col" }, column)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([players, ...row]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, players),
            row.map((value, index) => h("td", {}, cell(value, index + 1))),
          ),
        ),
      ),
    ),
  );
}
