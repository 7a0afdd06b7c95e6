// Moves as the service writes them.

/**
 * The dominoes of a line that a move chooses.
 * @param {Move} move
 */
export function dominoesOf(move) {
  if (move.type === "draft") return [move.domino];
  if (move.type !== "claim") return [];
  return move.dominoes ?? (move.domino === undefined ? [] : [move.domino]);
}
