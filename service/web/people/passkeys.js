// Passkeys: the device signs what the service asks, after it has been unlocked.

import { get, request } from "../core/client.js";
import { refresh } from "../core/session.js";

/** @typedef {{ id: string, name: string, created: string, used: string }} Passkey */

const IP_ADDRESS = /^[\d.]+$|^\[/; // passkeys belong to names of sites

/** Whether this browser can use passkeys here. */
export const canUsePasskeys = () =>
  "PublicKeyCredential" in window &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !IP_ADDRESS.test(location.hostname);

/** @returns {Promise<Passkey[]>} */
export const passkeysOfMine = () => get("/api/me/passkeys");

/**
 * Whether one was added: not if the person changed their mind.
 * @param {string} name
 * @param {string} password
 */
export async function addPasskey(name, password) {
  const options = await request("POST", "/api/me/passkeys/options", { password });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await unlocked(() => navigator.credentials.create({ publicKey }));
  if (credential) await request("POST", "/api/me/passkeys", { name, credential: credential.toJSON() });
  return credential !== null;
}

/** @param {Passkey} passkey */
export const removePasskey = (passkey) => request("DELETE", `/api/me/passkeys/${encodeURIComponent(passkey.id)}`);

/**
 * Null if the person changed their mind.
 * @returns {Promise<import("./account.js").SignedIn | null>}
 */
export async function signInByPasskey() {
  const options = await request("POST", "/api/session/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await unlocked(() => navigator.credentials.get({ publicKey }));
  if (!credential) return null;
  const signedIn = await request("POST", "/api/session/passkey", { credential: credential.toJSON() });
  await refresh();
  return signedIn;
}

/**
 * What the device answers; null if it was not unlocked, or has no passkey for us.
 * @param {() => Promise<Credential | null>} ceremony
 */
async function unlocked(ceremony) {
  try {
    return /** @type {PublicKeyCredential | null} */ (await ceremony());
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
