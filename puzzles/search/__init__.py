"""The engine: ranks the moves of a Position by sampling what is hidden, within a budget."""
