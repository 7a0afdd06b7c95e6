// Plans as the service sends them, and while they are made. For tsc only: it is not served to browsers.

type Otherwise = "ask" | "points" | "pebble" | "flint" | "mammoth";

interface ShownPlan {
  at: string;
  seq: number;
  moves: Move[];
  choosing: Otherwise;
  placing: Otherwise;
  stop_if_taken: number[];
}

interface OwnPlan {
  plan: ShownPlan | null;
  ended: { at: string; seq: number; why: string; domino: number | null } | null;
  made: { seq: number; last: number; move: Move }[];
  domino: number | null;
  may: Otherwise[];
}

/** A move of a finished game that a plan has made. */
interface PlannedMove {
  seat: number;
  seq: number;
  last: number;
  move: Move;
}

/** The next turn as if it came now. */
interface Tried {
  table: Table | null;
  choices: Offer | null;
}

/** A plan while it is made: what is tried on the territory, and the dominoes to take in order. */
interface PlanDraft {
  moves: Move[];
  wishes: number[];
  choosing: Otherwise;
  placing: Otherwise;
  stops: boolean;
  passes: boolean;
}
