// The pages of a list of games after the first, fetched when somebody asks for them.

import { get } from "../core/client.js";
import { withNotice } from "../core/notices.js";

const MOST_PAGES = 10; // that are fetched at once

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
    this.isFetchingAll = false;
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

  /**
   * Fetches what there is, up to a bound, because somebody looks for a game.
   * @param {GamePage} first
   */
  async fetchAll(first) {
    if (this.isFetchingAll) return;
    this.isFetchingAll = true;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const start = this.nextStart(first);
      if (!start) break;
      await this.fetch(start);
      if (this.nextStart(first) === start) break; // it could not be had
    }
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
