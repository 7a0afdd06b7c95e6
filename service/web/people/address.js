// The e-mail address of your account, links from mails, and forgotten passwords, at the service.

import { request } from "../core/client.js";

/** @typedef {import("../notices/mail_address.js").AddressState} AddressState */
/** @typedef {{ kind: "confirm" | "reset" | "undo", name: string, address: string }} MailLink */

const ADDRESS = "/api/me/address";

/** @type {(address: string, password: string) => Promise<AddressState>} */
export const enterAddress = (address, password) => request("PUT", ADDRESS, { address, password });

/** @type {(password: string) => Promise<AddressState>} */
export const removeAddress = (password) => request("DELETE", ADDRESS, { password });

/** @type {(address: string) => Promise<void>} */
export const askForPassword = (address) => request("POST", "/api/forgotten", { address });

/** @type {(secret: string) => Promise<MailLink>} */
export const viewLink = (secret) => request("POST", "/api/links/view", { secret });

/** @type {(secret: string, more: { password?: string, code?: string }) => Promise<MailLink>} */
export const useLink = (secret, more) => request("POST", "/api/links", { secret, ...more });
