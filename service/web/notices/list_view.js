// The list that the bell opens: what the reader was informed of. On a phone it is a sheet that comes from below.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { onOwnNotices } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { ago } from "../ui/moments.js";
import { markAllRead, markRead, ownNotices } from "./notices.js";

/** @typedef {import("./notices.js").ShownNotice} ShownNotice */

/** @type {Record<import("./notices.js").Kind, string>} */
const ICONS = {
  turn: "play",
  time_short: "clock",
  started: "forward",
  finished: "graph",
  cancelled: "close",
  joined: "person",
  rematch: "fork",
  invited: "person",
  left: "bot",
  timed_out: "bot",
  pause_asked: "pause",
  pause_begun: "pause",
  pause_refused: "clock",
  pause_ended: "clock",
  time_given: "clock",
  undo_asked: "undo",
  call_off_asked: "close",
  bot_asked: "bot",
  question_refused: "close",
  message: "talk",
  mention: "talk",
  plan_moved: "play",
  plan_stopped: "hint",
  tournament_begun: "forward",
  round_begun: "forward",
  round_rests: "pause",
  tournament_over: "flag",
  tournament_off: "close",
  moderation: "eye",
  puzzle: "hint",
  streak: "hint",
  unreachable: "mute",
};

/** @type {import("./notices.js").NoticeList | null} */
let list = null; // null until the service has answered
let stopFollowing = () => {};

/**
 * @param {() => void} closed
 * @param {Redraw} redraw
 */
export function noticeList(closed, redraw) {
  /** @param {() => Promise<import("./notices.js").NoticeList>} ask */
  const take = (ask) =>
    withNotice(async () => {
      list = await ask();
      redraw();
    });
  const load = () => take(ownNotices);
  /** @param {HTMLDialogElement} dialog */
  const open = (dialog) => {
    dialog.showModal();
    load();
    const stop = onOwnNotices(load);
    stopFollowing = () => stop();
  };
  const close = () => {
    stopFollowing();
    closed();
  };
  return h(
    "dialog",
    {
      class: "notice-sheet",
      key: "notice-list",
      created: open,
      onclose: close,
      onclick: (event) => {
        if (event.target === event.currentTarget) event.currentTarget.close(); // beside the sheet
      },
      "aria-labelledby": "notice-list-title",
    },
    h("div", { class: "notice-sheet-inside" }, head(take), list ? lines(list.notices, take) : h("p", {}, t("looking"))),
  );
}

/** @typedef {(ask: () => Promise<import("./notices.js").NoticeList>) => unknown} Take */

/** @param {On<Event>} event */
const closeSheet = ({ currentTarget }) => currentTarget.closest("dialog").close();

/** @param {Take} take */
function head(take) {
  const newest = list?.unread ? list.notices[0].id : null;
  return h(
    "header",
    {},
    h("h2", { id: "notice-list-title" }, t("bell")),
    h(
      "div",
      { class: "row" },
      newest
        ? h("button", { class: "plain", key: "all", onclick: () => take(() => markAllRead(newest)) }, t("read_all"))
        : null,
      h(
        "a",
        {
          href: "/settings/notices",
          class: "button plain",
          key: "settings",
          "aria-label": t("notice_settings"),
          title: t("notice_settings"),
          onclick: closeSheet,
        },
        icon("settings"),
      ),
      h(
        "button",
        { class: "plain", key: "close", "aria-label": t("close"), title: t("close"), onclick: closeSheet },
        icon("close"),
      ),
    ),
  );
}

/**
 * @param {ShownNotice[]} notices
 * @param {Take} take
 */
const lines = (notices, take) =>
  notices.length
    ? h(
        "ul",
        {},
        notices.map((notice) => line(notice, take)),
      )
    : h("p", { class: "faint" }, t("no_notices"));

/**
 * @param {ShownNotice} notice
 * @param {Take} take
 */
function line(notice, take) {
  const read = () => take(() => markRead(notice.id));
  const follow = (/** @type {On<Event>} */ event) => {
    if (!notice.is_read) read();
    closeSheet(event);
  };
  return h(
    "li",
    { key: notice.id, class: notice.is_read ? null : "is-unread" },
    icon(ICONS[notice.kind] ?? "bell"),
    h(
      "a",
      { href: notice.address, onclick: follow },
      h("b", {}, notice.is_read ? null : h("span", { class: "unseen" }, t("unread"), " "), notice.title),
      h("span", {}, notice.text),
      h("span", { class: "faint" }, [notice.table, ago(Date.parse(notice.at))].filter(Boolean).join(" · ")),
    ),
    notice.is_read
      ? null
      : h(
          "button",
          {
            class: "plain",
            "aria-label": t("mark_read", { title: notice.title }),
            title: t("read_one"),
            onclick: read,
          },
          icon("check"),
        ),
  );
}
