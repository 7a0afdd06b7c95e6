// What the service sends about guesses. For tsc only: it is not served to browsers.

interface Guess {
  seq: number;
  move: Move;
  right: boolean | null;
}

interface ShownGuesses {
  own: Guess[];
  people: { player: string; name: string; right: number; guesses: number }[];
}
