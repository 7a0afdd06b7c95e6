"""What an operator runs: verify, export and import, readiness, puzzle commands."""
