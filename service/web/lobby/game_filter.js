// Which of one's own games are wanted: as an address says it, and whether a line fits. Pure: the caller says how things
// are called.

/**
 * In the language of the reader.
 * @typedef {{ title: (rules: Rules) => string, name: (name: string) => string }} Called
 */

/**
 * All texts; "" wants everything.
 * @typedef {{ text: string, opponent: string, kind: string, turn: string, starred: string }} GameFilter
 */

/** @type {GameFilter} */
export const EVERYTHING = { text: "", opponent: "", kind: "", turn: "", starred: "" };
const NAMES = /** @type {(keyof GameFilter)[]} */ (Object.keys(EVERYTHING));

/**
 * @param {string} search as in an address
 * @returns {GameFilter}
 */
export function readFilter(search) {
  const given = new URLSearchParams(search);
  return { ...EVERYTHING, ...Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ""])) };
}

/** @param {GameFilter} filter the search that says the same; "" if everything is wanted */
export function writeFilter(filter) {
  const wanted = new URLSearchParams(NAMES.filter((name) => filter[name]).map((name) => [name, filter[name]]));
  return wanted.size ? `?${wanted}` : "";
}

/** @param {GameFilter} filter */
export const wantsAll = (filter) => NAMES.every((name) => !filter[name].trim());

/** @param {GameLine} line */
export const kindName = ({ rules }) => rules.mode ?? rules.game;

/**
 * The names of the people and bots that play against somebody.
 * @param {GameLine} line
 * @param {string} player
 * @param {Called} called
 */
export const opponents = (line, player, { name }) =>
  line.seats.filter((seat) => seat.name && seat.player !== player).map((seat) => name(seat.name ?? ""));

/**
 * @param {GameLine} line
 * @param {GameFilter} filter
 * @param {string} player whose games they are
 * @param {Called} called
 */
export function fits(line, filter, player, called) {
  const names = opponents(line, player, called);
  const isMine = line.status === "running" && line.turn !== null && line.seats[line.turn].player === player;
  return (
    (!filter.opponent || names.includes(filter.opponent)) &&
    (!filter.kind || kindName(line) === filter.kind) &&
    (!filter.turn || (line.status === "running" && isMine === (filter.turn === "mine"))) &&
    (!filter.starred || line.is_starred === true) &&
    holds([line.label ?? "", called.title(line.rules), ...names], filter.text)
  );
}

/**
 * Whether each word is found somewhere, whatever its accents and capitals.
 * @param {string[]} texts
 * @param {string} wanted
 */
function holds(texts, wanted) {
  const all = plain(texts.join("\n"));
  return plain(wanted)
    .split(/\s+/)
    .every((part) => all.includes(part));
}

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
