// The other people at a table.

import { isMe } from "../core/session.js";

/**
 * Those with a page of their own, besides the reader.
 * @param {TableState} state
 */
export const others = ({ players, tables, last }) =>
  players.flatMap(({ player }, seat) =>
    player && !isMe(player) ? [{ player, name: tables[last]?.seats[seat].name ?? "" }] : [],
  );
