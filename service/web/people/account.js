// Your account: its name and password, signing in, and deleting it.

import { get, request } from "../core/client.js";
import { ensurePlayer, refresh, session } from "../core/session.js";

/** @param {string} name */
export async function changeName(name) {
  await request("PATCH", "/api/me", { name });
  await refresh();
}

/**
 * @param {string} current
 * @param {string} password
 * @param {boolean} keepTokens whether the tokens for programs stay valid
 */
export const changePassword = (current, password, keepTokens) =>
  request("PATCH", "/api/me", { password, current, keep_tokens: keepTokens });

/** @typedef {{ at: string, act: string, device: string, network: string, about: string }} Entry */

/** @returns {Promise<Entry[]>} */
export const recentActivity = () => get("/api/me/activity");

/** @returns {Promise<OwnAct[]>} what moderators did about us, the newest first */
export const ownActs = () => get("/api/account/acts");

/** @param {string} [password] of an account; a guest has none */
export async function deleteAccount(password) {
  await request("DELETE", "/api/me", session.me?.account ? { password } : {});
  await refresh();
}

/** @typedef {{ guest?: string }} SignedIn the name of the guest that this browser was */

/**
 * Signs in to an account.
 * @param {{ name: string, password: string, code?: string }} account with a code, if it has a second factor
 * @returns {Promise<SignedIn>}
 */
export async function signIn(account) {
  const signedIn = await request("POST", "/api/session", account);
  await refresh();
  return signedIn;
}

/**
 * Makes an account of the guest that we are, or become now.
 * @param {{ name: string, password: string }} account
 */
export async function signUp(account) {
  await ensurePlayer();
  await request("POST", "/api/account", account);
  await refresh();
}
