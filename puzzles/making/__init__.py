"""Making puzzles: candidates, what makes them good, themes and difficulty."""
