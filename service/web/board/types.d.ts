// Choosing a move on a board, at the table or in a puzzle. For tsc only: it is not served to browsers.

/** What of the offer is chosen so far. */
interface BoardPick {
  turn: number;
  spot: Place | null;
  aim: Cell | null;
  domino: number | null;
  caveman: string | null;
  source: Source | null;
  index?: number | null;
  spend: Cell[];
  at: Cell | null;
}

/** Where one chooses: the table of a game, or a puzzle. */
interface BoardOwner {
  readonly state: { choices: Choices | null; pick: BoardPick };
  readonly canMove: boolean;
  pick(change: Partial<BoardPick>): void;
}

/** What the board's views need to know of a table; a puzzle looks like one with a single seat. */
type BoardTable = Pick<
  Table,
  "rules" | "seats" | "seat" | "viewer" | "step" | "domino" | "volcano" | "cave" | "pile"
> & { line: (Tile | Slot)[] };

/** The same of a state in which something is offered. */
interface BoardState {
  choices: Choices;
  pick: BoardPick;
  canMove: boolean;
}

/** What is due now, with its buttons. */
interface DueNow {
  title: string;
  hint?: string;
  icon?: string;
  seat?: number;
  held?: Child;
  buttons?: Child;
}
