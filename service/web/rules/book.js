// The rules as a book: which chapters there are, what they say, and where each rule stands.

import { get } from "../core/client.js";
import { assets, language } from "../core/words.js";

/** The number of a rule, such as O4 or K2a. */
export const NUMBER = /\b([OK]\d+a?)\b/;

/** @type {Promise<RuleBook> | null} */
let book = null;

/** The book in the reader's language; fetched once. */
export async function fetchBook() {
  book ??= Promise.all([get(`${assets}/rules/outline.json`), get(`${assets}/rules/${language}.json`)]).then(
    ([outline, texts]) => ({ outline, texts }),
  );
  try {
    return await book;
  } catch (problem) {
    book = null;
    throw problem;
  }
}

/**
 * The chapter in which a section stands.
 * @param {RuleChapter[]} outline
 * @param {string} section
 */
const chapterOf = (outline, section) =>
  outline.find(({ sections }) => sections.some(({ id }) => id === section)) ?? null;

/**
 * The chapter of this name, or the one in which the rule after the # stands.
 * @param {RuleChapter[]} outline
 * @param {string | undefined} name
 */
export const wantedChapter = (outline, name) =>
  outline.find(({ chapter }) => chapter === name) ?? chapterOf(outline, decodeURIComponent(location.hash.slice(1)));

/**
 * The address of a rule.
 * @param {RuleChapter[]} outline
 * @param {string} rule
 */
export const ruleAddress = (outline, rule) => `/rules/${chapterOf(outline, rule)?.chapter}#${rule}`;
