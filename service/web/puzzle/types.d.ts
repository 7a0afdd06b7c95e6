// What the page of a puzzle knows. For tsc only: it is not served to browsers.

/** What is looked back at: the best line, an attempt by its number, or where everybody began. */
type WalkLine = "best" | "heat" | number;

interface PuzzleState {
  puzzle: Puzzle | null;
  /** Why there is none. */
  problem: { message: string; status: number } | null;
  /** Of the attempt. */
  moves: PuzzleMove[];
  /** The answer waits for the connection. */
  isWaiting: boolean;
  /** How it stands after them, and what can be done. */
  choices: Sitting | null;
  pick: BoardPick;
  lit: { cells: Cell[] } | null;
  /** What the rules said to a move of it. */
  refused: { text: string; rule?: string } | null;
  isSending: boolean;
  /** What the last attempt came to. */
  graded: GradedAttempt | null;
  /** All there is to know, after an attempt. */
  outcome: PuzzleOutcome | null;
  /** The leaderboard of its day. */
  board: Leaderboard | null;
  own: SolverRecord | null;
  walk: { line: WalkLine; at: number } | null;
  /** Boards on the way of one's own attempts, by `boardName`. */
  seen: Map<string, WalkBoard>;
}

interface WalkBoard {
  territory: Territory;
  total: number | null;
}

/** While it is solved. */
interface SolvingState extends PuzzleState {
  puzzle: Puzzle;
  choices: Sitting;
  canMove: boolean;
}

/** While it is looked back at. */
interface WalkState extends PuzzleState {
  puzzle: Puzzle;
  outcome: PuzzleOutcome;
  walk: { line: WalkLine; at: number };
}
