// Notes and thoughts as the service sends them, and while one is written. For tsc only: it is not served to browsers.

interface GameNote {
  /** The event after which the table was seen; 0 for the whole game. */
  step: number;
  at: string;
  text: string;
}

interface OwnGameNotes {
  notes: GameNote[];
  thoughts: GameNote[];
  may_think: boolean;
  why_not: string | null;
}

interface Thought extends GameNote {
  seat: number;
  player: string;
  name: string;
}

/** A line of the notebook. */
interface NotebookEntry {
  step: number;
  text: string;
  isThought: boolean;
  isOwn: boolean;
  seat: number | null;
  name: string;
}

interface NoteDraft {
  step: number;
  text: string;
  isThought: boolean;
}
