// What is new in a game, as the service sends it.

/** What an event changed on a table: projections/changes.py. */
interface Change {
  "="?: any;
  "@"?: [start: number, count: number, items: any[]];
  [name: string]: any;
}

/** All that is new in a game after event `after`. */
interface News {
  after: number;
  changes: Change[];
  steps: Step[];
  now: Pick<Table, "clock" | "hints">;
  choices: Offer | null;
}
