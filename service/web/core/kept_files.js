// What the shell brought within itself, fetched into the browser's cache: the next shell then only names it.

import { assets, saveCookie } from "./words.js";

/** Once for each version of our files, when nobody waits for anything, and not where each byte counts. */
export async function keepFiles() {
  /** @type {NodeListOf<HTMLElement>} */
  const brought = document.querySelectorAll("[data-file]");
  const { connection } = /** @type {{ connection?: { saveData: boolean } }} */ (navigator); // not in every browser
  if (!brought.length || connection?.saveData) return;
  const files = [...brought].map(({ dataset }) => `${assets}/${dataset.file}`);
  const answers = await Promise.all(files.map((file) => fetch(file, { priority: "low" })));
  await Promise.all(answers.map((answer) => answer.arrayBuffer())); // only what came whole is kept
  if (answers.every(({ ok }) => ok)) saveCookie("kept", assets.split("/").at(-1) ?? "");
}
