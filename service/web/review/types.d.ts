// What the service sends about hints and reviews, as far as the pages use it. For tsc only, like ../core/api.d.ts.

interface SuggestedMove {
  move: Move;
  notation: string;
  lead: number;
  error: number;
  proven: boolean;
  equal: boolean;
}

interface BenefitItem {
  item: string;
  points: number;
  error: number;
  seat: number | null;
  domino: number | null;
}

interface Benefit {
  lead: number;
  error: number;
  playouts: number;
  items: BenefitItem[];
  proven: boolean;
}

interface HintMessage {
  hint: string;
  status: "queued" | "running" | "done" | "failed" | "stale";
  seq: number;
  progress: number;
  moves: SuggestedMove[];
  benefit: Benefit | null;
  than: number;
}

type Skill = "draft" | "placement" | "fire" | "recruit";
type Grade = "best" | "excellent" | "good" | "inaccuracy" | "mistake" | "blunder";

interface JudgedMove {
  seq: number;
  seat: number;
  skill: Skill;
  grade: Grade;
  lost: number;
  before: number;
  after: number;
  proven: boolean;
  benefit: Benefit | null;
  played: { move: Move; notation: string };
  best: { move: Move; notation: string };
}

interface Hindsight {
  best: number;
  bound: number;
  is_proven: boolean;
  territory: Territory | null;
}

interface SeatReview {
  seat: number;
  mean: number;
  median: number;
  lost: Record<Skill, number>;
  grades: Partial<Record<Grade, number>>;
  hindsight: Hindsight | null;
}

interface Analysis {
  status: "running" | "done";
  progress: number;
  moves: JudgedMove[];
  turning_points: number[];
  seats: SeatReview[];
}

/** What came of other moves in a finished game. */
interface Sideline {
  at: number;
  seat: number;
  seq: number;
  moves: Move[];
  steps: Step[];
  frames: Table[];
  choices: Choices | null;
}
