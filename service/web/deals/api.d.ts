// What the service sends about deals of the day. For tsc only: it is not served to browsers.

interface OwnDeal {
  game: string;
  status: "open" | "running" | "over" | "cancelled";
  total: number | null;
  rank: number | null;
  land: string;
}

interface DayDeal {
  day: string;
  rules: Rules;
  bot: Level;
  begins: boolean;
  until: string;
  played: number;
  is_open: boolean;
  own: OwnDeal | null;
  commitment: string | null;
}

interface DealResult {
  rank: number;
  game: string;
  name: string | null;
  player: string | null;
  kind: PersonKind | null;
  total: number;
  land: string;
}

interface DealResults {
  day: string;
  total: number;
  results: DealResult[];
}

interface DealChoice {
  seq: number;
  move: Move;
}

interface DealParting {
  round: number;
  own: DealChoice;
  theirs: DealChoice;
}

/** Two games of the same deal. */
interface DealComparison {
  own: Table;
  theirs: Table;
  parting: DealParting | null;
}
