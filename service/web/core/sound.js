// Plays the sounds of the table. Off until somebody wants them.

import { isHeard, prefer } from "./preferences.js";

/** @typedef {import("./sounds.js").Sound} Sound */
/** @typedef {"sound" | "sound_turn"} Switch the sounds of the table, and the one that says that it is your turn */

const APART = 0.13; // seconds between sounds that come together

/**
 * Called by a press: only then may a browser begin to make sounds.
 * @param {Switch} name
 */
export function toggle(name) {
  prefer(name, isHeard(name) ? "off" : "on");
  wake().then(() => play([name === "sound" ? "lay" : "yours"])); // so that it is heard
}

/** @type {AudioContext | null} made by the first press after sounds are wanted */
let speaker = null;
/** @type {typeof import("./sounds.js") | null} fetched then as well */
let sounds = null;

async function wake() {
  if (!isHeard("sound") && !isHeard("sound_turn")) return;
  if (navigator.userActivation?.isActive === false) return;
  speaker ??= new AudioContext({ latencyHint: "interactive" });
  const isReady = speaker.resume().catch(() => {}); // within the press, not after it
  sounds ??= await import("./sounds.js").catch(() => null);
  await isReady;
}

/**
 * Plays these sounds one after another, as far as they are wanted. A tab that nobody sees only says that it is your
 * turn.
 * @param {Sound[]} names
 */
export function play(names) {
  if (!sounds || speaker?.state !== "running") return;
  const { currentTime } = speaker;
  const wanted = [...new Set(names)].filter((name) =>
    name === "yours" ? isHeard("sound_turn") : isHeard("sound") && !document.hidden,
  );
  wanted.forEach((name, index) => speaker && sounds?.sound(speaker, name, currentTime + index * APART));
}

for (const event of ["pointerup", "keydown"]) addEventListener(event, wake, { passive: true });
