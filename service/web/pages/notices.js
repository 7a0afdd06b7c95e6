// Notices: what one wants to be informed of, by which way and when; and whether each way works.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { announce, noticeProblem, withNotice } from "../core/notices.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { choices, wide } from "../notices/choices_view.js";
import { pushWay } from "../notices/devices_view.js";
import { hours } from "../notices/hours_view.js";
import { mutedList } from "../notices/muted_view.js";
import { ownPreferences, prefer } from "../notices/notices.js";
import { mailWay, pageWay } from "../notices/ways_view.js";
import { webhooks } from "../people/webhooks_view.js";
import { nobody } from "../ui/setting.js";
import { ownZone } from "../ui/weekdays.js";

/** @typedef {import("../notices/notices.js").Preferences} Preferences */
/** @typedef {import("../notices/notices.js").Wishes} Wishes */

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const own = session.me ? settingsOf(redraw) : nobody;
  wide.addEventListener("change", redraw);
  const draw = () => [
    h(
      "div",
      { key: "notices", class: "page settings notice-settings" },
      h("h1", {}, t("bell")),
      h("div", { class: "sections" }, own()),
    ),
  ];
  return { title: () => t("bell"), draw, close: () => wide.removeEventListener("change", redraw) };
}

/** @param {Redraw} redraw */
function settingsOf(redraw) {
  /** @type {Preferences | null} */
  let preferences = null; // null until the service has answered

  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();
  let waiting = 0; // changes that are not stored yet

  /** @param {Preferences} now */
  const take = (now) => {
    preferences = now;
    redraw();
  };

  /** @param {Wishes} wishes */
  async function save(wishes) {
    let now;
    try {
      now = await prefer(wishes);
    } catch (error) {
      noticeProblem(asProblem(error));
      now = await ownPreferences();
    } finally {
      waiting -= 1;
    }
    if (waiting) return;
    take(now);
    announce(t("saved"));
  }

  /**
   * What is chosen is seen at once, and stored one after another; if the service refuses it, it is as before.
   * @param {Wishes} wishes
   */
  function change(wishes) {
    if (!preferences) return saving;
    const added = { ...zoneAtFirst(preferences), ...wishes };
    take({ ...merged(preferences, added), is_default: false });
    waiting += 1;
    saving = saving.then(() => withNotice(() => save(added)));
    return saving;
  }

  const push = pushWay(redraw, () => change({}));
  const mail = mailWay(redraw);
  const page = pageWay(redraw);
  const hooks = webhooks(redraw);
  const muted = mutedList(redraw);
  /** @type {Record<import("../notices/notices.js").Way, () => boolean>} */
  const ready = { page: () => true, push: push.isReady, mail: mail.isReady, webhook: hooks.isReady };

  withNotice(async () => take(await ownPreferences()));
  return () => [
    preferences
      ? choices(
          preferences,
          (way) => ready[way](),
          (kind, way, timing) => change({ choices: { [kind]: { [way]: timing } } }),
        )
      : h("section", { class: "card setting kinds-card", key: "choices" }, h("p", {}, t("looking"))),
    push.draw(),
    mail.draw(),
    preferences ? hours(preferences, change) : null,
    muted(),
    hooks.draw(),
    page(),
  ];
}

/** @type {(before: Preferences, wishes: Wishes) => Preferences} */
function merged(before, wishes) {
  const timings = { ...before.choices };
  for (const [kind, ways] of Object.entries(wishes.choices ?? {})) {
    const name = /** @type {import("../notices/notices.js").Kind} */ (kind);
    timings[name] = { ...timings[name], ...ways };
  }
  return { ...before, ...wishes, choices: timings };
}

/**
 * People who choose something for the first time live where this device is.
 * @param {Preferences} before
 */
const zoneAtFirst = (before) => (before.is_default && before.zone === "UTC" ? { zone: ownZone() } : {});
