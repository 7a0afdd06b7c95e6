// The rules as outline.json and the files of the languages hold them. For tsc only: it is not served to browsers.

interface RuleSection {
  id: string;
  figure?: RuleFigure[];
  table?: SeatTable;
  /** The name of a board to try. */
  example?: string;
}

interface RuleFigure {
  piece: string;
  name?: string[];
  note?: string;
}

interface SeatTable {
  game: GameName;
  rows: number[][];
}

interface RuleChapter {
  chapter: string;
  picture: string;
  sections: RuleSection[];
}

/** What the rules say in one language. */
interface RuleTexts {
  title: string;
  lead: string;
  /** From where the names of the game come. */
  edition: string;
  page: Record<string, string>;
  columns: string[];
  chapters: Record<string, { title: string; lead: string }>;
  sections: Record<string, { title: string; text: (string | string[])[] }>;
  asks: Record<string, string>;
  tries: Record<string, Record<string, string>>;
  notes: Record<string, string>;
}

interface RuleBook {
  outline: RuleChapter[];
  texts: RuleTexts;
}
