// What the pages say, in the reader's language: `t` for our own sentences, `word` for the names of the editions.

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands", it: "Italiano" };
export const language = document.documentElement.lang;
export const assets = document.documentElement.dataset.assets;

const [sentences, words] = await Promise.all(
  [`${assets}/languages/${language}.json`, `${assets}/words/${language}.json`].map(async (address) =>
    (await fetch(address)).json(),
  ),
);

/** The sentence of this name with its gaps filled; where it depends on a number, `count` chooses the form. */
export function t(name, gaps = {}) {
  const found = sentences[name];
  if (found === undefined) throw new Error(`no sentence is called ${name}`);
  const template = typeof found === "string" ? found : gaps.count === 1 ? found.one : found.many;
  return template.replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? "");
}

/** A name of the editions, as word("cavemen", "hunter"); of nouns the form for one. */
export function word(...path) {
  const found = path.reduce((known, step) => known?.[step], words);
  if (found === undefined) throw new Error(`no word is called ${path.join(".")}`);
  return found.one ?? found;
}

export const number = new Intl.NumberFormat(language);

/** "a, b and c" */
export const listed = (items) =>
  items.length < 2 ? items.join("") : items.slice(0, -1).join(", ") + words.last_of_list + items.at(-1);

export function choose(name) {
  remember("language", name);
  location.reload();
}

/** A choice about the page itself, kept where the server sees it too. */
export function remember(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}
