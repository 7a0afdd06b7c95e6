// Addresses of a game and of its pictures, for links to share.

import { gameAddress, inviteOfPage } from "../core/client.js";

/** @param {string} game */
export const recordAddress = (game) => gameAddress(game, "/record");

/**
 * The addresses of a game that one can pass on; those of a private one hold its secret.
 * @param {string} game
 * @param {number} at
 * @param {string | null} [invite] of this game, if we may know it
 */
export function sharedAddresses(game, at, invite) {
  const secret = invite ?? inviteOfPage();
  const api = `/api/games/${encodeURIComponent(game)}`;
  const opened = (/** @type {string} */ path, /** @type {string[]} */ ...query) => {
    const search = [...query, ...(secret ? [`invite=${encodeURIComponent(secret)}`] : [])].join("&");
    return `${path}${search ? `?${search}` : ""}`;
  };
  return {
    isPrivate: Boolean(secret),
    page: `${location.origin}${opened(`/game/${game}/${at}`)}`,
    picture: opened(`${api}/picture`, `at=${at}`),
    result: opened(`${api}/result-picture`),
    film: opened(`${api}/film`),
    embedded: `${location.origin}/embed/games/${game}/${at}`,
  };
}
