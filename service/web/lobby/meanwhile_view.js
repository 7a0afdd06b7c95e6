// "Since you were here": the first thing that somebody sees who returns.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { ago } from "../ui/moments.js";
import { happenings, movedOn, sentenceOf, turns } from "./meanwhile.js";

/** @typedef {import("./meanwhile.js").Happening} Happening */

const AT_FIRST = 4;
/** @type {Record<string, string>} */
const ICONS = {
  timed_out: "clock",
  started: "play",
  finished: "flag",
  cancelled: "close",
  joined: "person",
  rematch: "turn",
  left: "bot",
  pause_asked: "pause",
  pause_begun: "pause",
  pause_refused: "clock",
  pause_ended: "clock",
  time_given: "clock",
  undo_asked: "undo",
  call_off_asked: "close",
  bot_asked: "bot",
  question_refused: "close",
  tournament_begun: "play",
  round_begun: "play",
  round_rests: "pause",
  tournament_over: "flag",
  tournament_off: "close",
};

/**
 * @param {import("./meanwhile.js").Meanwhile} meanwhile
 * @param {{ waiting: GameLine[], others: GameLine[] }} games
 * @param {{ isWhole: boolean, showAll: () => void, seen: () => void }} options
 */
export function meanwhileCard(meanwhile, { waiting, others }, { isWhole, showAll, seen }) {
  const happened = happenings(meanwhile);
  const due = turns(meanwhile, waiting);
  const moved = movedOn(meanwhile, others);
  if (!meanwhile.since || !(happened.length + due.length + moved.length)) return null;
  const shown = isWhole ? happened : happened.slice(0, AT_FIRST);
  return h(
    "section",
    { class: "card meanwhile", key: "meanwhile", "aria-labelledby": "meanwhile-title" },
    h(
      "div",
      { class: "list-head" },
      h("h2", { id: "meanwhile-title" }, t("while_away")),
      h("span", { class: "faint" }, t("meanwhile_since", { ago: ago(Date.parse(meanwhile.since)) })),
    ),
    h(
      "ul",
      { role: "list" },
      together("play", "meanwhile_turns", due, "waiting"),
      shown.map(happening),
      together("forward", "meanwhile_moved", moved, "others"),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: seen }, icon("check"), t("meanwhile_seen")),
      shown.length < happened.length
        ? h(
            "button",
            { type: "button", class: "plain", onclick: showAll },
            t("meanwhile_more", { count: happened.length - shown.length }),
          )
        : null,
    ),
  );
}

/** @param {Happening} notice */
const happening = (notice) =>
  h(
    "li",
    { key: notice.id, class: "happened" },
    icon(ICONS[notice.kind] ?? "list"),
    h("a", { href: notice.address }, sentenceOf(notice)),
    h("span", { class: "faint" }, [notice.table, ago(Date.parse(notice.at))].filter(Boolean).join(" · ")),
  );

/**
 * Several games in one line, which leads to the only one, or to their list.
 * @type {(picture: string, name: string, games: GameLine[], list: string) => Child}
 */
const together = (picture, name, games, list) =>
  games.length
    ? h(
        "li",
        { key: name, class: "happened" },
        icon(picture),
        h(
          "a",
          { href: games.length === 1 ? `/game/${games[0].game}` : `#list-${list}` },
          t(name, { count: games.length }),
        ),
      )
    : null;
