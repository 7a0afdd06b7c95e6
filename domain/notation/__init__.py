"""The notation: moves, positions and whole games as text, read and written without loss (docs/notation.md)."""
