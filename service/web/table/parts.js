// The parts of a table that not every first view needs: what one plays with, and what one looks back with.

import { onTouch, part } from "../core/on_demand.js";

export const playing = part(() => import("./playing.js"));
export const past = part(() => import("./past.js"));

onTouch(() => past.fetch().catch(() => {})); // a key steps back at once

/**
 * Settled when everything is there that is wanted at once.
 * @type {(table: Table, isReplay: boolean) => Promise<unknown>}
 */
export const partsOf = (table, isReplay) =>
  Promise.all([
    table.status === "running" && table.viewer !== null ? playing.fetch() : null,
    table.status === "over" || isReplay ? past.fetch() : null,
  ]);
