// The devices that pushes go to, at the service.

import { get, request } from "../core/client.js";

/**
 * @typedef {{ id: string, name: string, host: string, answer: string, answered: string | null, failing: string | null,
 *   delivered: string | null }} Device
 */

const ADDRESS = "/api/me/devices";

/** @returns {Promise<{ key: string, devices: Device[] }>} */
export const ownDevices = () => get(ADDRESS);

/** @type {(name: string, subscription: PushSubscription) => Promise<Device>} */
export function addDevice(name, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return request("POST", ADDRESS, { name, endpoint, key: keys?.p256dh, auth: keys?.auth });
}

/** @type {(id: string, name: string) => Promise<Device>} */
export const renameDevice = (id, name) => request("PATCH", `${ADDRESS}/${id}`, { name });

/** @type {(id: string) => Promise<Device>} */
export const testDevice = (id) => request("POST", `${ADDRESS}/${id}/test`);

/** @type {(id: string) => Promise<Device>} */
export const removeDevice = (id) => request("DELETE", `${ADDRESS}/${id}`);

const BROWSERS = ["Edg", "OPR", "SamsungBrowser", "Firefox", "Chrome", "Safari"]; // the first that is named counts
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"];
/** @type {Record<string, string>} */
const CALLED = { Edg: "Edge", OPR: "Opera", SamsungBrowser: "Samsung", CrOS: "Chromebook" };

/** A name for this device, which its owner may change: "Firefox, Android". */
export function deviceName(agent = navigator.userAgent) {
  const named = [BROWSERS, SYSTEMS].map((names) => names.find((name) => agent.includes(name)));
  const known = named.filter((name) => name !== undefined).map((name) => CALLED[name] ?? name);
  return known.join(", ") || location.host;
}
