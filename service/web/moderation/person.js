// A person as moderators see them: what was reported and done about them, and what can be done.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { notice } from "../core/notices.js";
import { locale, shownName, t } from "../core/words.js";
import { replayable } from "../lobby/game_lines.js";
import { gameList } from "../lobby/game_list.js";
import { actLine } from "../reporting/acts_view.js";
import { smallForm } from "../ui/form.js";
import { select } from "../ui/game_kinds.js";
import { span } from "../ui/moments.js";
import { profileAddress } from "../ui/person_name.js";
import { actOn, ACTS, closeReport, DAYS, moderatedPerson, takeBack, TIMED } from "./desk.js";
import { actor, notForYou } from "./people_view.js";
import { reasonForms } from "./reason_view.js";
import { reportList } from "./reports_view.js";

const SECONDS_A_DAY = 86_400;
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long" });

/**
 * @param {string} player
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function moderated(player, redraw) {
  /** @type {ModeratedPerson | null} */
  let person = null;
  /** @type {Error | null} */
  let problem = null;
  let wanted = ACTS[0];
  let days = 7;

  async function load() {
    try {
      person = await moderatedPerson(player);
    } catch (error) {
      problem = asProblem(error);
    }
    redraw();
  }

  const acting = smallForm("act", redraw, async ({ reason, name = "", game = "" }) => {
    await actOn(player, { act: wanted, reason, days, name, game: game.trim() });
    notice(t("act_done"));
    await load();
  });

  const restoring = reasonForms("restore", redraw, async (number, reason) => {
    await takeBack(Number(number), reason);
    await load();
  });

  const closing = reasonForms("close", redraw, async (number, reason) => {
    await closeReport(Number(number), reason);
    await load();
  });

  /**
   * @param {string} key
   * @param {string} label
   * @param {[string, string][]} options
   * @param {string} value
   * @param {(value: string) => void} take
   */
  const chosen = (key, label, options, value, take) =>
    h(
      "label",
      { class: "field", key },
      h("span", {}, label),
      select(options, value, (choice) => {
        take(choice);
        redraw();
      }),
    );

  const form = () =>
    h(
      "section",
      { class: "card setting", key: "act", "aria-labelledby": "act-title" },
      h("h2", { id: "act-title" }, t("act_on_person")),
      acting.form(
        t(`do_${wanted}`),
        chosen(
          "kind",
          t("act_kind"),
          ACTS.map((act) => [act, t(`do_${act}`)]),
          wanted,
          (act) => (wanted = act),
        ),
        h("p", { class: "faint", key: "about" }, t(`does_${wanted}`)),
        TIMED.includes(wanted)
          ? chosen(
              "days",
              t("act_days"),
              DAYS.map((count) => [String(count), span(count * SECONDS_A_DAY)]),
              String(days),
              (count) => (days = Number(count)),
            )
          : null,
        wanted === "rename" ? acting.field("name", t("act_name"), { autocomplete: "off" }) : null,
        wanted === "remove" ? acting.field("game", t("act_game"), { required: false, autocomplete: "off" }) : null,
        acting.area("reason", t("act_reason"), { maxlength: 500, rows: 3 }),
      ),
    );

  /** @param {ModeratedPerson} shown */
  const history = ({ acts }) =>
    h(
      "section",
      { class: "card setting", key: "acts", "aria-labelledby": "acts-title" },
      h("h2", { id: "acts-title" }, t("acts_about")),
      acts.length
        ? h(
            "ul",
            { class: "moderated", role: "list" },
            acts.map((act) =>
              actLine(act, {
                by: actor(act),
                below: act.state === "in_force" ? restoring(String(act.number), t("take_act_back"), t("why")) : null,
              }),
            ),
          )
        : h("p", { class: "faint" }, t("no_acts")),
    );

  /** @param {ModeratedPerson} shown */
  const reports = ({ reports: about }) =>
    h(
      "section",
      { class: "card setting", key: "reports", "aria-labelledby": "reports-title" },
      h("h2", { id: "reports-title" }, t("reports_about")),
      about.length
        ? reportList(
            about,
            ({ number, closed }) => (closed ? null : closing(String(number), t("close_report"), t("close_reason"))),
            { isNamed: false },
          )
        : h("p", { class: "faint" }, t("no_reports")),
    );

  /** @param {ModeratedPerson} shown */
  const head = ({ name, account, since, role, neighbours, standing: { warnings } }) =>
    h(
      "div",
      { class: "page-head", key: "head" },
      h(
        "div",
        {},
        h("h1", {}, shownName(name)),
        h(
          "p",
          { class: "faint" },
          [
            role ? t("is_moderator") : account ? null : t("profile_guest"),
            t("profile_since", { day: day.format(new Date(since)) }),
            warnings ? t("warnings", { count: warnings }) : null,
            neighbours ? t("neighbours", { count: neighbours }) : null,
            player,
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "/moderation" }, t("moderation")),
        h("a", { class: "button", href: profileAddress(player) }, t("profile")),
      ),
    );

  function draw() {
    if (problem) return [notForYou(problem)];
    if (!person) return [h("p", { class: "faint", "aria-busy": "true", key: "busy" }, t("looking"))];
    return [
      h(
        "div",
        { key: "person", class: "page moderation" },
        head(person),
        h(
          "div",
          { class: "two" },
          h("div", { class: "sections" }, form(), reports(person)),
          h("div", { class: "sections" }, history(person)),
        ),
        gameList("games", t("finished_games"), person.games.map(replayable), {
          total: person.games.length,
          empty: h("p", {}, t("no_results_yet")),
        }),
      ),
    ];
  }

  load();
  return { title: () => (person ? shownName(person.name) : t("moderation")), draw };
}
