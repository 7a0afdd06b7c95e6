// Notes and thoughts in the order of the game, and the move that a thought is about.

/**
 * One's own notes and thoughts, and those of the others: those about the whole game first.
 * @type {(own: OwnGameNotes, thoughts: Thought[], me: string | null, seat: number | null) => NotebookEntry[]}
 */
export function timeline(own, thoughts, me, seat) {
  const mine =
    (/** @type {boolean} */ isThought) =>
    (/** @type {GameNote} */ { step, text }) => ({
      step,
      text,
      isThought,
      isOwn: true,
      seat,
      name: "",
    });
  const others = thoughts
    .filter(({ player }) => player !== me)
    .map((thought) => ({ ...thought, isThought: true, isOwn: false }));
  return [...own.notes.map(mine(false)), ...own.thoughts.map(mine(true)), ...others].sort(
    (first, second) => first.step - second.step || Number(first.isThought) - Number(second.isThought),
  );
}

/**
 * The move that somebody thought about at this step: the one they had just made, or the next one that they made.
 * @type {<M extends { seat: number, seq: number }>(thought: { seat: number | null, step: number }, moves: M[]) =>
 *   M | undefined}
 */
export function moveOf({ seat, step }, moves) {
  if (!step) return undefined;
  return moves.filter((move) => move.seat === seat && move.seq >= step).sort((one, other) => one.seq - other.seq)[0];
}

/**
 * What was thought at this step, or about the move that it shows.
 * @type {(thoughts: Thought[], at: number, moves: { seat: number, seq: number }[]) => Thought[]}
 */
export const thoughtsAt = (thoughts, at, moves) =>
  thoughts.filter((thought) => thought.step === at || moveOf(thought, moves)?.seq === at);

/**
 * What is written there already.
 * @type {(own: OwnGameNotes | null, draft: { step: number, isThought: boolean }) => string}
 */
export const textAt = (own, { step, isThought }) =>
  (isThought ? own?.thoughts : own?.notes)?.find((note) => note.step === step)?.text ?? "";
