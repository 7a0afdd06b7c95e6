// A board of the rules: what lies there, what can be tried, and what the rules said to it.

import { h } from "../core/dom.js";
import { listed, t, word } from "../core/words.js";
import { domino, heldDomino } from "../drawing/dominoes.js";
import { totems } from "../drawing/totems.js";
import { icon, piece } from "../drawing/pieces.js";
import { items } from "../drawing/scores.js";
import { ghost, rows, territory } from "../drawing/territory.js";

/** `said` are the words of the rules in the reader's language, `links` makes links of a rule's numbers. */
export function exercise(lesson, said, links) {
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
      "aria-label": said.asks[name],
      key: name,
    },
    h("p", { class: "ask" }, said.asks[name]),
    h(
      "div",
      { class: "exercise-boards" },
      isLine ? line(lesson, said) : shown.map((seat) => board(lesson, said, seat, shown.length > 1)),
    ),
    h(
      "div",
      { class: "exercise-side" },
      lesson.step === "over"
        ? shown.length > 1
          ? null
          : score(lesson, shown[0])
        : [doing(lesson, said), tries(lesson, said), ruling(lesson, said, links)],
      totems(lesson.table),
    ),
  );
}

function board(lesson, said, seat, isOneOfMany) {
  const { table, begin } = lesson;
  const { game } = begin.rules;
  const { name } = table.seats[seat];
  const isOwn = seat === begin.seat && ["place", "fire", "recruit"].includes(lesson.step);
  const land = { ...table.seats[seat], territory: lesson.land(seat) };
  const lit = lesson.lit?.seat === seat ? lesson.lit.cells : null;
  return h(
    "div",
    { class: `exercise-board seat-${seat} ${isOwn ? "is-own" : ""}`, key: `board${seat}` },
    table.seats.length > 1 && !isOwn ? plate(lesson, said, seat) : null,
    territory({
      game,
      seat: land,
      number: seat,
      lit,
      around: isOwn ? 1 : 0,
      label: isOwn ? said.page.board : t("territory_of", { name }),
      ...(isOwn ? active(lesson) : {}),
    }),
    h("ol", { class: "unseen", "aria-label": t("row_by_row", { name }) }, rows(game, table.seats[seat])),
    isOneOfMany && lesson.step === "over" ? score(lesson, seat) : null,
  );
}

function plate(lesson, said, seat) {
  const { table } = lesson;
  const place = table.standings?.find((standing) => standing.seat === seat);
  const marks = table.rules.game === "origins" ? "fires" : "crowns";
  const told = (key, count) => said.page[key].replace("{count}", count);
  return h(
    "p",
    { class: "plate" },
    h("b", {}, table.seats[seat].name),
    place
      ? h(
          "span",
          { class: "faint" },
          listed([
            t("rank", { rank: place.rank }),
            ...(place.tie_break ? [told("largest_region", place.largest_region), told(marks, place.marks)] : []),
          ]),
        )
      : null,
    h("b", { class: "total", title: t("points_now") }, table.seats[seat].score.total),
  );
}

/** What is pointed at, or was tried. */
function active(lesson) {
  const { begin, pick, tried, answer, step, listeners } = lesson;
  const classes = answer && !answer.allowed ? "was-refused" : "";
  if (step === "place") {
    const slot = inHand(begin);
    const move = answer ? (answer.allowed || !tried.a ? null : tried) : pick.aim && lesson.placement(pick.aim);
    return {
      listeners: { ...listeners, onwheel: (event) => wheel(lesson, event) },
      classes,
      held: move && ghost(begin.rules.game, slot, move),
      fresh: answer?.allowed ? new Set([begin.domino]) : undefined,
    };
  }
  const aim = answer?.allowed ? null : answer ? tried.at : pick.aim;
  const spent = answer ? (answer.allowed ? [] : (tried.spend ?? [])) : pick.spend;
  return { listeners, classes, spots: aim ? [aim] : [], aim, taken: step === "fire" ? [begin.volcano] : spent };
}

function wheel(lesson, event) {
  event.preventDefault();
  lesson.turn(event.deltaY > 0 ? 1 : -1);
}

/** What one holds, and how it is tried. */
function doing(lesson, said) {
  const hint = h("p", { class: "faint" }, said.page[`hint_${lesson.step}`]);
  if (lesson.step === "place")
    return [
      h(
        "div",
        { class: "in-hand" },
        heldDomino(lesson.begin.rules.game, inHand(lesson.begin), lesson.pick.turn, { class: "held" }),
        h("button", { onclick: () => lesson.turn(1) }, icon("turn"), t("turn_domino"), h("kbd", {}, "R")),
      ),
      hint,
    ];
  if (lesson.step === "recruit") return [offer(lesson), hint, way(lesson, said)];
  return hint;
}

const inHand = (begin) => begin.line.find((candidate) => candidate.domino === begin.domino);

function offer(lesson) {
  const { begin, pick } = lesson;
  const one = (source) => (caveman) =>
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
  const row = (heading, source, cavemen) => [
    h("h3", {}, heading),
    h("ul", { class: `people from-${source}` }, cavemen.map(one(source))),
  ];
  return h(
    "div",
    { class: "offers" },
    row(t("cave"), "cave", begin.cave),
    row(t("pile", { count: begin.pile.length }), "pile", [...new Set(begin.pile)]),
  );
}

/** Whether the next press pays, or puts the tile down. */
function way(lesson, said) {
  const { isPaying } = lesson.pick;
  const button = (is, text) =>
    h("button", { "aria-pressed": String(isPaying === is), onclick: () => lesson.choose({ isPaying: is }) }, text);
  return h("div", { class: "row" }, button(true, `1. ${said.page.pay}`), button(false, `2. ${said.page.stand}`));
}

function tries(lesson, said) {
  const entries = Object.entries(lesson.tries);
  return h(
    "div",
    { class: "tries" },
    h("h3", {}, said.page.worth_trying),
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
                lesson.forget();
                lesson.send(move);
              },
            },
            said.tries[lesson.name][name],
          ),
        ),
      ),
    ),
  );
}

function ruling(lesson, said, links) {
  const { answer, begin } = lesson;
  return h(
    "div",
    { class: "ruling-place", role: "status" },
    answer
      ? h(
          "div",
          { class: `ruling ${answer.allowed ? "is-good" : "is-bad"}` },
          h(
            "p",
            {},
            icon(answer.allowed ? "check" : "close"),
            h("b", {}, said.page[answer.allowed ? "allowed" : "refused"]),
            answer.rule ? links(answer.rule) : null,
          ),
          answer.told.map((sentence) => h("p", {}, sentence)),
          answer.allowed && begin.seat !== null && !["draft", "claim"].includes(lesson.step)
            ? h("p", {}, points(lesson, said))
            : null,
          h("button", { onclick: lesson.again }, icon("undo"), said.page.again),
        )
      : null,
  );
}

function points({ begin, answer }, said) {
  const [before, after] = [begin, answer.table].map((table) => table.seats[begin.seat].score.total);
  return said.page[before === after ? "same_points" : "points"].replace("{before}", before).replace("{after}", after);
}

/** The points item by item; pointing at one lights up its squares. */
function score(lesson, seat) {
  const { rules, seats } = lesson.table;
  const light = (cells) => () => {
    lesson.lit = cells ? { seat, cells } : null;
    lesson.redraw();
  };
  return h(
    "ul",
    { class: "breakdown" },
    items(rules.game, seats[seat].score).map((item, index) => {
      const [on, off] = [light(item.cells.length ? item.cells : null), light(null)];
      return h(
        "li",
        { key: index },
        h(
          "button",
          { class: "plain item", onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off, onclick: on },
          h("span", {}, item.name),
          h("span", { class: "faint" }, item.sum),
          h("b", {}, item.points),
        ),
      );
    }),
  );
}

/** The dominoes on offer, with the chiefs that stand on them. */
function line(lesson, said) {
  const { begin, table, pick } = lesson;
  const now = [...table.next_line, ...table.line];
  const chief = begin.rules.game === "origins" ? "chief" : "king";
  return h(
    "ol",
    { class: "exercise-line", "aria-label": t("next_line") },
    begin.next_line.map((slot) => {
      const seat = now.find((candidate) => candidate.domino === slot.domino)?.seat ?? slot.seat;
      const owner = seat === null ? null : begin.seats[seat].name;
      const isChosen = (lesson.tried ? (lesson.tried.dominoes ?? [lesson.tried.domino]) : pick.dominoes).includes(
        slot.domino,
      );
      const label = [t("choose_domino", { domino: slot.domino }), owner, isChosen ? said.page.chosen : null]
        .filter(Boolean)
        .join(", ");
      return h(
        "li",
        { key: slot.domino },
        h(
          "button",
          {
            class: "slot",
            "aria-label": label,
            "aria-pressed": String(isChosen),
            onclick: () => lesson.take(slot.domino),
          },
          h("span", { class: "number" }, slot.domino),
          domino(begin.rules.game, slot),
          owner ? h("span", { class: `chief seat-${seat}` }, piece(chief), h("small", {}, owner)) : null,
        ),
      );
    }),
  );
}
