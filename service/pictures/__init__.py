"""Tables and puzzles as PNG and film."""
