// The form in which somebody is reported to the moderators, and blocked with it if the reader likes.

import { h } from "../core/dom.js";
import { notice } from "../core/notices.js";
import { t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { block, LONGEST_TEXT, OFFENCES, OFFENCES_OF_NAME, sendReport } from "./complaints.js";

/** @typedef {{ player: string, name: string }} Reported */

/**
 * @param {object} options
 * @param {Reported[]} options.people at least one
 * @param {string} [options.game] in which it happened; without one, the name is reported
 * @param {string} [options.message] what was said there
 * @param {Redraw} options.redraw
 * @param {(isBlocked: boolean) => void} options.done when the report was sent
 */
export function reportForm({ people, game, message, redraw, done }) {
  const offences = game ? OFFENCES : OFFENCES_OF_NAME;
  let player = people.length === 1 ? people[0].player : "";
  let reason = "";
  let blocksToo = false;

  const form = smallForm("report", redraw, async ({ text = "" }) => {
    const about = message ? "message" : game ? "game" : "name";
    await sendReport({ about, player, reason, text, ...(game ? { game } : {}), ...(message ? { message } : {}) });
    if (blocksToo) await block(player);
    notice(t("report_sent"));
    done(blocksToo);
  });

  /** @type {(group: string, value: string, text: string, chosen: string, take: () => void) => ElementNode} */
  const choice = (group, value, text, chosen, take) =>
    h(
      "label",
      { class: "choice", key: value },
      h("input", {
        type: "radio",
        name: `report-${group}`,
        value,
        required: true,
        checked: value === chosen,
        onchange: () => {
          take();
          redraw();
        },
      }),
      h("span", {}, text),
    );

  const whom = () =>
    h(
      "fieldset",
      { key: "whom" },
      h("legend", {}, t("report_whom")),
      people.map((person) => choice("whom", person.player, person.name, player, () => (player = person.player))),
    );

  return () => [
    h(
      "h2",
      { id: "dialog-title" },
      people.length === 1 ? t("report_title", { name: people[0].name }) : t("report_somebody"),
    ),
    h("p", { class: "faint" }, t("report_note"), game ? null : [" ", t("report_in_game")]),
    h(
      "div",
      { class: "report", key: "report" },
      form.form(
        t("report_send"),
        people.length > 1 ? whom() : null,
        h(
          "fieldset",
          { key: "why" },
          h("legend", {}, t("report_why")),
          offences.map((name) => choice("why", name, t(`offence_${name}`), reason, () => (reason = name))),
        ),
        form.area("text", t("report_text"), { required: reason === "other", maxlength: LONGEST_TEXT, rows: 3 }),
        h(
          "label",
          { key: "block" },
          h("input", {
            type: "checkbox",
            checked: blocksToo,
            onchange: (event) => {
              blocksToo = event.target.checked;
            },
          }),
          t("block_too"),
        ),
      ),
      h(
        "button",
        { type: "button", onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() },
        t("close"),
      ),
    ),
  ];
}
