// What players ask each other for, as the service sends it.

/** What a player asks the others for. */
interface Question {
  kind: "pause" | "undo" | "call_off" | "draw_bot";
  /** Who asks. */
  seat: number;
  /** The seats that must agree. */
  voters: number[];
  agreed: number[];
  at: string;
  ends: string;
  days?: number;
  /** For whom another bot is wanted. */
  of?: number;
  level?: Level;
}

/** What one may ask for: the seats that must agree, or null. */
interface PossibleQuestions {
  undo: number[] | null;
  call_off: number[] | null;
  draw_bot: number[];
  again: string | null;
}
