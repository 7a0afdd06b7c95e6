// The subscription of this browser for pushes, and what stands in its way. Fetched when it is needed.

const WORKER = "/sw.js";
const PATIENCE = 30_000; // milliseconds that the browser's push service has to answer

/**
 * What keeps this browser from showing pushes: an insecure address, a browser that cannot, or a reader who has refused.
 * @typedef {"insecure" | "unsupported" | "denied"} Obstacle
 * @returns {Obstacle | null}
 */
export function obstacle() {
  if (!self.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in self && "Notification" in self)) return "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** @returns {Promise<PushSubscription | null>} */
export async function subscription() {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Subscribes, after the browser has asked the reader; null if they said no. Call it from a press only. Raises a
 * DOMException if the browser's push service does not answer.
 * @param {string} key of the service
 */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const old = await registration.pushManager.getSubscription();
  try {
    return old ?? (await inTime(registration.pushManager.subscribe(options)));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    // Another key, of a service that has lost its own, is still in use.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

/**
 * @template T
 * @param {Promise<T>} answer
 */
const inTime = (answer) =>
  Promise.race([
    answer,
    new Promise((_, reject) => setTimeout(reject, PATIENCE, new DOMException("no answer", "TimeoutError"))),
  ]);

/** Nothing is pushed to this browser any more; the service learns that from the push service. */
export const unsubscribe = async () => (await subscription())?.unsubscribe();

/** @param {string} endpoint of a subscription; the service names devices like this */
export async function deviceOf(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const bytes = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return bytes.join("").slice(0, 16);
}
