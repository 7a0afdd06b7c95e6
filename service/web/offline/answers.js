// Asks the service for what is kept, and puts it into a cache under its address.

import { nameOf } from "../core/kept_answers.js";
import { language } from "../core/words.js";

export const STAMP = "X-Kept"; // what the answer was kept for: how it was then, or when

/**
 * Not by core/client.js: nobody is there because of it, and nothing that the shell brought is used up.
 * @param {string} address
 */
export async function ask(address) {
  const answer = await fetch(address, { headers: { "Accept-Language": language } });
  if (!answer.ok) throw new Error(`${address} was answered by ${answer.status}`);
  return answer.json();
}

/** @type {(cache: Cache, address: string, answer: unknown, stamp?: string) => Promise<void>} */
export const put = (cache, address, answer, stamp = "") =>
  cache.put(nameOf(address), new Response(JSON.stringify(answer), { headers: { [STAMP]: stamp } }));

/** @type {(cache: Cache, address: string) => Promise<any>} asks, and keeps the answer */
export async function keep(cache, address) {
  const answer = await ask(address);
  await put(cache, address, answer);
  return answer;
}
