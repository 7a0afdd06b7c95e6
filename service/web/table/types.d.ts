// What the page of a game knows. For tsc only: it is not served to browsers.

interface HintState {
  status: HintMessage["status"] | "refused";
  seq: number;
  progress: number;
  moves: SuggestedMove[];
  benefit: Benefit | null;
  than: number;
  rung: number;
  chosen: number;
  problem: string | null;
  hint?: string;
}

/** A finished analysis with its moves by the event they led to, and the puzzles that were made from the game. */
interface DoneReview extends Analysis {
  status: "done";
  whose: number | null;
  bySeq: Map<number, JudgedMove>;
  puzzles?: { id: string; seat: number; seq: number; result: PuzzleResult | null }[];
}

interface RunningReview {
  status: "running";
  progress: number;
  whose: number | null;
  bySeq?: Map<number, JudgedMove>;
}

type ReviewState = DoneReview | RunningReview | { status: "failed"; problem: string; bySeq?: undefined };

/** Why there is nothing to show. */
interface TableProblem {
  message: string;
  status?: number;
  isStep?: boolean;
  /** The service is away: the page tries again by itself. */
  isAway?: boolean;
}

type Dialog =
  | { type: "keys" }
  | { type: "resign" }
  | { type: "share" }
  | { type: "fork" }
  | { type: "time" }
  | { type: "unseen"; left: Unseen }
  | { type: "report" | "notes" | "talk" | "plan" | "plans" | "notebook" | "questions" | "guess"; draw: () => Child[] }
  | { type: "seat"; seat: number; zoom: import("../drawing/grid.js").Area | null }
  | { type: "fair"; promised: string; computed: string; isKept: boolean };

/** A move that is not made yet although the player has made it; `isAsked` if they are asked what is to become of it. */
type HeldMove = { wish: import("../offline/waiting.js").KeptMove } & (
  { isAsked: false } | { isAsked: true; happened: string; isLegal: boolean }
);

interface TableState {
  game: string;
  problem: TableProblem | null;
  /** A table that is not full yet. */
  waiting: OpenTable | null;
  /** Who invites to a table that waits. */
  invitation: Invitation | null;
  /** By the number of the event they follow. */
  tables: Record<number, Table>;
  /** The game in words, one entry for each event. */
  steps: Step[];
  /** The newest event. */
  last: number;
  /** The event after which the table is shown. */
  at: number;
  /** Shows the newest, and catches up with it. */
  isLive: boolean;
  /** What was placed after this event is new to the viewer. */
  since: number;
  /** What the viewer may do, if it is their turn. */
  choices: Choices | null;
  /** What of it they have chosen so far. */
  pick: BoardPick;
  isSending: boolean;
  /** The table as it will be after the move that is on its way: it is drawn before the answer comes. */
  sent: Table | null;
  sentMove: Move | null;
  /** A move that waits for the connection, or that the game has overtaken. */
  held: HeldMove | null;
  isConnected: boolean;
  /** The seat whose territory is shown large, if the viewer chose one. */
  large: number | null;
  /** How much of the table was on the screen: what comes after that is drawn only then (`SEEN`). */
  seen: number;
  /** Whether the steps of a running game are to be seen. */
  isHistoryOpen: boolean;
  /** The cells of a score that is pointed at. */
  lit: { seat: number; cells: Cell[] } | null;
  /** Of autoplay; 0 stands still. */
  speed: number;
  /** That of the next autoplay. */
  chosenSpeed: number;
  clock: Clock | null;
  /** What somebody asks the others for, besides a pause, which is with the clock. */
  questions: Question[];
  /** Who sits there, as far as the service says so. */
  players: SeatedPlayer[];
  /** The seats of other players who are at the table right now. */
  here: number[];
  /** Which moves are best, if the viewer asked. */
  hint: HintState | null;
  /** What each decision of a finished game has cost, if the viewer asked. */
  review: ReviewState | null;
  /** A variation that is tried: it leaves the game after event `at`; `own` are the indices of our own moves. */
  line: { at: number; seat: number; moves: Move[]; own: number[] } | null;
  /** The state of the game itself, while a variation is tried. */
  main: TableState | null;
  /** What lies over the table, if anything. */
  dialog: Dialog | null;
  /** The result, while it is open. */
  ending: Ending | null;
  /** Whether fair play allows hints. */
  hasHints: boolean;
  /** What this game teaches, if it does. */
  guide: string | null;
  /** What was said at the table and not read. */
  unread: number;
  /** The departure of a player that the viewer has read. */
  departure: number;
}

/** The state with what follows from it, as the views need it. */
interface ShownState extends TableState {
  canMove: boolean;
  isNow: boolean;
}

type Message =
  | { type: "failed"; problem: TableProblem | null }
  | { type: "waiting"; table: OpenTable }
  | { type: "invitation"; invitation: Invitation }
  | { type: "newest"; table: Table }
  | { type: "frames"; tables: Table[] }
  | { type: "steps"; after: number; steps: Step[] }
  | { type: "forget" }
  | { type: "show"; at: number }
  | { type: "live"; at?: number }
  | { type: "since"; at: number }
  | { type: "choices"; choices: Choices }
  | { type: "pick"; pick: Partial<BoardPick> }
  | { type: "sending"; is: boolean; move?: Move; table?: Table | null }
  | { type: "held"; held: HeldMove | null }
  | { type: "departure"; seq: number }
  | { type: "connected"; is: boolean }
  | { type: "players"; players: SeatedPlayer[] }
  | { type: "here"; seats: number[] }
  | { type: "clock"; clock: Clock }
  | { type: "large"; seat: number | null }
  | { type: "seen" }
  | { type: "history"; isOpen: boolean }
  | { type: "lit"; lit: TableState["lit"] }
  | { type: "speed"; speed: number }
  | { type: "chosen_speed"; speed: number }
  | { type: "hint"; hint: Partial<HintState> | null }
  | { type: "review"; review: Partial<DoneReview> | Partial<RunningReview> | ReviewState | null }
  | { type: "line"; line: Sideline | null; own?: number[] }
  | { type: "ending"; ending: Partial<Ending> | null }
  | { type: "talk"; unread: number }
  | { type: "dialog"; dialog: Dialog | null };

/** What the actions of other rooms need of `Room`. */
interface TableRoom extends BoardOwner {
  readonly game: string;
  readonly state: TableState;
  readonly isClosed: boolean;
  readonly reports: import("../core/reports.js").Reports;
  send(message: Message): void;
  later(action: () => void, milliseconds: number): void;
  redraw: Redraw;
}

/** What they need of `Following`. */
interface TableFollower {
  frames(from: number, to: number): Promise<void>;
  catchUp(): void;
  announceTurn(): void;
  /** Settled when what one plays with is there. */
  equip(): Promise<unknown>;
}
