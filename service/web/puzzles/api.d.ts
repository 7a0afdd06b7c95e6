// What the service sends about puzzles. For tsc only: it is not served to browsers.

interface PuzzleHint {
  rung: string;
  terrain: string;
  cell: Cell | null;
  cells: Cell[] | null;
}

interface PuzzleLadder {
  taken: PuzzleHint[];
  next: { rung: string; stars: number; rating: number } | null;
}

interface PuzzleResult {
  puzzle: string;
  day: string | null;
  at: string;
  score: number;
  optimum: number;
  stars: number;
  solved: boolean;
  hints: number;
  seconds: number | null;
  best: number;
}

interface OwnPuzzleResult extends PuzzleResult {
  name: PuzzleName;
}

/** What a puzzle is called by, if it has no day. */
interface PuzzleName {
  game: GameName;
  mode: string | null;
  dominoes: number;
  terrains: string[];
}

interface Puzzle {
  id: string;
  day: string | null;
  name: PuzzleName;
  rules: Rules;
  territory: Territory;
  tiles: Tile[];
  cave: string[] | null;
  recruits: number | null;
  game: { game: string; seat: number; seq: number | null } | null;
  rated: boolean;
  /** Since when our time is counted. */
  begun: string | null;
  ladder: PuzzleLadder;
  result: PuzzleResult | null;
}

/** How an attempt stands, and what can be done next. */
interface Sitting extends Choices {
  territory: Territory;
  domino: number | null;
  volcano: Cell | null;
  placed: number;
  discarded: number[];
  cave: string[] | null;
  score: Score;
  /** Made by the page without a connection: nobody has checked the moves, and the score is not known. */
  isUnchecked?: boolean;
}

/** Without a connection: the domino fits nowhere, or the fire has no target, as the solver believes. Never sent. */
type Skip = { type: "skip" };
type PuzzleMove = Move | Skip;

interface Attempt {
  at: string;
  score: number;
  points: Score;
  gap: number;
  missing: BenefitItem[];
  solved: boolean;
  stars: number;
  moves: Move[];
}

/** What the service says to an attempt that was sent. */
interface GradedAttempt {
  score: number;
  optimum: number;
  gap: number;
  missing: BenefitItem[];
  solved: boolean;
  stars: number;
  attempt: number;
  hints: number;
  seconds: number | null;
  rating: { before: number; after: number; deviation: number; provisional: boolean } | null;
}

/** All there is to know about a puzzle, after an attempt. */
interface PuzzleOutcome {
  optimum: number;
  greedy: number;
  boards: number;
  themes: string[];
  rating: number;
  points: Score;
  line: { move: Move; territory: Territory; total: number }[];
  first_moves: unknown[];
  solvers: number;
  histogram: { score: number; solvers: number }[];
  heat: { at: Cell; solvers: number }[];
  attempts: Attempt[];
  share: string;
}

interface Streak {
  days: number;
  today: boolean;
  longest: number;
  freezes: number;
}

interface Leaderboard {
  places: {
    rank: number;
    name: string;
    kind: PersonKind;
    you: boolean;
    score: number | null;
    hints: number;
    seconds: number | null;
  }[];
}

/** How somebody does at puzzles. */
interface SolverRecord {
  rating: { rating: number; deviation: number; provisional: boolean };
  graph: { at: string; rating: number }[];
  solved: number;
  total: number;
  streak: Streak;
  results: OwnPuzzleResult[];
}

interface ArchivedDay {
  day: string;
  puzzle: string;
  game: GameName;
  mode: string | null;
  result: PuzzleResult | null;
}

interface PuzzleArchive {
  month: string;
  first: string;
  days: ArchivedDay[];
}
