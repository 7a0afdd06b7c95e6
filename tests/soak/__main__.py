"""The long proofs: `make soak`, or `make soak GAMES=500 SEED=7` for another sample."""

import os

from tests.soak.games import play_games

play_games(int(os.environ.get("GAMES", "10000")), int(os.environ.get("SEED", "1")))
