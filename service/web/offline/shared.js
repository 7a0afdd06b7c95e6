// What another app has shared with ours: the service worker puts it into a cache, and leads to the page that takes it.

const SHARED = "/shared";

/** The text, once; null if nothing was shared. */
export async function takeShared() {
  if (!new URLSearchParams(location.search).has("shared")) return null;
  const given = await self.caches?.match(SHARED);
  if (!given) return null;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(SHARED);
  return given.blob();
}
