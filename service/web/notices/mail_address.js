// The e-mail address that notices go to, at the service.

import { get } from "../core/client.js";

/**
 * @typedef {{ mail: boolean, address: string | null, pending: string | null, problem: string | null,
 *   answer: string | null, answered: string | null, delivered: string | null }} AddressState
 */

/** @returns {Promise<AddressState>} */
export const addressState = () => get("/api/me/address");
