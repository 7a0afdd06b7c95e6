// The second factor of your account, at the service.

import { get, request } from "../core/client.js";

/** @typedef {{ on: boolean, since: string | null, recovery_left: number }} FactorState */
/** @typedef {{ secret: string, qr: string, size: number }} NewFactor */

const ADDRESS = "/api/me/second-factor";

/** @returns {Promise<FactorState>} */
export const factorState = () => get(ADDRESS);

/** @type {(password: string) => Promise<NewFactor>} */
export const prepareFactor = (password) => request("POST", ADDRESS, { password });

/**
 * The recovery codes, which are never shown again.
 * @type {(code: string) => Promise<{ recovery: string[] }>}
 */
export const turnFactorOn = (code) => request("PUT", ADDRESS, { code });

/** @type {(password: string, code: string) => Promise<FactorState>} */
export const turnFactorOff = (password, code) => request("DELETE", ADDRESS, { password, code });
