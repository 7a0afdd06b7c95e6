"""Making puzzles: candidates, the demands on them, themes and difficulty."""
