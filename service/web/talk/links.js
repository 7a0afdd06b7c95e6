// What a text names: steps of the game, squares of a territory, and people at the table.

const STEP = "(?:(?:step|schritt|stap|passo)\\s|#)(\\d{1,4})";
const SQUARE = "([a-m](?:1[0-3]|[1-9]))";

/** @typedef {{ text: string, step?: number, square?: Cell, isName?: boolean }} Part */

/**
 * The text in parts, in order; together they are the text.
 * @type {(text: string, names: string[]) => Part[]}
 */
export function parts(text, names) {
  const called = [...names].sort((one, other) => other.length - one.length).map(escaped);
  const people = called.length ? `|(@(?:${called.join("|")}))` : "";
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${STEP}|${SQUARE}${people})(?![\\p{L}\\d])`, "giu");
  /** @type {Part[]} */
  const found = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push(part(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** @type {(match: RegExpMatchArray) => Part} */
function part([text, step, square]) {
  if (step) return { text, step: Number(step) };
  return square ? { text, square: cellOf(square) } : { text, isName: true };
}

/** @type {(name: string) => Cell} as records write it, the hut on g7 */
const cellOf = (name) => [name.toLowerCase().charCodeAt(0) - "g".charCodeAt(0), Number(name.slice(1)) - 7];

/** @type {(text: string) => string} */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
