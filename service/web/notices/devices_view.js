// Pushes: turning them on for this device, and all devices that have them.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { deviceOf, obstacle, subscribe, subscription, unsubscribe } from "../core/push.js";
import { locale, t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { setting } from "../ui/setting.js";
import { addDevice, deviceName, ownDevices, removeDevice, renameDevice, testDevice } from "./devices.js";
import { outcomeOf, trial } from "./trial.js";

/** @typedef {import("./devices.js").Device} Device */

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/**
 * @param {Redraw} redraw
 * @param {() => Promise<unknown>} onTurnedOn
 */
export function pushWay(redraw, onTurnedOn) {
  /** @type {{ key: string, devices: Device[] } | null} */
  let state = null; // null until the service has answered
  let own = ""; // the id of this device, if it has pushes
  let refusal = "";
  let isBusy = false;
  /** @type {Map<string, ReturnType<typeof lineOf>>} */
  const lines = new Map();

  const load = async () => {
    state = await ownDevices();
    const subscribed = obstacle() ? null : await subscription().catch(() => null);
    own = subscribed ? await deviceOf(subscribed.endpoint) : "";
    redraw();
    return state.devices;
  };
  const turnOn = async () => {
    isBusy = true;
    refusal = "";
    redraw();
    refusal = (await withNotice(() => attempt(state?.key ?? ""))) ?? "";
    isBusy = false;
    redraw();
  };
  /** @param {string} key */
  async function attempt(key) {
    let made;
    try {
      made = await subscribe(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return t("push_no_service", { answer: error.message });
    }
    if (!made) return t("push_denied");
    await addDevice(deviceName(), made);
    await onTurnedOn();
    await load();
    return "";
  }
  /** @param {Device} device */
  const remove = (device) =>
    withNotice(async () => {
      if (device.id === own) await unsubscribe();
      await removeDevice(device.id);
      notice(t("device_gone", { name: device.name }));
      await load();
    });

  /** @param {Device} device */
  const line = (device) => {
    if (!lines.has(device.id)) lines.set(device.id, lineOf(device.id, redraw, load));
    return lines.get(device.id)?.(device, device.id === own, () => remove(device));
  };

  /** This device: what stands in the way of pushes, or a button that turns them on. */
  const here = () => {
    const wall = obstacle();
    if (wall) return h("p", { key: "wall", class: "problem" }, t(`push_${wall}`));
    if (state?.devices.some(({ id }) => id === own)) return null;
    return h(
      "div",
      { class: "outcome-line", key: "here" },
      h("button", { class: "main", type: "button", disabled: isBusy, onclick: turnOn }, t("push_turn_on")),
      h("p", { class: "problem", role: "alert" }, refusal),
    );
  };

  withNotice(load);
  return {
    isReady: () => Boolean(state?.devices.length),
    draw: () =>
      setting(
        "push",
        t("way_push"),
        h("p", { class: "faint" }, t("way_push_text")),
        state ? here() : h("p", { key: "looking" }, t("looking")),
        state?.devices.length ? h("ul", { class: "devices", key: "devices" }, state.devices.map(line)) : null,
      ),
  };
}

/**
 * @param {string} id
 * @param {Redraw} redraw
 * @param {() => Promise<Device[]>} load
 */
function lineOf(id, redraw, load) {
  const renaming = smallForm(`device-${id}`, redraw, async ({ name }) => {
    await renameDevice(id, name);
    await load();
  });
  const attempt = trial(
    redraw,
    () => testDevice(id),
    async () => {
      const device = (await load()).find((other) => other.id === id);
      return device ? outcomeOf(device, t("test_push_sent")) : null;
    },
  );
  /** @type {(device: Device, isOwn: boolean, remove: () => unknown) => ElementNode} */
  return (device, isOwn, remove) =>
    h(
      "li",
      { key: id },
      h("div", {}, h("b", {}, device.name), isOwn ? h("span", { class: "you" }, t("this_device")) : null),
      h("p", { class: "faint" }, about(device)),
      device.failing
        ? h("p", { class: "problem" }, t("device_failing", { since: moment.format(new Date(device.failing)) }))
        : null,
      attempt(
        device.name,
        h(
          "button",
          { type: "button", "aria-label": t("device_remove", { name: device.name }), onclick: remove },
          t("remove"),
        ),
      ),
      h(
        "details",
        { key: "rename" },
        h("summary", {}, t("device_rename")),
        renaming.form(
          t("device_rename"),
          renaming.field("name", t("device_name"), { maxlength: 100, autocomplete: "off" }),
        ),
      ),
    );
}

/** @param {Device} device */
const about = ({ host, delivered }) =>
  delivered ? t("device_about", { host, when: moment.format(new Date(delivered)) }) : t("device_new", { host });
