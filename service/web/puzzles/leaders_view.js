// The best first attempts at the puzzle of a day.

import { h } from "../core/dom.js";
import { language, shownName, t } from "../core/words.js";
import { kindMark } from "../ui/person_name.js";

const FEW = 10;
/** @param {string} name */
const unit = (name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" });
const [minutes, seconds] = [unit("minute"), unit("second")];
const HOUR = 3600;

/**
 * "2m 21s"; more than an hour is "> 60m".
 * @param {number | null} time
 */
export function taken(time) {
  if (time === null) return "–";
  if (time >= HOUR) return `> ${minutes.format(60)}`;
  const whole = Math.round(time);
  return whole < 60 ? seconds.format(whole) : `${minutes.format(Math.floor(whole / 60))} ${seconds.format(whole % 60)}`;
}

/** @param {Leaderboard} board */
export function leaders(board) {
  const { places } = board;
  const shown = places.filter((place, index) => index < FEW || place.you);
  return h(
    "section",
    { class: "leaders card", key: "leaders", "aria-labelledby": "leaders-title" },
    h("h2", { id: "leaders-title" }, t("leaderboard")),
    places.length
      ? h(
          "table",
          { class: "figures" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["rank_head", "name", "points_head", "hints", "time_head"].map((name, index) =>
                h("th", { scope: "col", class: index === 1 ? "" : "number" }, t(name)),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            shown.map((place) =>
              h(
                "tr",
                { key: place.rank, class: place.you ? "is-you" : "" },
                h("td", { class: "number" }, place.rank),
                h(
                  "th",
                  { scope: "row" },
                  shownName(place.name),
                  kindMark(place.kind),
                  place.you ? h("span", { class: "you" }, t("you")) : null,
                ),
                h("td", { class: "number" }, place.score ?? "–"),
                h("td", { class: "number" }, place.hints || "–"),
                h("td", { class: "number" }, taken(place.seconds)),
              ),
            ),
          ),
        )
      : h("p", { class: "faint" }, t("nobody_yet")),
    places.length ? h("p", { class: "faint" }, t("time_text")) : null,
    places.length && places.every(({ score }) => score === null)
      ? h("p", { class: "faint" }, t("scores_after_attempt"))
      : null,
  );
}
