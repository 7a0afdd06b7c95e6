// What the stream of a game reports of what is made for us, for those who wait for it.

export class Reports {
  constructor() {
    /** @type {Map<string, any>} */
    this.newest = new Map(); // by kind
    /** @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /**
   * @param {string} kind
   * @param {any} report
   */
  take(kind, report) {
    this.newest.set(kind, report);
    this.waiting.forEach((look) => look());
  }

  /**
   * The newest report of this kind, once it is wanted; null after a silence of this length.
   * @param {string} kind
   * @param {(report: any) => boolean} isWanted
   * @param {number} milliseconds
   * @returns {Promise<any>}
   */
  next(kind, isWanted, milliseconds) {
    return new Promise((resolve) => {
      const end = (/** @type {any} */ report) => {
        this.waiting.delete(look);
        clearTimeout(timer);
        resolve(report);
      };
      const look = () => {
        const report = this.newest.get(kind);
        if (report && isWanted(report)) end(report);
      };
      const timer = setTimeout(() => end(null), milliseconds);
      this.waiting.add(look);
      look();
    });
  }
}
