// A player's name, with a link to the profile.

import { h } from "../core/dom.js";

/** @param {string} player */
export const profileAddress = (player) => `/people/${encodeURIComponent(player)}`;

/**
 * The name; a link where we know whose it is.
 * @param {string} name
 * @param {string | null | undefined} player
 */
export const personName = (name, player, classes = "who") =>
  player ? h("a", { class: classes, href: profileAddress(player) }, name) : h("span", { class: classes }, name);
