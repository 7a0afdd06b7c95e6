// Answers of the service that are kept on this device (offline/keeping.js writes them), for when it cannot be reached.

export const MINE = "mine "; // with a player's id, or nothing for a visitor: the cache of what was answered to them

/** The parts of a game that are kept whole, and asked for from an event on: tables by their number, and sentences. */
const LISTS = /\/(?:frames|steps)$/;

/**
 * The name under which an answer is kept: an invite makes no difference to it, nor does which part of a list is wanted.
 * @param {string} address
 */
export function nameOf(address) {
  const { pathname, searchParams } = new URL(address, location.origin);
  if (LISTS.test(pathname)) return pathname;
  searchParams.delete("invite");
  return searchParams.size ? `${pathname}?${searchParams}` : pathname;
}

/**
 * The answer as it was; undefined if none is kept.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function keptAnswer(address) {
  try {
    const answer = await caches.match(nameOf(address));
    return answer && part(await answer.json(), address);
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

/** @type {(whole: any, address: string) => any} */
function part(whole, address) {
  const { pathname, searchParams: query } = new URL(address, location.origin);
  if (pathname.endsWith("/frames")) return whole.slice(Number(query.get("start")) - 1, Number(query.get("end")));
  return pathname.endsWith("/steps") ? whole.slice(Number(query.get("after"))) : whole;
}

const WAITING = /^(?:move|answer) /; // the names under which offline/waiting.js stores what is to be sent

/**
 * Deletes what is kept for others than this player, and what they wanted to send: it is not for the next one.
 * @param {string} player
 */
export async function forgetOthers(player) {
  try {
    for (const name of Object.keys(localStorage).filter((stored) => WAITING.test(stored))) {
      const { player: owner } = JSON.parse(localStorage[name]);
      if (owner && owner !== player) localStorage.removeItem(name);
    }
    const names = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== MINE + player);
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // a browser that keeps nothing
  }
}
