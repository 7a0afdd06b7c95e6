// Suggested opponents, behind a heading that opens them.

import { h } from "../core/dom.js";
import { figure, shownName, t } from "../core/words.js";
import { personName } from "../ui/person_name.js";

/** @typedef {import("./suggested.js").Opponent} Opponent */

/**
 * @param {{ people: Opponent[] | null, problem: string, isOpen: boolean }} shown
 * @param {{ open: (is: boolean) => void, invite: (opponent: Opponent) => unknown }} actions
 */
export const suggestedView = ({ people, problem, isOpen }, { open, invite }) =>
  h(
    "details",
    {
      class: "seek-more suggested",
      key: "suggested",
      open: isOpen,
      ontoggle: ({ currentTarget }) => open(currentTarget.open),
    },
    h("summary", {}, t("suggested")),
    h("p", { class: "faint" }, t("suggested_text")),
    h("p", { class: "problem", role: "alert" }, problem),
    isOpen && !people && !problem ? h("p", { class: "faint", "aria-busy": "true" }, t("loading")) : null,
    people?.length
      ? h(
          "ul",
          { class: "seeks", role: "list" },
          people.map((opponent) => line(opponent, invite)),
        )
      : null,
    people && !people.length ? h("p", {}, t("suggested_none")) : null,
  );

/** @type {(opponent: Opponent, invite: (opponent: Opponent) => unknown) => ElementNode} */
function line(opponent, invite) {
  const { player, rating, finished, has_met: hasMet } = opponent;
  const name = shownName(opponent.name);
  const share = finished === null ? null : `${Math.floor(finished * 100)} %`;
  const details = [
    rating === null ? null : t("seat_rating", { rating: figure(rating, { digits: 1 }) }),
    share && t("seat_share", { share }),
    hasMet ? t("suggested_met") : null,
  ];
  return h(
    "li",
    { key: player },
    h("div", {}, personName(name, player), h("p", { class: "faint" }, details.filter(Boolean).join(" · "))),
    h(
      "button",
      { type: "button", "aria-label": `${t("invite_them")}: ${name}`, onclick: () => invite(opponent) },
      t("invite_them"),
    ),
  );
}
