// Tokens for your own programs: listed, made, revoked.

import { get, request } from "../core/client.js";

export const SCOPES = ["play", "read"];

export class Tokens {
  /** @param {Redraw} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Token[] | null} */
    this.list = null; // null until the service has answered
    /** @type {(Token & { token: string }) | null} */
    this.made = null; // the one made last: only now can its secret be read
  }

  async load() {
    this.list = await get("/api/tokens");
    this.redraw();
  }

  /**
   * @param {string} label
   * @param {string[]} scopes
   */
  async make(label, scopes) {
    this.made = await request("POST", "/api/tokens", { label, scopes });
    await this.load();
  }

  /** @param {Token} token */
  async revoke(token) {
    await request("DELETE", `/api/tokens/${encodeURIComponent(token.id)}`);
    if (this.made?.id === token.id) this.made = null;
    await this.load();
  }
}
