// Everything that waits for a moderator, the log of acts, and the way to a person.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { go } from "../core/router.js";
import { t } from "../core/words.js";
import { actLine } from "../reporting/acts_view.js";
import { smallForm } from "../ui/form.js";
import { actsBefore, closeReport, closeSuspicion, findPerson, openReports, suspicions } from "./desk.js";
import { actor, notForYou } from "./people_view.js";
import { reasonForms } from "./reason_view.js";
import { moderatedName, reportList, suspicionList } from "./reports_view.js";

const PAGE = 50; // entries of the log at a time

/** @param {number} count */
const tally = (count) => h("span", { class: "tally" }, count);

/**
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function overview(redraw) {
  /** @type {{ total: number, reports: ModeratedReport[], next?: number } | null} */
  let reports = null;
  /** @type {Suspicion[]} */
  let pairs = [];
  /** @type {ModeratedAct[]} */
  let acts = [];
  let isMore = false;
  /** @type {Error | null} */
  let problem = null;

  async function load() {
    try {
      [reports, pairs, acts] = await Promise.all([openReports(), suspicions(), actsBefore()]);
      isMore = acts.length === PAGE;
    } catch (error) {
      problem = asProblem(error);
    }
    redraw();
  }

  const older = () =>
    withNotice(async () => {
      const more = await actsBefore(acts.at(-1)?.number);
      acts = [...acts, ...more];
      isMore = more.length === PAGE;
      redraw();
    });

  const moreReports = () =>
    withNotice(async () => {
      const page = await openReports(reports?.next);
      reports = { ...page, reports: [...(reports?.reports ?? []), ...page.reports] };
      redraw();
    });

  const closing = reasonForms("close", redraw, async (number, reason) => {
    await closeReport(Number(number), reason);
    await load();
  });

  const settling = reasonForms("settle", redraw, async (pair, reason) => {
    await closeSuspicion(pair, reason);
    await load();
  });

  const finding = smallForm("find", redraw, async ({ name }) => {
    const { player } = await findPerson(name.trim());
    await go(`/moderation/${encodeURIComponent(player)}`);
  });

  const waiting = () =>
    h(
      "section",
      { class: "card setting", key: "reports", "aria-labelledby": "reports-title", "aria-busy": String(!reports) },
      h("h2", { id: "reports-title" }, t("open_reports"), reports?.total ? [" ", tally(reports.total)] : null),
      reports?.reports.length
        ? reportList(reports.reports, ({ number }) => closing(String(number), t("close_report"), t("close_reason")))
        : h("p", { class: "faint" }, t(reports ? "no_open_reports" : "looking")),
      reports?.next ? h("button", { onclick: moreReports }, t("show_older")) : null,
    );

  const suspicious = () =>
    h(
      "section",
      { class: "card setting", key: "pairs", "aria-labelledby": "pairs-title" },
      h("h2", { id: "pairs-title" }, t("suspicions"), pairs.length ? [" ", tally(pairs.length)] : null),
      h("p", { class: "faint" }, t("suspicions_text")),
      pairs.length
        ? suspicionList(pairs, ({ pair }) => settling(pair, t("close_suspicion"), t("close_reason")))
        : h("p", {}, t("no_suspicions")),
    );

  const log = () =>
    h(
      "section",
      { class: "card setting", key: "log", "aria-labelledby": "log-title" },
      h("h2", { id: "log-title" }, t("act_log")),
      acts.length
        ? h(
            "ul",
            { class: "moderated", role: "list" },
            acts.map((act) => actLine(act, { whom: moderatedName(act.player, act.player_name), by: actor(act) })),
          )
        : h("p", { class: "faint" }, t("no_acts")),
      isMore ? h("button", { onclick: older }, t("show_older")) : null,
    );

  const draw = () =>
    problem
      ? [notForYou(problem)]
      : [
          h(
            "div",
            { key: "moderation", class: "page moderation" },
            h("h1", {}, t("moderation")),
            h(
              "div",
              { class: "two" },
              h("div", { class: "sections" }, waiting(), suspicious()),
              h(
                "div",
                { class: "sections" },
                h(
                  "section",
                  { class: "card setting", key: "find", "aria-labelledby": "find-title" },
                  h("h2", { id: "find-title" }, t("find_person")),
                  finding.form(t("find"), finding.field("name", t("find_label"), { autocomplete: "off" })),
                ),
                log(),
              ),
            ),
          ),
        ];

  load();
  return { title: () => t("moderation"), draw };
}
