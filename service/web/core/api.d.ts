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
  /** What makes clocks rest, if anything does. */
  time_off?: TimeOff;
}

interface Rest {
  /** null: of all */
  seat: number | null;
  why: "day_off" | "quiet" | "holiday" | "pause";
  begin: string;
  end: string;
}

interface TimeOff {
  holidays: boolean;
  /** Monday is 0; null if this table has none. */
  days_off: { seat: number; days: number[] }[] | null;
  /** Minutes since midnight. */
  quiet: { begin: number; end: number } | null;
  rests: Rest[];
  ask: { seat: number; days: number; agreed: number[] } | null;
  pauses: number;
  given: number[];
}

/** A table after one event. */
type Channel = "players" | "spectators";
type TalkLevel = "off" | "phrases" | "free";

/** What somebody said at a table. */
interface Said {
  id: string;
  at: string;
  channel: Channel;
  player: string;
  seat: number | null;
  name: string;
  phrase: string | null;
  text: string;
}

interface Talk {
  channel: Channel;
  channels: Channel[];
  messages: Said[];
  has_more: boolean;
  unread: number;
  level: TalkLevel;
  may_write: TalkLevel;
  why_not_more: string | null;
  phrases: Record<string, string>;
}

interface Table {
  id: string | null;
  talk?: TalkLevel;
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
  /** The day whose deal it is. */
  of_day?: string;
  /** Whether fair play allows hints; only with the newest event. */
  hints?: boolean;
  /** What this game teaches, if it does; only with the newest event. */
  guide?: string;
  /** What somebody asks for; only with the newest event. */
  questions?: Question[];
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

interface Seek {
  id: string;
  rules: Rules;
  clock: ClockControl;
  rated: boolean;
  stands: boolean;
  at_once: number;
  lowest: number | null;
  highest: number | null;
  until: string;
  games: string[];
}

/** What somebody sees who comes to an open table. */
interface Invitation {
  name: string | null;
  player: string | null;
  kind: PersonKind | null;
  greeting: string | null;
  is_kept: boolean;
  invited: { player: string; name: string }[];
  link: string | null;
  qr: string | null;
  size: number | null;
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
  seat: number | null;
  step: Due;
  moves: Move[];
  notation: string[];
  earns: Earning[] | null;
  recruit: RecruitOffer | null;
  undo: number | null;
}

type OfferedEarning = Omit<Earning, "items"> & { items?: number[] };
type OfferedRecruits = Omit<RecruitOffer, "earns"> & {
  earns: {
    worths: [points: number, spends: [Cell, number][]][];
    cavemen: (Omit<RecruitEarning, "places"> & { places: number[] })[];
  } | null;
};

/** The same as it comes to pages: grouped by where a piece can be put, each earning once. See projections/offer.py. */
interface Offer {
  seq: number;
  seat: number | null;
  step: Due;
  domino?: number;
  spots?: number[][];
  others?: [Move, number][];
  earnings: OfferedEarning[] | null;
  items?: EarnedItem[];
  recruit?: OfferedRecruits;
  undo?: number;
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
