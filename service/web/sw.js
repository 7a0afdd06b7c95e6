// The service worker: keeps our files and a shell for times without a network, takes what other apps share, shows the
// notices that are pushed to this device, and takes them away once they are settled. What belongs to a person is kept
// by the pages (offline/). The service puts lines before it that say where our files are, and which.

/* global ASSETS, FILES */

const worker = /** @type {any} */ (self); // tsc knows the window only
const ICON = `${ASSETS}/icons/app-192.png`;
const BADGE = `${ASSETS}/icons/badge.png`;
const DEVICES = "/api/me/devices";
const SHELL = "/offline";
const SHARED = "/shared"; // under this name waits what another app has shared
const OURS = "files "; // with the address of a version: the caches that are ours
const NO_PAGES = /^\/(api|schema|health)\b/;
// When a preload fails because the connection is gone, Firefox shows its own page whatever we answer.
const LOSES_PRELOADS = worker.navigator.userAgent.includes("Firefox/");
const AT_ONCE = 6; // files that are fetched together

/**
 * What service/notices/sending/push_payload.py writes: something to show, or with `close` the tag of what to take
 * away.
 * @typedef {{ tag: string, title: string, body: string, address: string, at?: number, waiting?: number,
 *   notice?: string, picture?: string, close?: string }} Payload
 */

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === "/record") event.respondWith(shared(request));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (request.destination === "document" && !NO_PAGES.test(pathname)) event.respondWith(page(event));
});

worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(greet(event.data, event.source)));

async function begin() {
  const preload = worker.registration.navigationPreload;
  await (LOSES_PRELOADS ? preload?.disable() : preload?.enable());
  await worker.clients.claim();
  for (const view of await windows()) view.postMessage({ release: ASSETS });
}

/**
 * A page says that it is there: its files are kept for it, or it hears that there is a newer release.
 * @type {(page: { assets: string, language: string }, source: any) => Promise<void>}
 */
async function greet({ assets, language }, source) {
  const isFull = assets === ASSETS && (await keepFiles(language).then(() => false, isNoRoom));
  source.postMessage({ release: ASSETS, isFull }); // the pages go on without
}

const isNoRoom = (/** @type {unknown} */ problem) =>
  problem instanceof DOMException && problem.name === "QuotaExceededError";

/**
 * Keeps what is missing, the shell last: a cache that has it is whole. Then those of other releases go.
 * @param {string} language
 */
async function keepFiles(language) {
  const cache = await caches.open(OURS + ASSETS);
  const said = [`languages/${language}.json`, `languages/${language}/lost.json`];
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...FILES, ...said].map((path) => `${ASSETS}/${path}`).filter((address) => !kept.has(address));
  while (missing.length) await cache.addAll(missing.splice(0, AT_ONCE));
  await cache.add(new Request(SHELL, { cache: "no-cache" })); // in the language and colours of now
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== OURS + ASSETS);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** @param {Request} request of a file under its version, which never changes */
const file = async (request) => (await kept(request)) ?? fetch(request);

/** @param {Request | string} request */
const kept = (request) => caches.match(request, { ignoreVary: true }).catch(() => undefined); // storage is forbidden

/** @param {any} event asking for a page: the network's, and only without it the shell that draws any of them */
async function page({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (answer.status < 502) return answer;
    return (await kept(SHELL)) ?? answer; // the service is being replaced
  } catch (problem) {
    const shell = await kept(SHELL);
    if (shell) return shell;
    throw problem;
  }
}

/** @param {Request} request posted by another app: the page of records fetches it from the cache */
async function shared(request) {
  const form = await request.formData();
  const given = form.get("file") ?? form.get("text") ?? "";
  const cache = await caches.open(OURS + ASSETS);
  await cache.put(SHARED, new Response(given));
  return Response.redirect(`/record?shared`, 303);
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const payload = /** @type {Payload} */ (event.data.json());
  event.waitUntil(
    Promise.all([countWaiting(payload.waiting), payload.close ? takeAway(payload.close) : show(payload)]),
  );
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { address, notice } = event.notification.data;
  event.notification.close();
  event.waitUntil(Promise.all([lead(address), notice && markRead(notice)]));
});

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) =>
  event.waitUntil(subscribeAgain(event.oldSubscription)),
);

/** @param {number | undefined} count of games that wait, on the icon of the app */
async function countWaiting(count) {
  if (count !== undefined) await worker.navigator.setAppBadge?.(count).catch(() => {});
}

/** @param {string} tag */
async function takeAway(tag) {
  for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
}

/** @param {Payload} payload shown unless the reader has it before their eyes */
async function show({ tag, title, body, address, at, notice, picture }) {
  const seen = (await windows()).some((view) => view.focused && pathOf(view) === address);
  if (seen) return;
  const options = { body, tag, renotify: true, icon: ICON, badge: BADGE, image: picture, timestamp: at };
  await worker.registration.showNotification(title, { ...options, data: { address, notice } });
}

/** @returns {Promise<any[]>} our windows, those lately used first */
const windows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** @param {{ url: string }} view */
const pathOf = ({ url }) => new URL(url).pathname;

/** @param {string} address goes there in a window that is open, or opens one */
async function lead(address) {
  const open = await windows();
  const there = open.find((view) => pathOf(view) === address) ?? open[0];
  if (!there) {
    await worker.clients.openWindow(address);
    return;
  }
  there.postMessage({ go: address });
  await there.focus();
}

/** @param {string} notice */
const markRead = (notice) => fetch(`/api/notices/${notice}/read`, { method: "POST" }).catch(() => {});

/** @param {{ endpoint: string } | null} old the subscription that the browser has ended by itself */
async function subscribeAgain(old) {
  const answer = await fetch(DEVICES);
  if (!answer.ok) return; // nobody is signed in any more
  const { key, devices } = await answer.json();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe(options)).toJSON();
  const id = old && (await idOf(old.endpoint));
  const before = devices.find((/** @type {{ id: string }} */ device) => device.id === id);
  const device = { name: before?.name ?? new URL(endpoint).host, endpoint, key: keys.p256dh, auth: keys.auth };
  await fetch(DEVICES, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(device),
  });
  if (before) await fetch(`${DEVICES}/${id}`, { method: "DELETE" });
}

/** @param {string} endpoint of a subscription; the service names devices like this */
async function idOf(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 16);
}
