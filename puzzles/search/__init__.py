"""The engine: what is best here? Sees a Position, samples what is hidden, and answers within a budget."""
