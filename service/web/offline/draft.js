// The moves of an attempt that is not sent yet, stored in this tab: a reload or a lost connection loses none of them.

const nameOf = (/** @type {string} */ puzzle) => `puzzle ${puzzle}`;

/**
 * The moves so far; null if there are none, or if what is stored is not ours.
 * @param {string} puzzle
 * @returns {PuzzleMove[] | null}
 */
export function readDraft(puzzle) {
  try {
    const moves = JSON.parse(sessionStorage.getItem(nameOf(puzzle)) ?? "null");
    return Array.isArray(moves) ? moves : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} puzzle
 * @param {PuzzleMove[]} moves
 */
export function saveDraft(puzzle, moves) {
  try {
    sessionStorage.setItem(nameOf(puzzle), JSON.stringify(moves));
  } catch {
    // the browser stores nothing: the moves last as long as the page
  }
}

/** @param {string} puzzle */
export function deleteDraft(puzzle) {
  try {
    sessionStorage.removeItem(nameOf(puzzle));
  } catch {
    // nothing was stored
  }
}
