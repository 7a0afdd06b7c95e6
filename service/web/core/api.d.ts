// What the service sends and takes, as far as the pages use it. For tsc only: it is not served to browsers.
// These types are global, so that modules can name them without importing anything at run time.

type Cell = [number, number];
type GameName = "origins" | "kingdomino";
type Level = string;
type Due = "claim" | "draft" | "place" | "fire" | "totem" | "recruit" | "reveal" | "over";
type Source = "cave" | "pile";

interface Rules {
  game: GameName;
  mode: string | null;
  seats: number;
  variants: string[];
}

interface Square {
  domino: number;
  terrain: string;
  marks: number;
  craters: number;
  resource?: string | null;
  fire?: number;
  caveman?: string | null;
}

interface PlacedSquare extends Square {
  at: Cell;
}

interface Territory {
  size: number;
  squares: PlacedSquare[];
}

/** A domino that is not placed yet. */
interface Tile {
  domino: number;
  a: Square;
  b: Square;
}

interface Slot extends Tile {
  seat: number | null;
}

interface Region {
  terrain: string;
  squares: number;
  marks: number;
  points: number;
  cells: Cell[];
}

interface Score {
  total: number;
  regions: Region[];
  cavemen: { caveman: string; at: Cell; count: number; counted: Cell[]; points: number }[];
  hordes: { warriors: number; power: number; points: number; cells: Cell[] }[];
  resources: { resource: string; cells: Cell[]; points: number }[];
  totems: { resource: string; points: number }[];
  bonuses: { variant: string; points: number }[];
}

interface Seat {
  name: string;
  bot: Level | null;
  territory: Territory;
  score: Score;
}

interface Standing {
  seat: number;
  rank: number;
  total: number;
  tie_break: "largest_region" | "fires" | "crowns" | "shared" | null;
  largest_region: number;
  marks: number;
}

/** An item of the final scores, with the points of each seat. */
interface SheetRow {
  kind: "region" | "caveman" | "horde" | "resource" | "totem" | "bonus";
  name: string;
  points: number[];
}

type ClockControl = { type: "days"; days: number } | { type: "bank"; bank: number; increment: number; cap?: number };

interface Clock {
  control: ClockControl | null;
  seat: number | null;
  due: string | null;
  left: (number | null)[] | null;
}

/** A table after one event. */
interface Table {
  id: string | null;
  status: "running" | "over";
  seq: number;
  rules: Rules;
  viewer: number | null;
  round: number;
  rounds: number;
  step: Due;
  seat: number | null;
  domino: number | null;
  volcano: Cell | null;
  may_undo: boolean;
  may_claim: boolean;
  line: Slot[];
  next_line: Slot[];
  seats: Seat[];
  cave: string[] | null;
  pile: string[] | null;
  totems: Record<string, number | null> | null;
  winners: number[] | null;
  standings: Standing[] | null;
  sheet: SheetRow[] | null;
  clock?: Clock | null;
  invite?: string | null;
  /** Whether fair play allows hints; only with the newest event. */
  hints?: boolean;
}

/** A table that is not full yet, or was cancelled. */
interface OpenTable {
  id: string;
  status: "open" | "cancelled";
  rules: Rules;
  seats: ({ name: string; bot: Level | null } | null)[];
  seat: number | null;
  clock: Clock | null;
  hints: boolean;
  earnings: boolean;
  rated: boolean;
  invite: string | null;
  /** Whether we opened it, and may renew its invite. */
  owner: boolean;
}

type Place = { type: "place"; domino: number; a: Cell; b: Cell };
type Draft = { type: "draft"; domino: number };
type Claim = { type: "claim"; domino?: number; dominoes?: number[] };
type Fire = { type: "fire"; at: Cell };
type GiveTotem = { type: "give_totem"; resource: string; to: number };
type Recruit = { type: "recruit"; caveman: string; source: Source; spend: Cell[]; at: Cell };
type Move =
  | Place
  | Draft
  | Claim
  | Fire
  | GiveTotem
  | Recruit
  | { type: "decline"; domino: number }
  | { type: "pass" }
  | { type: "undo" };

interface RecruitOffer {
  cave: string[];
  pile: string[] | null;
  resources: Record<string, Cell[]>;
  free: Cell[];
  price: Record<Source, number>;
  earns: RecruitEarning[] | null;
}

/** What a caveman earns at each place; what each spent resource changes there is added. */
interface RecruitEarning {
  caveman: string;
  best: Partial<Record<Source, number>>;
  places: { at: Cell; points: number; spends?: [Cell, number][] }[];
}

/** What changes in the score under one name, as factors of points: squares × fires. */
interface EarnedItem {
  kind: "region" | "caveman" | "horde" | "resource" | "totem" | "bonus";
  name: string;
  before?: [number, number][];
  after?: [number, number][];
}

/** What a move earns at once. Of a draft `best` says what each of its dominoes could earn now. */
interface Earning {
  total: number;
  items?: EarnedItem[];
  lost?: Cell[];
  missed?: string[];
  best?: (number | null)[];
}

/** What the player to move may do. */
interface Choices {
  seq: number;
  step: Due;
  moves: Move[];
  notation: string[];
  earns: Earning[] | null;
  recruit: RecruitOffer | null;
}

/** The dominoes that nobody has seen yet. */
interface Unseen {
  seq: number;
  to_come: number;
  terrains: { terrain: string; squares: number; marks: number; craters: number }[];
  pairs: { terrains: [string, string]; dominoes: Tile[] }[];
}

/** One event of a game, in words. */
interface Step {
  seq: number;
  type: string;
  text: string;
  seat: number | null;
  domino: number | null;
  turn: number;
  round: number;
  totals: number[];
  /** When a turn is taken back: the event whose position is restored. */
  to?: number | null;
}

type StepKind = "step" | "turn" | "round";

interface Player {
  player: string;
  name: string;
  account: boolean;
  /** Left out without one. */
  role?: "moderator";
  /** Left out if moderators have nothing against them. */
  standing?: Standing;
}

type PersonKind = "account" | "guest" | "bot" | "departed";

interface SeatedPlayer {
  /** Said to those who would have to wait for them. */
  banned?: boolean;
  player: string | null;
  kind: PersonKind | null;
}

interface ListedSeat {
  name: string | null;
  bot: Level | null;
  player: string | null;
  kind: PersonKind | null;
  total: number | null;
  rank: number | null;
}

/** A line about a game in a list. */
interface GameLine {
  game: string;
  status: "open" | "running" | "over";
  rules: Rules;
  seats: ListedSeat[];
  turn: number | null;
  due: number | null;
  touched: number;
  clock: ClockControl | null;
  is_record: boolean;
  is_rated: boolean;
  is_private: boolean;
  has_hints: boolean;
  has_earnings: boolean;
}

interface GamePage {
  games: GameLine[];
  total: number;
  next?: number | null;
}

/** The position and salt of a deal, shown when the game is over. */
interface GameStarted {
  deal: unknown;
  salt: string;
  commitment: string;
}

interface Profile {
  player: string;
  name: string;
  /** By the reader. */
  blocked: boolean;
  account: boolean;
  since: string | null;
  results: Record<string, number>;
  ratings: Record<string, [number, number]>;
  provisional: Record<string, boolean>;
  history: [mean: number, deviation: number, change: number, at: number, game: string, pool: string][];
  reliability: { finished: number | null; games_since_leaving: number; answer_time: number | null };
}

/** A place on a leaderboard. */
interface RatedPlayer {
  player: string;
  ordinal: number;
  rating: [mean: number, deviation: number, games: number];
  name: string | null;
  uncertainty: number;
  kind: PersonKind;
}

interface Versus {
  played: number;
  first: number;
  second: number;
  games: GameLine[];
}

interface Token {
  id: string;
  label: string;
  scopes: string[];
  created: string;
  used: string;
}

/** The answer of the rules to a move on a board to try. */
interface Ruling {
  allowed: boolean;
  rule: string | null;
  told: string[];
  table: Table;
}
