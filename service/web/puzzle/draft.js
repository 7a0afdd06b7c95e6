// The moves of an attempt that is not sent yet: kept in this tab, so that neither a reload nor a lost connection loses any.

const name = (puzzle) => `puzzle ${puzzle}`;

/** The moves so far; null if there are none, or what is there is nothing of ours. */
export function kept(puzzle) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name(puzzle)));
    return Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

export function keep(puzzle, moves) {
  try {
    sessionStorage.setItem(name(puzzle), JSON.stringify(moves));
  } catch {
    // the browser keeps nothing: the moves last as long as the page
  }
}

export function forget(puzzle) {
  try {
    sessionStorage.removeItem(name(puzzle));
  } catch {
    // nothing was kept
  }
}
