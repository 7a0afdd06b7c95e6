// The pages of a list of games after the first, fetched when somebody asks for them.

import { get } from "../core/client.js";
import { withNotice } from "../core/notices.js";

export class OlderGames {
  /**
   * @param {string} address of the list
   * @param {Redraw} redraw
   */
  constructor(address, redraw) {
    this.address = address;
    this.redraw = redraw;
    /** @type {Map<string, GameLine>} */
    this.fetched = new Map();
    /** @type {number | null | undefined} */
    this.next = undefined; // where the next page begins, once one was fetched
  }

  /**
   * The lines of the first page and of those fetched so far, each once.
   * @param {GameLine[]} first
   */
  all(first) {
    const isNew = (/** @type {GameLine} */ line) => !first.some(({ game }) => game === line.game);
    return [...first, ...[...this.fetched.values()].filter(isNew)];
  }

  /**
   * Where the next page begins, while there is one.
   * @param {GamePage} first
   */
  nextStart(first) {
    return this.next === undefined ? first.next : this.next;
  }

  /** @param {number} start */
  fetch(start) {
    return withNotice(async () => {
      /** @type {GamePage} */
      const page = await get(`${this.address}${this.address.includes("?") ? "&" : "?"}start=${start}`);
      for (const line of page.games) this.fetched.set(line.game, line);
      this.next = page.next ?? null;
      this.redraw();
    });
  }
}
