// What the service says about moderation. For tsc only: it is not served to browsers.

/** What moderators have closed to somebody. */
interface Standing {
  limits: { act: string; number: number; reason: string; until: string | null }[];
  warnings: number;
}

/** What a moderator did, as the person concerned sees it. */
interface OwnAct {
  number: number;
  at: string;
  act: string;
  reason: string;
  /** "moderator" or "operator"; for moderators the id of a player, or "operator". */
  by: string;
  state?: "in_force" | "ended" | "taken_back";
  until?: string;
  name?: string;
  /** The name that was replaced, for moderators. */
  before?: string;
  game?: string;
  restored?: number;
}

/** The same as moderators see it. */
interface ModeratedAct extends OwnAct {
  player: string;
  player_name?: string;
  by_name?: string;
  report?: number;
  other?: string;
}

interface ModeratedReport {
  number: number;
  at: string;
  player: string;
  /** As they were called then, and as they are now. */
  name: string;
  current_name: string | null;
  reporter: string | null;
  reporter_name: string | null;
  about: string;
  reason: string;
  text: string;
  /** What was said at a table, if it is about that. */
  said: string | null;
  game: string | null;
  closed: string | null;
  answer: string | null;
}

/** Two people whom the nightly check has marked. */
interface Suspicion {
  pair: string;
  players: [{ player: string; name: string }, { player: string; name: string }];
  signs: string[];
  met: number;
  games: string[];
  at: string;
}

interface ModeratedPerson {
  player: string;
  name: string;
  account: boolean;
  since: string;
  role: "moderator" | null;
  standing: Standing;
  acts: ModeratedAct[];
  reports: ModeratedReport[];
  games: GameLine[];
  /** Other accounts that came from the same networks. */
  neighbours: number;
}
