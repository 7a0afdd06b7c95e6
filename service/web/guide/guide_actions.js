// Following what the reader has learned, and leaving: for good, or to the next game.

import { withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { prefer, preferred } from "../core/preferences.js";
import { go } from "../core/router.js";
import { cancelTable, openTable } from "../lobby/seating.js";
import { openGuided } from "../lobby/guided.js";
import { FREE, HIRE, TOPICS } from "./topics.js";

/** @typedef {ReturnType<typeof guideActions>} GuideActions */
/** @typedef {import("./topics.js").Moment} Moment */
/** @typedef {import("./topics.js").Topic} Topic */

/** @param {TableRoom} room */
export function guideActions(room) {
  const name = `guide ${room.game}`;
  const learned = new Set(preferred(name, "").split(" ").filter(Boolean));
  /** @type {{ topic: Topic, acts: number, turn: number } | null} what is taught now, since when */
  let lesson = null;

  const topics = () => TOPICS[room.state.guide ?? ""] ?? [];

  /** @param {Topic} topic */
  function learn(topic) {
    learned.add(topic.name);
    prefer(name, [...learned].join(" "));
  }

  /** @param {Moment} moment */
  function note(moment) {
    for (const topic of topics()) if (!learned.has(topic.name) && topic.isDone?.(moment)) learn(topic);
    if (!lesson || learned.has(lesson.topic.name)) return;
    const { topic, acts, turn } = lesson;
    const hasActed = acts !== sum(moment.done);
    const hasTurned = topic.name === "rotate" && turn !== moment.pick.turn;
    if (hasTurned || (hasActed && (topic.isRead || topic.isFree))) learn(topic);
  }

  return {
    /** What is to be said now; may be asked again and again. */
    now() {
      const moment = momentOf(room);
      if (moment) note(moment);
      const left = [...topics().filter((one) => !learned.has(one.name)), FREE, HIRE];
      const topic = moment && left.find(({ when }) => when(moment));
      if (!topic || !moment) lesson = null;
      else if (lesson?.topic !== topic) lesson = { topic, acts: sum(moment.done), turn: moment.pick.turn };
      const count = topics().filter((one) => learned.has(one.name)).length;
      const isOver = room.state.tables[room.state.last]?.status === "over";
      return { topic, moment, count, all: topics().length, isOver };
    },
    /** @param {Topic} topic that was read */
    read(topic) {
      learn(topic);
      room.redraw();
    },
    next: once((/** @type {string} */ guide) => withNotice(() => openGuided(guide))),
    play: once((/** @type {Level} */ level) => {
      const { game, mode, seats } = /** @type {Rules} */ (room.rules);
      return withNotice(() => openTable({ rules: { game, mode, seats }, seats: [{ bot: level }] }));
    }),
    /** Throws the game away, if it is not over. */
    leave: once(async () => {
      const { tables, last } = room.state;
      if (tables[last]?.status === "running") await withNotice(() => cancelTable(room.game));
      await go("/");
    }),
  };
}

/** @type {(counts: Record<string, number>) => number} */
const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);

/** @type {(room: TableRoom) => Moment | null} */
function momentOf({ state, canMove }) {
  const table = state.tables[state.last];
  if (!table || !canMove || !state.choices) return null;
  /** @type {Record<string, number>} */
  const done = {};
  for (const { seat, type } of state.steps) if (seat === table.viewer) done[type] = (done[type] ?? 0) + 1;
  return { table, choices: state.choices, pick: state.pick, done };
}
