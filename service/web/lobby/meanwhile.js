// What of all that happened in our games while we were away is worth saying. Pure.

/**
 * A notice.
 * @typedef {object} Happening
 * @property {string} id
 * @property {string} kind
 * @property {string} at
 * @property {string | null} game
 * @property {string} title
 * @property {string} text
 * @property {string | null} table what is played, and with whom
 * @property {string} address
 * @property {boolean} is_read
 */
/** @typedef {{ since: string | null, until: string | null, notices: Happening[] }} Meanwhile */

const QUESTIONS = ["pause_asked", "undo_asked", "call_off_asked", "bot_asked"];
const IMPORTANT = [
  ...QUESTIONS,
  "finished",
  "cancelled",
  "timed_out",
  "pause_ended",
  "left",
  "rematch",
  "invited",
  "tournament_over",
  "tournament_off",
  "tournament_begun",
  "round_begun",
  "started",
  "joined",
];
const ABOUT_TURNS = ["turn", "time_short"];
const OWN_LAST_MOVE = 60_000; // milliseconds: a visit often ends with a move

/**
 * What is worth saying, the most important first, and of each game only that; not of turns, which are counted together.
 * @param {Meanwhile} meanwhile
 */
export function happenings({ notices }) {
  const ordered = notices
    .filter((notice) => !isTurn(notice) && !isAnswered(notice))
    .sort((one, other) => rank(one) - rank(other));
  return ordered.filter(({ game }, at) => !game || ordered.findIndex((other) => other.game === game) === at);
}

/** @param {Happening} notice */
const isAnswered = ({ kind, is_read }) => QUESTIONS.includes(kind) && is_read;

/** @param {Happening} notice */
const rank = ({ kind }) => (IMPORTANT.includes(kind) ? IMPORTANT.indexOf(kind) : IMPORTANT.length);

/**
 * The games that wait since then. Of those in which the move was made nobody has to hear.
 * @param {Meanwhile} meanwhile
 * @param {GameLine[]} waiting
 */
export const turns = ({ notices }, waiting) =>
  waiting.filter(({ game }) => notices.some((notice) => notice.game === game && isTurn(notice)));

/** @param {Happening} notice */
const isTurn = ({ kind }) => ABOUT_TURNS.includes(kind);

/**
 * The games in which others have moved meanwhile, and others are to move still.
 * @param {Meanwhile} meanwhile
 * @param {GameLine[]} others
 */
export function movedOn({ since, until, notices }, others) {
  if (!since || !until) return [];
  const [begin, end] = [Date.parse(since) + OWN_LAST_MOVE, Date.parse(until)];
  const isListed = (/** @type {GameLine} */ { game }) => notices.some((notice) => notice.game === game);
  return others.filter((line) => line.touched > begin && line.touched <= end && !isListed(line));
}

/**
 * What is said of it: with its title where no game says what it is about.
 * @type {(notice: Happening) => string}
 */
export const sentenceOf = ({ game, title, text }) => (game ? text : `${title}: ${text}`);
