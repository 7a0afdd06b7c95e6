// Choosing a move on a board, at the table or in a puzzle. For tsc only: it is not served to browsers.

/** What of the offer is chosen so far. */
interface BoardPick {
  /** How the domino lies in the hand, and which of its halves is put on the cell pointed at. */
  turn: number;
  half: number;
  /** The cell pointed at, and the placement that is shown there. */
  aim: Cell | null;
  spot: Place | null;
  domino: number | null;
  caveman: string | null;
  source: Source | null;
  index?: number | null;
  spend: Cell[];
  /** The part of the territory that is looked at closer. */
  zoom: import("../drawing/grid.js").Area | null;
}

/** Where one chooses: the table of a game, or a puzzle. */
interface BoardOwner {
  readonly state: { choices: Choices | null; pick: BoardPick };
  readonly canMove: boolean;
  readonly rules: Rules | null;
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
  /** What has just happened to the player without being asked: a domino that fits nowhere. */
  news?: string | null;
  hint?: string;
  icon?: string;
  seat?: number;
  held?: Child;
  buttons?: Child;
}
