// A new game: everything has a default, so that one press starts it.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { listed, t, word } from "../core/words.js";
import {
  about,
  bank,
  BANKS,
  chosenOf,
  DAYS,
  KINDS,
  LEVELS,
  SEATS,
  shortTitle,
  special,
  variantName,
  VARIANTS,
  gameName,
} from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";
import { icon, piece } from "../drawing/pieces.js";
import { open } from "../lobby/seating.js";

const OPEN = "open";
const CUSTOM = "custom";
const HOUR = 3_600;
const COMPANY = { bots: "bot", friends: "link", anybody: "person" };

const defaults = () => ({
  kind: "discovery",
  seats: 2,
  others: ["flint", "flint", "flint"],
  variants: new Set(
    Object.values(VARIANTS)
      .flat()
      .filter(({ usual }) => usual)
      .map(({ name }) => name),
  ),
  dynasty: false,
  clock: null,
  days: 3,
  bank: "1",
  custom: { days: 2, hours: 4 },
  successor: "flint",
  isPrivate: false,
  isRated: false,
  hasHints: false,
});

export function start(at, redraw) {
  const state = { ...defaults(), ...wished(new URLSearchParams(location.search).get("with")) };
  let problem = null;
  let isOpening = false;

  const set = (changes) => {
    Object.assign(state, changes);
    problem = null;
    redraw();
  };

  async function begin(event) {
    event.preventDefault();
    isOpening = true;
    redraw();
    try {
      await open(asked(state));
    } catch (caught) {
      if (caught.status === undefined) throw caught;
      problem = caught;
    }
    isOpening = false;
    redraw();
  }

  const draw = () => [
    h(
      "form",
      { key: "new", class: "page new", onsubmit: begin },
      h("h1", {}, t("new_game")),
      h(
        "div",
        { class: "new-columns" },
        h(
          "div",
          { class: "new-choices" },
          games(state, set),
          players(state, set),
          pace(state, set),
          extras(state, set),
        ),
        summary(state, problem, isOpening),
      ),
    ),
  ];

  return { title: () => t("new_game"), draw };
}

const kind = (state) => KINDS[state.kind];
const others = (state) => state.others.slice(0, state.seats - 1);
const offered = (state) => VARIANTS[kind(state).game].filter(({ seats }) => !seats || seats === state.seats);
const chosen = (state) =>
  offered(state)
    .map(({ name }) => name)
    .filter((name) => state.variants.has(name));
const hasHints = (state) => state.hasHints && isOpen(state) && !state.isRated;
const isOpen = (state) => others(state).includes(OPEN);

function clock(state) {
  if (state.clock === "days") return { type: "days", days: state.days };
  if (state.clock !== "bank") return null;
  if (state.bank !== CUSTOM) return bank(...BANKS[state.bank]);
  return bank(Math.round(state.custom.days * 24 * HOUR), Math.round(state.custom.hours * HOUR));
}

/** What the service is asked for. */
function asked(state) {
  const { game, mode } = kind(state);
  return {
    rules: { game, mode, seats: state.seats, variants: chosen(state) },
    seats: others(state).map((bot) => (bot === OPEN ? {} : { bot })),
    ...(clock(state) ? { clock: clock(state) } : {}),
    successor: state.successor,
    private: state.isPrivate,
    rated: state.isRated,
    hints: hasHints(state),
    dynasty: state.dynasty && game === "kingdomino",
  };
}

function games(state, set) {
  const card = ([name, known]) =>
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
      piece(known.picture),
      h(
        "span",
        {},
        h("small", {}, known.mode ? gameName(known) : null),
        h("b", {}, shortTitle(known)),
        h("span", { class: "faint" }, about(name)),
      ),
    );
  return h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("game")),
    h("div", { class: "kinds" }, Object.entries(KINDS).map(card)),
    toRules(`/rules/${state.kind}`, shortTitle(kind(state))),
  );
}

/** The rules of what can be chosen here, beside the page, so that what was chosen stays. */
const toRules = (href, name) =>
  h("a", { class: "to-rules", href, target: "_blank" }, icon("list"), t("rules_of", { name }));

/** What follows from playing with bots, friends or anybody. */
function wished(name) {
  if (!(name in COMPANY)) return {};
  const isBots = name === "bots";
  return {
    others: Array(3).fill(isBots ? "flint" : OPEN),
    isPrivate: name === "friends",
    clock: isBots ? null : "days",
  };
}

/** The same seen from behind. */
function company(state) {
  if (!isOpen(state)) return "bots";
  return state.isPrivate ? "friends" : "anybody";
}

function players(state, set) {
  const way = (name) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", {
        type: "radio",
        name: "company",
        value: name,
        checked: company(state) === name,
        onchange: () => set(wished(name)),
      }),
      icon(COMPANY[name]),
      h("span", {}, h("b", {}, t(`with_${name}`)), h("span", { class: "faint" }, t(`with_${name}_text`))),
    );
  return h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("players")),
    h("div", { class: "ways" }, Object.keys(COMPANY).map(way)),
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
      others(state).map((bot, number) => chair(state, set, bot, number)),
    ),
  );
}

function chair(state, set, bot, number) {
  const options = [
    [OPEN, t("free_seat")],
    ...LEVELS.map((level) => [level, `${t("bot_of_level", { level: word("levels", level) })}: ${about(level)}`]),
  ];
  const choose = (value) => set({ others: state.others.map((known, at) => (at === number ? value : known)) });
  return h(
    "li",
    { class: `seat-${number + 1}` },
    h("span", { class: "dot" }),
    chosenOf(options, bot, choose, { "aria-label": t("seat_number", { number: number + 2 }) }),
  );
}

const pills = (name, values, value, choose, text = String) =>
  h(
    "div",
    { class: "pills" },
    values.map((known) =>
      h(
        "label",
        { class: "choice pill", key: known },
        h("input", { type: "radio", name, value: known, checked: known === value, onchange: () => choose(known) }),
        text(known),
      ),
    ),
  );

function pace(state, set) {
  const way = (name, heading, text, more) =>
    h(
      "div",
      { class: "pace", key: heading },
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "clock",
          checked: state.clock === name,
          onchange: () => set({ clock: name }),
        }),
        h("span", {}, h("b", {}, heading), h("span", { class: "faint" }, text)),
      ),
      state.clock === name ? more : null,
    );
  const banks = [...BANKS.map((known, at) => [String(at), clockText(bank(...known))]), [CUSTOM, t("own_bank")]];
  const amount = (field, label, most) =>
    h(
      "label",
      {},
      h("input", {
        type: "number",
        min: 0,
        max: most,
        step: "any",
        required: true,
        inputmode: "decimal",
        value: String(state.custom[field]),
        oninput: (event) => set({ custom: { ...state.custom, [field]: event.target.valueAsNumber || 0 } }),
      }),
      label,
    );
  return h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("pace")),
    way(null, t("no_clock"), t("no_clock_text")),
    way(
      "days",
      t("days_clock"),
      t("days_clock_text"),
      h(
        "div",
        { class: "spread", role: "radiogroup", "aria-label": t("days_clock") },
        pills("days", DAYS, state.days, (days) => set({ days })),
      ),
    ),
    way(
      "bank",
      t("bank_clock"),
      t("bank_clock_text"),
      h(
        "div",
        { class: "spread" },
        chosenOf(banks, state.bank, (value) => set({ bank: value }), { "aria-label": t("bank_clock") }),
        state.bank === CUSTOM
          ? [amount("days", t("days_at_start"), 366), amount("hours", t("hours_per_turn"), 366)]
          : null,
      ),
    ),
    state.clock === null && !isOpen(state)
      ? null
      : h(
          "label",
          { class: "spread" },
          h("span", {}, t("successor")),
          chosenOf(
            LEVELS.map((level) => [level, t("bot_of_level", { level: word("levels", level) })]),
            state.successor,
            (successor) => set({ successor }),
          ),
        ),
  );
}

function extras(state, set) {
  const box = (name, heading, text, checked, change) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", { type: "checkbox", name, checked, onchange: (event) => change(event.target.checked) }),
      h("span", {}, h("b", {}, heading), h("span", { class: "faint" }, text)),
    );
  const toggle = (name) => (is) => {
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
        offered(state).map(({ name }) =>
          box(name, variantName(name), about(name), state.variants.has(name), toggle(name)),
        ),
        kind(state).game === "kingdomino"
          ? box("dynasty", t("dynasty"), about("dynasty"), state.dynasty, (dynasty) => set({ dynasty }))
          : null,
      ),
      toRules(kind(state).game === "origins" ? "/rules/variants#O14" : "/rules/variants#K6", t("variants")),
    ),
    h(
      "fieldset",
      { class: "card" },
      h("legend", {}, t("more_choices")),
      h(
        "div",
        { class: "boxes" },
        box("private", t("private"), t("private_text"), state.isPrivate, (isPrivate) => set({ isPrivate })),
        box("rated", t("rated"), t("rated_text"), state.isRated, (isRated) => set({ isRated })),
        isOpen(state) && !state.isRated
          ? box("hints", t("hints_for_all"), t("hints_for_all_text"), state.hasHints, (is) => set({ hasHints: is }))
          : null,
      ),
    ),
  ];
}

function summary(state, problem, isOpening) {
  const bots = others(state)
    .filter((bot) => bot !== OPEN)
    .map((bot) => t("bot_of_level", { level: word("levels", bot) }));
  const free = others(state).length - bots.length;
  const rows = [
    bots.length ? t("against", { who: listed(bots) }) : null,
    free ? t("open_seats", { count: free }) : null,
    clockText(clock(state)),
    ...special({ ...kind(state), variants: chosen(state) }),
    state.dynasty && kind(state).game === "kingdomino" ? t("dynasty") : null,
    state.isPrivate ? t("private") : null,
    state.isRated ? t("rated") : null,
    hasHints(state) ? t("hints_for_all") : null,
  ];
  return h(
    "aside",
    { class: "card summary", "aria-label": t("your_game") },
    piece(kind(state).picture, "portrait"),
    h(
      "div",
      { class: "summary-text" },
      h("h2", {}, kind(state).mode ? h("small", {}, gameName(kind(state))) : null, shortTitle(kind(state))),
      h(
        "ul",
        {},
        rows.filter(Boolean).map((row) => h("li", {}, row)),
      ),
    ),
    problem ? h("p", { class: "problem", role: "alert" }, problem.message) : null,
    h(
      "button",
      { class: "main big", disabled: isOpening },
      icon("play"),
      isOpen(state) ? t("open_the_table") : t("start_the_game"),
    ),
  );
}
