// Reports of people, and the pairs that the nightly check has marked.

import { h } from "../core/dom.js";
import { shownName, t } from "../core/words.js";
import { timeText } from "../reporting/acts_view.js";

/** @type {(player: string, name: string | null | undefined) => ElementNode} */
export const moderatedName = (player, name) =>
  h("a", { class: "who", href: `/moderation/${encodeURIComponent(player)}` }, shownName(name ?? "Somebody"));

/**
 * @param {ModeratedReport[]} reports
 * @param {(report: ModeratedReport) => Child} below
 * @param {{ isNamed?: boolean }} options whether each says whom it is about
 */
export const reportList = (reports, below, { isNamed = true } = {}) =>
  h(
    "ul",
    { class: "moderated", role: "list" },
    reports.map((report) => reportLine(report, below(report), isNamed)),
  );

/**
 * @param {ModeratedReport} report
 * @param {Child} below
 * @param {boolean} isNamed
 */
const reportLine = (report, below, isNamed) =>
  h(
    "li",
    { key: report.number },
    h(
      "p",
      {},
      isNamed ? [h("b", {}, moderatedName(report.player, report.current_name ?? report.name)), " · "] : null,
      isNamed ? t(`offence_${report.reason}`) : h("b", {}, t(`offence_${report.reason}`)),
      report.game ? [" · ", h("a", { href: `/game/${report.game}` }, t("the_game"))] : null,
    ),
    report.name === report.current_name ? null : h("p", {}, t("name_then", { name: report.name })),
    report.said ? h("p", {}, t("said_then", { text: report.said })) : null,
    report.text ? h("q", {}, report.text) : null,
    h(
      "p",
      { class: "faint" },
      `#${report.number} · ${timeText(report.at)} · `,
      report.reporter ? moderatedName(report.reporter, report.reporter_name) : shownName("Somebody"),
    ),
    report.answer ? h("q", { class: "answered" }, report.answer) : null,
    below,
  );

/**
 * @param {Suspicion[]} pairs
 * @param {(pair: Suspicion) => Child} below
 */
export const suspicionList = (pairs, below) =>
  h(
    "ul",
    { class: "moderated", role: "list" },
    pairs.map((pair) =>
      h(
        "li",
        { key: pair.pair },
        h(
          "p",
          {},
          pair.players.map(({ player, name }, place) => [
            place ? " · " : null,
            h("b", {}, moderatedName(player, name)),
          ]),
        ),
        h("p", {}, pair.signs.map((sign) => t(`sign_${sign}`)).join(" · ")),
        h(
          "p",
          { class: "faint" },
          t("met_often", { count: pair.met }),
          pair.games.map((game, place) => [
            place ? " " : ": ",
            h(
              "a",
              { class: "pair-game", href: `/game/${game}`, "aria-label": t("game_of_pair", { number: place + 1 }) },
              place + 1,
            ),
          ]),
        ),
        below(pair),
      ),
    ),
  );
