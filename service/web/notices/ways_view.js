// The ways in the page and by mail: whether they are open, and a trial of each.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { onOwnNotices, session } from "../core/session.js";
import { t } from "../core/words.js";
import { setting } from "../ui/setting.js";
import { addressState } from "./mail_address.js";
import { testMail, testPage } from "./notices.js";
import { outcomeOf, trial } from "./trial.js";

/** @typedef {import("./mail_address.js").AddressState} AddressState */

/** @param {Redraw} redraw */
export function pageWay(redraw) {
  let isHeard = false;
  let stop = () => {};
  const listen = () => {
    isHeard = false;
    const end = onOwnNotices(() => (isHeard = true));
    stop = () => end();
    return testPage();
  };
  const attempt = trial(redraw, listen, async () => {
    if (!isHeard) return null;
    stop();
    return { isGood: true, text: t("test_page_heard") };
  });
  return () => setting("page", t("way_page"), h("p", { class: "faint" }, t("way_page_text")), attempt(t("way_page")));
}

/** @param {Redraw} redraw */
export function mailWay(redraw) {
  /** @type {AddressState | null} */
  let state = null; // null until the service has answered
  const load = async () => {
    state = await addressState();
    redraw();
    return state;
  };
  const attempt = trial(redraw, testMail, async () => outcomeOf(await load(), t("test_mail_sent")));
  const settings = h("a", { href: "/settings#address-title" }, t("address"));

  /** @param {AddressState} now */
  const shown = (now) => {
    if (!now.mail) return h("p", {}, t("address_off"));
    if (!session.me?.account) return h("p", {}, t("mail_needs_account"));
    if (!now.address) {
      return h(
        "p",
        {},
        now.pending ? t("address_pending", { address: now.pending }) : t("mail_needs_address"),
        " ",
        settings,
      );
    }
    return [
      h("p", {}, h("b", {}, now.address)),
      now.problem ? h("p", { class: "problem" }, t("address_problem", { answer: now.problem })) : null,
      attempt(t("way_mail")),
    ];
  };

  withNotice(load);
  return {
    isReady: () => Boolean(state?.mail && state.address && !state.problem),
    draw: () =>
      setting(
        "mail",
        t("way_mail"),
        h("p", { class: "faint" }, t("way_mail_text")),
        state ? shown(state) : h("p", {}, t("looking")),
      ),
  };
}
