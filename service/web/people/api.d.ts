// What the service sends about people and their games, as far as the pages use it; for tsc only.

interface Player {
  player: string;
  name: string;
  account: boolean;
  /** Whether the service has named this guest. */
  hasGivenName: boolean;
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
  /** Whether the page knows that they are at the table right now. */
  isHere?: boolean;
}

interface ListedSeat {
  /** These two are said of those who sit at open tables in the lobby. */
  rating: number | null;
  finished: number | null;
  name: string | null;
  bot: Level | null;
  player: string | null;
  kind: PersonKind | null;
  total: number | null;
  rank: number | null;
  /** The territory in letters, once the game has begun: projections/small_board.py */
  land?: string;
}

/** A line about a game in a list. */
interface GameLine {
  game: string;
  status: "open" | "running" | "over" | "cancelled";
  rules: Rules;
  seats: ListedSeat[];
  turn: number | null;
  due: number | null;
  touched: number;
  clock: ClockControl | null;
  is_record: boolean;
  is_rated: boolean;
  is_private: boolean;
  of_day?: string | null;
  has_hints: boolean;
  has_earnings: boolean;
  /** When clocks rest; null without a clock. `quiet` are minutes since midnight where each player lives. */
  rests: { days_off: boolean; holidays: boolean; quiet: [number, number] | null } | null;
  /** Of our own games: what we have noted. */
  label?: string;
  is_starred?: boolean;
  is_muted?: boolean;
  /** What a page adds beside and under the name of the game. */
  beside?: Child;
  under?: Child;
}

/** How many notices are unread, and in which games those about turns are. */
interface Unread {
  unread: number;
  turns: string[];
}

interface GamePage {
  games: GameLine[];
  total: number;
  next?: number | null;
  /** Of our own games: our stream goes on after this. */
  at?: string;
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
  followed: boolean;
  account: boolean;
  since: string | null;
  results: Record<string, number>;
  ratings: Record<string, [number, number]>;
  provisional: Record<string, boolean>;
  history: [mean: number, deviation: number, change: number, at: number, game: string, pool: string][];
  reliability: { finished: number | null; games_since_leaving: number; answer_time: number | null };
}

interface Achievement {
  name: string;
  have: number;
  need: number;
}

interface PlayCost {
  choices: number;
  mean: number;
}

/** What choices have cost in the games of one mode. */
interface Play {
  pool: string;
  games: number;
  all: PlayCost;
  skills: Record<string, PlayCost | undefined>;
  rounds: (PlayCost & { round: number })[];
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
