// What the service sends about tournaments, as far as the pages use it; for tsc only.

type TournamentFormat = "swiss" | "round_robin" | "knock_out";

interface TournamentLine {
  id: string;
  stage: "open" | "running" | "over";
  format: TournamentFormat;
  rules: Rules;
  clock: ClockControl;
  rounds: number;
  best_of: number;
  least: number;
  most: number;
  rated: boolean;
  filler: Level | null;
  starts: string;
  until: string;
  by: string | null;
  people: number;
  entered: boolean;
  yours: boolean;
  round: number;
  why: "finished" | "too_few" | "too_late" | "called_off" | null;
  winners: string[];
}

interface TournamentRow {
  player: string;
  place: number;
  points: number;
  beaten: number;
  lead: number;
  games: number;
  rested: number;
  withdrawn: boolean;
  round: number | null;
}

interface TournamentTable {
  game: string;
  players: (string | null)[];
  totals: number[] | null;
  ranks: number[] | null;
  dropped: boolean;
}

interface Tournament extends TournamentLine {
  entrants: string[];
  standings: TournamentRow[];
  course: { tables: TournamentTable[]; resting: string[] }[];
  names: Record<string, string | null>;
}
