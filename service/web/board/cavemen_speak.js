// Cavemen on a territory say what they are: by pointer and by press where they stand, by key from the list of points.
// The note itself is fetched when one is first wanted.

import { fetched } from "../core/on_demand.js";

const fetchNote = () => fetched(() => import("./caveman_note_view.js")); // a first view has none of its sentences

/** @type {Element | null} beside which the note is, or will be as soon as it has come */
let wanted = null;

/** @type {(beside: Element, square: PlacedSquare, score: Score) => Promise<void>} */
async function speak(beside, square, score) {
  wanted = beside;
  const view = await fetchNote();
  if (wanted === beside) view.showNote(beside, square, score);
}

/** @type {() => Promise<void>} */
async function fallSilent() {
  if (!wanted) return;
  wanted = null;
  (await fetchNote()).hideNote();
}

/**
 * What a square with a caveman needs to speak; on a small board, which is a button as a whole, to a mouse only.
 * @type {(score: Score, isLarge?: boolean) => (square: PlacedSquare) => Props}
 */
export const speaking =
  (score, isLarge = false) =>
  (square) => ({
    "data-at": square.at.join(),
    onpointerenter: ({ currentTarget, pointerType }) => pointerType === "mouse" && speak(currentTarget, square, score),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && fallSilent(),
    onclick: isLarge
      ? (event) => {
          if (event.pointerType === "mouse") return; // which has read it already
          event.stopPropagation();
          speak(event.currentTarget, square, score);
        }
      : null,
  });

/**
 * The same for an item of the points: the keys speak beside the caveman on the territory that is shown with the list.
 * @type {(seat: { territory: Territory, score: Score }) => import("../drawing/scores.js").SpeakingItems}
 */
export const speakingItems = ({ territory, score }) => ({
  speak: (item, { currentTarget }) => {
    const square = territory.squares.find(({ at, caveman }) => caveman && String(at) === String(item.cells[0]));
    const around = currentTarget.closest("dialog, .table");
    const beside = square && around?.querySelector(`.territory.large [data-at="${square.at}"]`);
    if (square && beside) speak(beside, square, score);
  },
  fallSilent,
});
