// Your account: its name and password, signing in, and deleting it.

import { request } from "../core/client.js";
import { ensurePlayer, refresh, session } from "../core/session.js";

/** @param {string} name */
export async function changeName(name) {
  await request("PATCH", "/api/me", { name });
  await refresh();
}

/**
 * @param {string} current
 * @param {string} password
 */
export const changePassword = (current, password) => request("PATCH", "/api/me", { password, current });

/** @param {string} [password] of an account; a guest has none */
export async function deleteAccount(password) {
  await request("DELETE", "/api/me", session.me?.account ? { password } : {});
  await refresh();
}

/**
 * Signs in to an account.
 * @param {{ name: string, password: string }} account
 */
export async function signIn(account) {
  await request("POST", "/api/session", account);
  await refresh();
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
