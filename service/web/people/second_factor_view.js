// The second factor of your account: setting it up with an app, its recovery codes, and turning it off.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { copyable } from "../ui/copying.js";
import { setting } from "../ui/setting.js";
import { factorState, prepareFactor, turnFactorOff, turnFactorOn } from "./second_factor.js";

/** @typedef {import("./second_factor.js").FactorState} FactorState */
/** @typedef {import("./second_factor.js").NewFactor} NewFactor */

const PASSWORD = { type: "password", autocomplete: "current-password" };
const CODE = { autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false" };
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long" });

/** @param {Redraw} redraw */
export function secondFactor(redraw) {
  /** @type {FactorState | null} */
  let state = null; // null until the service has answered
  /** @type {NewFactor | null} */
  let prepared = null; // while it is set up
  /** @type {string[]} */
  let recovery = []; // shown once

  const load = async () => {
    state = await factorState();
    redraw();
  };

  const beginning = smallForm("factor", redraw, async ({ password }) => {
    prepared = await prepareFactor(password);
  });
  const turningOn = smallForm("factor-on", redraw, async ({ code }) => {
    ({ recovery } = await turnFactorOn(code));
    prepared = null;
    notice(t("factor_now_on"));
    await load();
  });
  const turningOff = smallForm("factor-off", redraw, async ({ password, code }) => {
    await turnFactorOff(password, code);
    recovery = [];
    notice(t("factor_now_off"));
    await load();
  });

  const codes = () =>
    h(
      "div",
      { class: "made", role: "status" },
      h("p", {}, t("recovery_text")),
      h(
        "ul",
        { class: "recovery", role: "list" },
        recovery.map((code) => h("li", {}, h("code", {}, code))),
      ),
      copyable(recovery.join(" "), t("recovery_codes")),
    );

  const setUp = (/** @type {NewFactor} */ factor) => [
    h("p", {}, t("factor_scan")),
    h(
      "svg",
      { class: "qr", viewBox: `0 0 ${factor.size} ${factor.size}`, role: "img", "aria-label": t("factor_qr") },
      h("path", { d: factor.qr }),
    ),
    copyable(factor.secret, t("factor_secret")),
    turningOn.form(t("factor_turn_on"), turningOn.field("code", t("factor_code"), { ...CODE, inputmode: "numeric" })),
  ];

  const off = () => [
    h("p", { class: "faint" }, t("factor_text")),
    prepared
      ? setUp(prepared)
      : beginning.form(t("factor_begin"), beginning.field("password", t("password"), PASSWORD)),
  ];

  const on = (/** @type {FactorState} */ factor) => [
    h(
      "p",
      {},
      t("factor_since", { day: day.format(new Date(factor.since ?? 0)) }),
      " ",
      t("recovery_left", { count: factor.recovery_left }),
    ),
    recovery.length ? codes() : null,
    h(
      "details",
      { key: "off", class: "leave" },
      h("summary", {}, t("factor_turn_off")),
      turningOff.form(
        t("factor_turn_off"),
        turningOff.field("password", t("password"), PASSWORD),
        turningOff.field("code", t("factor_code"), CODE, t("factor_code_text")),
      ),
    ),
  ];

  withNotice(load);
  return () =>
    setting("factor", t("second_factor"), state === null ? h("p", {}, t("looking")) : state.on ? on(state) : off());
}
