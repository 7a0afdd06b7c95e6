// What the pages say, in the reader's language: `t` for our own sentences, `word` for the names of the editions.

import { untilItComes } from "./arriving.js";

/** @typedef {string | { [form in Intl.LDMLPluralRule]?: string } & { many: string }} Sentence */

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  nl: "Nederlands",
  it: "Italiano",
  fr: "Français",
  es: "Español",
  pl: "Polski",
  ja: "日本語",
};
export const language = document.documentElement.lang;
export const locale = language === "en" ? "en-GB" : language; // of dates: our English is British
export const assets = document.documentElement.dataset.assets ?? "";

const { page } = document.documentElement.dataset; // which the shell was made for
const everySentence = `${assets}/languages/${language}.json`;

const asJson = (/** @type {Response} */ answer) => answer.json();
const fetched = () => (page ? untilItComes(`${assets}/languages/${language}/${page}.json`, asJson) : fetchEverything());

/** @type {{ sentences: Record<string, Sentence>, words: any }} */
const first = await (enclosed() ?? fetched());
const { words } = first;
let { sentences } = first;
/** @type {Promise<void> | undefined} */
let others = page ? undefined : Promise.resolve();

/** What the shell brought to a browser that has none of our files. */
function enclosed() {
  const brought = document.getElementById("sentences")?.textContent;
  return brought ? JSON.parse(brought) : null;
}

/** @param {string} address */
async function fetchJson(address) {
  return (await fetch(address)).json();
}

/** For a page whose shell names no page: an embed. */
async function fetchEverything() {
  const files = [everySentence, `${assets}/words/${language}.json`];
  const [every, names] = await Promise.all(files.map((file) => untilItComes(file, asJson)));
  return { sentences: every, words: names };
}

let isEverySentence = !page;
let arrived = () => {};

/** @param {() => void} listener called when sentences have come that were missing */
export const onSentences = (listener) => (arrived = listener);

/** Settled when every sentence of the site can be said, not only those that the first page needs. */
export function everythingSaid() {
  others ??= fetchJson(everySentence).then(
    (all) => {
      sentences = all;
      isEverySentence = true;
    },
    (problem) => {
      others = undefined; // the next attempt may succeed
      throw problem;
    },
  );
  return others;
}

/**
 * Settled when a page can say what it has to.
 * @param {string} name
 */
export const sentencesOf = async (name) => name === page || everythingSaid();

/**
 * The sentence of this name with its gaps filled; where it depends on a number, `count` chooses the form.
 * @param {string} name
 * @param {object} values
 */
export function t(name, values = {}) {
  const sentence = sentences[name] ?? missing(name);
  const gaps = /** @type {Record<string, unknown>} */ (values);
  const template = typeof sentence === "string" ? sentence : formed(sentence, Number(gaps.count));
  return template.replace(/\{(\w+)\}/g, (_, gap) => String(gaps[gap] ?? ""));
}

/** @type {Intl.PluralRules | undefined} */
let plurals;

/**
 * The form that goes with a number in this language; `many` is said for every form that the language does not have.
 * @param {Exclude<Sentence, string>} forms
 * @param {number} count
 */
const formed = (forms, count) => forms[(plurals ??= new Intl.PluralRules(language)).select(count)] ?? forms.many;

/**
 * What is said in place of a sentence until it has come; a page should bring all that it says at first.
 * @param {string} name
 */
function missing(name) {
  if (isEverySentence) throw new Error(`no sentence is called ${name}`);
  reportError(new Error(`the sentences of this page have no ${name}`));
  everythingSaid().then(arrived, () => {});
  return "…";
}

/**
 * A name of the editions, as word("cavemen", "hunter"); of nouns the singular.
 * @param {string[]} path
 * @returns {string}
 */
export function word(...path) {
  const entry = path.reduce((branch, step) => branch?.[step], words);
  if (entry === undefined) throw new Error(`no word is called ${path.join(".")}`);
  return entry.one ?? entry;
}

const GIVEN = /^(?:Guest (\d{4})|(Pebble|Flint|Mammoth|Volcano)((?: [2-4])?))$/;

/**
 * A name in the reader's language, if it was given by the service: a guest's, a bot's or that of a departed player.
 * @param {string} name
 */
export function shownName(name) {
  if (name === "Somebody") return word("somebody");
  const [, guest, level, count] = GIVEN.exec(name) ?? [];
  if (guest) return word("guest").replace("{number}", guest);
  return level ? word("levels", level.toLowerCase()) + count : name;
}

/** @type {Intl.NumberFormat | undefined} */
let grouping; // made when it is first wanted: to load Intl takes a phone 60 ms

/** @param {number} value with a mark between its thousands */
export const grouped = (value) => (grouping ??= new Intl.NumberFormat(language)).format(value);

/**
 * A number as it is printed: with a real minus, and a fixed number of decimals.
 * @param {number} value
 */
export function figure(value, { digits = 0, isSigned = false } = {}) {
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: isSigned ? "exceptZero" : "negative", // never −0
  });
  return format.format(value).replace("-", "−");
}

/**
 * "a, b and c"
 * @param {string[]} items
 */
export const listed = (items) =>
  items.length < 2 ? items.join("") : items.slice(0, -1).join(words.between) + words.last_of_list + items.at(-1);

/** @param {string} name */
export function chooseLanguage(name) {
  saveCookie("language", name);
  location.reload();
}

/**
 * Saves a choice about the page itself where the server sees it too.
 * @param {string} name
 * @param {string} value
 */
export function saveCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}
