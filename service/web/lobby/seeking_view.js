// Looking for people to play with: the choices, and what we look for already.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { locale, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { DAYS, KINDS, SEATS, select, shortTitle, title } from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";
import { ownName } from "./own_name.js";

/** @typedef {import("./seeking.js").SeekChoice} SeekChoice */
/** @typedef {(changes: Partial<SeekChoice>) => void} SetSeek */

const MOST_AT_ONCE = 5;

/**
 * @param {SeekChoice} choice
 * @param {SetSeek} set
 * @param {{ look: () => void, isLooking: boolean, seeks: Seek[], withdraw: (seek: Seek) => void }} state
 * @param {() => ElementNode} suggested opponents, for accounts
 */
export const seeking = (choice, set, { look, isLooking, seeks, withdraw }, suggested) =>
  h(
    "section",
    { class: "card seeking", key: "seeking", "aria-labelledby": "seeking-title" },
    h("h2", { id: "seeking-title" }, t("play_somebody")),
    h("p", { class: "faint" }, t("seek_text")),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          look();
        },
      },
      h(
        "div",
        { class: "seek-choice" },
        field(
          t("game"),
          select(
            Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)]),
            choice.kind,
            (kind) => set({ kind: /** @type {SeekChoice["kind"]} */ (kind) }),
          ),
        ),
        field(
          t("pace"),
          select(
            DAYS.map((days) => [String(days), clockText({ type: "days", days })]),
            String(choice.days),
            (days) => set({ days: Number(days) }),
          ),
        ),
        field(
          t("seek_seats"),
          select(
            SEATS.map((seats) => [String(seats), String(seats)]),
            String(choice.seats),
            (seats) => set({ seats: Number(seats) }),
          ),
        ),
        ownName(),
        h("button", { class: "main", disabled: isLooking }, icon("person"), t("play_somebody")),
      ),
      session.me?.account ? more(choice, set) : null,
    ),
    session.me?.account ? suggested() : null,
    seeks.length
      ? [
          h("h3", { id: "seeks-title" }, t("your_seeks")),
          h(
            "ul",
            { class: "seeks", role: "list", "aria-labelledby": "seeks-title" },
            seeks.map((seek) => line(seek, withdraw)),
          ),
        ]
      : null,
  );

/**
 * @param {string} label
 * @param {ElementNode} input
 */
const field = (label, input) => h("label", { key: label }, h("span", {}, label), input);

/**
 * What accounts may choose besides.
 * @param {SeekChoice} choice
 * @param {SetSeek} set
 */
function more(choice, set) {
  /** @type {(name: "isRated" | "stands", text: string) => ElementNode} */
  const box = (name, text) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", {
        type: "checkbox",
        name,
        checked: choice[name],
        onchange: (event) => set({ [name]: event.target.checked }),
      }),
      text,
    );
  /** @type {(name: "lowest" | "highest") => ElementNode} */
  const rating = (name) =>
    field(
      t(`seek_${name}`),
      h("input", {
        type: "number",
        name,
        step: "any",
        inputmode: "decimal",
        placeholder: t("seek_any"),
        value: choice[name] === null ? "" : String(choice[name]),
        oninput: (event) => set({ [name]: event.target.value === "" ? null : event.target.valueAsNumber }),
      }),
    );
  return h(
    "details",
    { class: "seek-more" },
    h("summary", {}, t("more_choices")),
    h(
      "div",
      { class: "seek-choice" },
      box("isRated", t("rated")),
      box("stands", t("seek_stands")),
      choice.stands
        ? field(
            t("seek_at_once"),
            select(
              Array.from({ length: MOST_AT_ONCE }, (_, at) => [String(at + 1), String(at + 1)]),
              String(choice.atOnce),
              (atOnce) => set({ atOnce: Number(atOnce) }),
            ),
          )
        : null,
      rating("lowest"),
      rating("highest"),
    ),
  );
}

/**
 * @param {Seek} seek
 * @param {(seek: Seek) => void} withdraw
 */
function line(seek, withdraw) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(seek.until));
  const details = [
    clockText(seek.clock),
    seek.rated ? t("rated") : null,
    seek.lowest === null ? null : `${t("seek_lowest")} ${seek.lowest}`,
    seek.highest === null ? null : `${t("seek_highest")} ${seek.highest}`,
    seek.games.length ? t("seek_games", { count: seek.games.length }) : null,
    t("seek_until", { day }),
  ];
  return h(
    "li",
    { key: seek.id },
    h("div", {}, h("b", {}, title(seek.rules)), h("p", { class: "faint" }, details.filter(Boolean).join(" · "))),
    h(
      "button",
      {
        type: "button",
        onclick: () => withdraw(seek),
        "aria-label": `${t("seek_withdraw")}: ${title(seek.rules)}, ${clockText(seek.clock)}`,
      },
      t("seek_withdraw"),
    ),
  );
}
