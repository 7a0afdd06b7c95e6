// Your webhooks, at the service.

import { get, request } from "../core/client.js";

/**
 * @typedef {{ id: string, url: string, shape: string, delay: number, answer: string, answered: string | null,
 *   delivered: string | null, failing: string | null, ended: string | null }} Webhook
 */

const ADDRESS = "/api/me/webhooks";

/** @returns {Promise<Webhook[]>} */
export const ownWebhooks = () => get(ADDRESS);

/** @type {(url: string, shape: string, delay: number) => Promise<Webhook & { secret: string }>} */
export const addWebhook = (url, shape, delay) => request("POST", ADDRESS, { url, shape, delay });

/** @type {(id: string) => Promise<Webhook>} */
export const testWebhook = (id) => request("POST", `${ADDRESS}/${id}/test`);

/** @type {(id: string) => Promise<Webhook>} */
export const removeWebhook = (id) => request("DELETE", `${ADDRESS}/${id}`);
