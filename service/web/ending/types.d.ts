// The result of a game, as long as it is open. For tsc only: it is not served to browsers.

interface Ending {
  /** How many acts of the scene are over; after the last everything is shown. */
  act: number;
  /** The review of the game, if it is made. */
  review: Analysis | null;
}
