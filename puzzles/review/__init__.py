"""Reviews of finished games: points lost by each move, and the best score possible in hindsight."""
