// A table that waits for players.

import { h } from "../core/dom.js";
import { me } from "../core/session.js";
import { shownName, t, word } from "../core/words.js";
import { ownName } from "../lobby/own_name.js";
import { kindOf, title } from "../ui/game_kinds.js";
import { invite } from "../ui/invite.js";
import { clockText } from "../ui/moments.js";
import { hourText } from "../ui/weekdays.js";
import { markAt } from "../ui/person_name.js";
import { chiefOf, icon, piece } from "../drawing/pieces.js";

/** @typedef {import("./game_actions.js").GameActions} GameActions */

const LONGEST = 120; // characters of a greeting

/**
 * @param {OpenTable} table
 * @param {SeatedPlayer[]} players
 * @param {{ game: GameActions }} actions
 * @param {Invitation | null} invitation
 */
export function waitingRoom(table, players, actions, invitation) {
  if (table.status === "cancelled") {
    return h(
      "section",
      { class: "card message" },
      h("h1", {}, t("cancelled_title")),
      h("p", {}, t("cancelled_text")),
      h("a", { class: "button main", href: "/new" }, t("new_game")),
    );
  }
  const name = invitation?.name && table.seat === null ? shownName(invitation.name) : null;
  return h(
    "section",
    { class: "card message waiting" },
    piece(kindOf(table.rules).picture, "portrait"),
    h("h1", {}, name ? t("invites_you", { name, game: title(table.rules) }) : title(table.rules)),
    h("p", {}, h("b", {}, clockText(table.clock?.control)), " ", h("span", { class: "faint" }, t("waiting_text"))),
    invitation?.greeting && !table.owner ? h("blockquote", { class: "greeting" }, invitation.greeting) : null,
    h(
      "ul",
      { class: "seats" },
      seatsOf(table, invitation).map(({ seat, kept }, number) =>
        h(
          "li",
          { key: number, class: `seat-${number} ${seat ? "" : "open"}` },
          piece(chiefOf(table.rules.game)),
          seat
            ? h(
                "b",
                {},
                seat.name,
                markAt(table, players, number),
                table.seat === number ? h("span", { class: "you" }, t("you")) : null,
              )
            : kept
              ? keptSeat(kept, actions)
              : h("span", {}, t("open_seat")),
          seat?.bot ? h("span", { class: "faint" }, word("levels", seat.bot)) : null,
        ),
      ),
    ),
    options(table),
    table.seat === null ? sittingDown(invitation, actions) : inviting(table, invitation, actions),
  );
}

/**
 * Who sits on each seat, or for whom it is kept: that is said to its owner.
 * @param {OpenTable} table
 * @param {Invitation | null} invitation
 */
function seatsOf(table, invitation) {
  const waited = [...(invitation?.invited ?? [])];
  return table.seats.map((seat) => ({ seat, kept: seat ? undefined : waited.shift() }));
}

/**
 * @param {Invitation["invited"][number]} kept
 * @param {{ game: GameActions }} actions
 */
function keptSeat({ player, name }, actions) {
  const text = t("kept_for", { name: shownName(name) });
  return [
    h("span", {}, text),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": `${t("take_invitation_back")}: ${text}`,
        onclick: () => actions.game.endInvitation(player),
      },
      t("take_invitation_back"),
    ),
  ];
}

/**
 * For those who have come.
 * @param {Invitation | null} invitation
 * @param {{ game: GameActions }} actions
 */
const sittingDown = (invitation, actions) => [
  invitation?.is_kept ? h("p", {}, t("kept_for_you")) : null,
  ownName(),
  h("button", { class: "main", onclick: actions.game.join }, t("join")),
  invitation?.is_kept
    ? h("button", { onclick: () => actions.game.endInvitation(me().player) }, t("decline_invitation"))
    : null,
];

/**
 * For those who sit there.
 * @param {OpenTable} table
 * @param {Invitation | null} invitation
 * @param {{ game: GameActions }} actions
 */
function inviting(table, invitation, { game }) {
  const address =
    invitation?.link ?? `${location.origin}/game/${table.id}${table.invite ? `?invite=${table.invite}` : ""}`;
  return [
    h("p", {}, t("invite_text")),
    invite(address),
    "share" in navigator
      ? h("button", { type: "button", onclick: () => game.shareInvite(title(table.rules), address) }, t("share_invite"))
      : null,
    invitation?.qr
      ? h(
          "svg",
          {
            class: "qr",
            viewBox: `0 0 ${invitation.size} ${invitation.size}`,
            role: "img",
            "aria-label": t("invite_qr"),
          },
          h("path", { d: invitation.qr }),
        )
      : null,
    table.owner
      ? [
          asking("invited", t("invite_by_name"), t("invite_them"), game.invite, { required: true, maxlength: 60 }),
          me().account
            ? asking("greeting", t("greeting"), t("greet"), game.greet, {
                maxlength: LONGEST,
                value: invitation?.greeting ?? "",
              })
            : null,
        ]
      : null,
    table.owner && table.invite ? h("button", { onclick: game.renewInvite }, t("new_link")) : null,
    h("button", { onclick: game.cancel }, t("cancel_game")),
  ];
}

/**
 * A line to fill in, with its button.
 * @param {string} name
 * @param {string} label
 * @param {string} button
 * @param {(text: string) => unknown} send
 * @param {Props} more
 */
const asking = (name, label, button, send, more) =>
  h(
    "form",
    {
      class: "one-line",
      key: name,
      onsubmit: (event) => {
        event.preventDefault();
        send(event.currentTarget.elements[name].value);
      },
    },
    h("label", {}, h("span", {}, label), h("input", { name, autocomplete: "off", ...more })),
    h("button", {}, button),
  );

/**
 * What those who sit down agree to. Only rated games among people can go without what a move earns.
 * @param {OpenTable} table
 */
function options({ seats, hints, rated, earnings, clock }) {
  const isContest = rated && seats.filter((seat) => !seat?.bot).length > 1;
  /** @type {(sign: string, name: string, text: string) => ElementNode} */
  const option = (sign, name, text) =>
    h("p", { key: name }, icon(sign), " ", h("b", {}, t(name)), " ", h("span", { class: "faint" }, text));
  const { days_off: daysOff, holidays, quiet } = clock?.time_off ?? {};
  const night = quiet && { begin: hourText(quiet.begin), end: hourText(quiet.end) };
  return [
    rated ? option("graph", "rated", t("rated_text")) : null,
    hints ? option("hint", "hints_for_all", t("hints_for_all_text")) : null,
    isContest ? option("eye", earnings ? "earnings_shown" : "earnings_hidden", t("earnings_text")) : null,
    daysOff ? option("pause", "rests_days_off", t("rests_days_off_text")) : null,
    holidays ? option("pause", "rests_holidays", t("rests_holidays_text")) : null,
    night ? option("pause", "rests_quiet", t("rests_quiet_text", night)) : null,
  ];
}
