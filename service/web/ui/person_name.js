// Names of players: as the reader calls them, with a link to the profile; and the names of those who have won.

import { h } from "../core/dom.js";
import { listed, shownName, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/** @param {string} player */
export const profileAddress = (player) => `/people/${encodeURIComponent(player)}`;

/**
 * The name; a link where we know whose it is.
 * @param {string} name
 * @param {string | null | undefined} player
 */
export const personName = (name, player, classes = "who") =>
  player ? h("a", { class: classes, href: profileAddress(player) }, name) : h("span", { class: classes }, name);

/**
 * A small mark beside the name of a guest or a bot.
 * @param {PersonKind | null | undefined} kind
 */
export const kindMark = (kind) =>
  kind === "guest" || kind === "bot"
    ? h(
        "span",
        { class: "kind", title: t(`kind_${kind}`) },
        icon(kind),
        h("span", { class: "unseen" }, ` (${t(`kind_${kind}`)})`),
      )
    : null;

/**
 * What kind of player sits there, as far as we know. Those who have left stay what they were, although a bot plays on.
 * @param {{ seats: readonly ({ bot: Level | null } | null)[] }} table
 * @param {SeatedPlayer[]} players
 * @param {number} seat
 */
const kindAt = (table, players, seat) => players[seat]?.kind ?? (table.seats[seat]?.bot ? "bot" : null);

/** @type {(table: Parameters<typeof kindAt>[0], players: SeatedPlayer[], seat: number) => ElementNode | null} */
export const markAt = (table, players, seat) => kindMark(kindAt(table, players, seat));

/** @type {(table: Table, players: SeatedPlayer[], seat: number) => ElementNode} */
export const markedName = (table, players, seat) => h("b", {}, table.seats[seat].name, markAt(table, players, seat));

/**
 * The name and the mark where only text can be: "Oona (guest)"
 * @type {(table: Table, players: SeatedPlayer[], seat: number) => string}
 */
export function nameWithKind(table, players, seat) {
  const kind = kindAt(table, players, seat);
  return table.seats[seat].name + (kind === "guest" || kind === "bot" ? ` (${t(`kind_${kind}`)})` : "");
}

/**
 * The same table with its players called as the reader calls them.
 * @template {Table | OpenTable} T
 * @param {T} table
 * @returns {T}
 */
export const named = (table) => ({
  ...table,
  seats: table.seats.map((seat) => seat && { ...seat, name: shownName(seat.name) }),
});

/**
 * "You have won", "Anna has won", "You and Ben share the victory"
 * @param {Table} table
 */
export function victory({ winners, viewer, seats }) {
  const others = (winners ?? []).filter((seat) => seat !== viewer).map((seat) => seats[seat].name);
  const names = listed(others);
  if (others.length === winners?.length) return t("won_by", { count: others.length, names });
  return others.length ? t("you_share_victory", { names }) : t("you_won");
}
