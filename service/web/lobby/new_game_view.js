// The form for a new game: what is played, with whom, how fast, and a summary.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { listed, t, word } from "../core/words.js";
import { icon, piece } from "../drawing/pieces.js";
import { about, gameName, KINDS, LEVELS, SEATS, select, shortTitle, special, variantName } from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";
import {
  COMPANIES,
  COMPANY,
  OPEN,
  chosenVariants,
  clockOf,
  companyOf,
  hasEarnings,
  hasHints,
  isOpen,
  isRated,
  kindOf,
  offeredVariants,
  otherSeats,
  withCompany,
  withPrivacy,
  withRating,
} from "./new_game.js";
import { talkLevels } from "../ui/talk_levels.js";
import { ownName } from "./own_name.js";
import { pace, pills } from "./pace_view.js";

/** @typedef {import("../ui/game_kinds.js").Kind} Kind */
/** @typedef {import("../ui/game_kinds.js").KindName} KindName */

/** @typedef {import("./new_game.js").NewGame} NewGame */
/** @typedef {(changes: Partial<NewGame>) => void} SetChoice */

/** @type {(state: NewGame, set: SetChoice, problem: string, isOpening: boolean) => Child[]} */
export const newGameView = (state, set, problem, isOpening) => [
  h("h1", {}, t("new_game")),
  h(
    "div",
    { class: "new-columns" },
    h("div", { class: "new-choices" }, games(state, set), players(state, set), pace(state, set), extras(state, set)),
    summary(state, problem, isOpening),
  ),
];

/**
 * @param {NewGame} state
 * @param {SetChoice} set
 */
function games(state, set) {
  /** @type {(name: KindName, kind: Kind) => ElementNode} */
  const card = (name, kind) =>
    h(
      "label",
      { class: "choice kind", key: name },
      h("input", {
        type: "radio",
        name: "kind",
        value: name,
        checked: state.kind === name,
        onchange: () => set({ kind: name }),
      }),
      piece(kind.picture),
      h(
        "span",
        {},
        h("small", {}, kind.mode ? gameName(kind) : null),
        h("b", {}, shortTitle(kind)),
        h("span", { class: "faint" }, about(name)),
      ),
    );
  return h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("game")),
    h(
      "div",
      { class: "kinds" },
      Object.entries(KINDS).map(([name, kind]) => card(/** @type {KindName} */ (name), kind)),
    ),
    toRules(`/rules/${state.kind}`, shortTitle(kindOf(state))),
  );
}

/**
 * A link to the rules of a choice; it opens in a new tab, so that the form stays filled in.
 * @param {string} href
 * @param {string} name
 */
const toRules = (href, name) =>
  h("a", { class: "to-rules", href, target: "_blank" }, icon("list"), t("rules_of", { name }));

/**
 * @param {NewGame} state
 * @param {SetChoice} set
 */
function players(state, set) {
  /** @param {keyof typeof COMPANY} name */
  const way = (name) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", {
        type: "radio",
        name: "company",
        value: name,
        checked: companyOf(state) === name,
        onchange: () => set(withCompany(name)),
      }),
      icon(COMPANY[name]),
      h("span", {}, h("b", {}, t(`with_${name}`)), h("span", { class: "faint" }, t(`with_${name}_text`))),
    );
  return h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("players")),
    h("div", { class: "ways" }, COMPANIES.map(way)),
    h(
      "div",
      { class: "spread", role: "radiogroup", "aria-label": t("how_many") },
      h("span", {}, t("how_many")),
      pills("seats", SEATS, state.seats, (seats) => set({ seats })),
    ),
    h(
      "ol",
      { class: "chairs" },
      h(
        "li",
        { class: "seat-0" },
        h("span", { class: "dot" }),
        h("span", {}, session.me ? t("you_named", { name: session.me.name }) : t("you_there")),
      ),
      otherSeats(state).map((bot, number) => chair(state, set, bot, number)),
    ),
  );
}

/**
 * @param {NewGame} state
 * @param {SetChoice} set
 * @param {string} bot
 * @param {number} number
 */
function chair(state, set, bot, number) {
  const options = [
    [OPEN, t("free_seat")],
    ...LEVELS.map((level) => [level, `${t("bot_of_level", { level: word("levels", level) })}: ${about(level)}`]),
  ];
  /** @param {string} value */
  const choose = (value) => set({ others: state.others.map((level, at) => (at === number ? value : level)) });
  return h(
    "li",
    { class: `seat-${number + 1}` },
    h("span", { class: "dot" }),
    select(options, bot, choose, { "aria-label": t("seat_number", { number: number + 2 }) }),
  );
}

/**
 * @param {NewGame} state
 * @param {SetChoice} set
 */
function extras(state, set) {
  /**
   * @param {string} name
   * @param {string} heading
   * @param {string} text
   * @param {boolean} checked
   * @param {(is: boolean) => void} change
   */
  const box = (name, heading, text, checked, change) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", { type: "checkbox", name, checked, onchange: (event) => change(event.target.checked) }),
      h("span", {}, h("b", {}, heading), h("span", { class: "faint" }, text)),
    );
  /** @param {string} name */
  const toggle = (name) => (/** @type {boolean} */ is) => {
    const variants = new Set(state.variants);
    if (is) variants.add(name);
    else variants.delete(name);
    set({ variants });
  };
  return [
    h(
      "fieldset",
      { class: "card" },
      h("legend", {}, t("variants")),
      h(
        "div",
        { class: "boxes" },
        offeredVariants(state).map(({ name }) =>
          box(name, variantName(name), about(name), state.variants.has(name), toggle(name)),
        ),
        kindOf(state).game === "kingdomino"
          ? box("dynasty", t("dynasty"), about("dynasty"), state.dynasty, (dynasty) => set({ dynasty }))
          : null,
      ),
      toRules(kindOf(state).game === "origins" ? "/rules/variants#O14" : "/rules/variants#K6", t("variants")),
    ),
    h(
      "fieldset",
      { class: "card" },
      h("legend", {}, t("more_choices")),
      h(
        "div",
        { class: "boxes" },
        box("private", t("private"), t("private_text"), state.isPrivate, (isPrivate) => set(withPrivacy(isPrivate))),
        session.me?.account
          ? box("rated", t("rated"), t("rated_text"), isRated(state), (is) => set(withRating(state, is)))
          : h(
              "p",
              { class: "faint", key: "rated" },
              h("b", {}, t("rated")),
              ". ",
              t("rated_needs_account"),
              " ",
              h("a", { href: "/sign-in" }, t("sign_in")),
            ),
        isOpen(state) && !isRated(state)
          ? box("hints", t("hints_for_all"), t("hints_for_all_text"), state.hasHints, (is) => set({ hasHints: is }))
          : null,
        isOpen(state) && isRated(state)
          ? box("earnings", t("earn_rated"), t("earn_rated_text"), state.hasEarnings, (is) => set({ hasEarnings: is }))
          : null,
        isOpen(state)
          ? h(
              "label",
              { class: "spread", key: "talk" },
              h("span", {}, t("talk_level")),
              talkLevels(state.talk, (talk) => set({ talk })),
            )
          : null,
      ),
    ),
  ];
}

/**
 * @param {NewGame} state
 * @param {string} problem
 * @param {boolean} isOpening
 */
function summary(state, problem, isOpening) {
  const bots = otherSeats(state)
    .filter((bot) => bot !== OPEN)
    .map((bot) => t("bot_of_level", { level: word("levels", bot) }));
  const free = otherSeats(state).length - bots.length;
  const rows = [
    bots.length ? t("against", { who: listed(bots) }) : null,
    free ? t("open_seats", { count: free }) : null,
    clockText(clockOf(state)),
    ...special({ ...kindOf(state), variants: chosenVariants(state) }),
    state.dynasty && kindOf(state).game === "kingdomino" ? t("dynasty") : null,
    state.isPrivate ? t("private") : null,
    isRated(state) ? t("rated") : null,
    hasHints(state) ? t("hints_for_all") : null,
    hasEarnings(state) ? t("earn_rated") : null,
    isOpen(state) && state.talk !== "free" ? `${t("talk")}: ${t(`talk_level_${state.talk}`)}` : null,
  ];
  return h(
    "aside",
    { class: "card summary", "aria-label": t("your_game") },
    piece(kindOf(state).picture, "portrait"),
    h(
      "div",
      { class: "summary-text" },
      h("h2", {}, kindOf(state).mode ? h("small", {}, gameName(kindOf(state))) : null, shortTitle(kindOf(state))),
      h(
        "ul",
        {},
        rows.filter(Boolean).map((row) => h("li", {}, row)),
      ),
    ),
    problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
    isOpen(state) ? ownName() : null,
    h(
      "button",
      { class: "main big", disabled: isOpening },
      icon("play"),
      isOpen(state) ? t("open_the_table") : t("start_the_game"),
    ),
  );
}
