"""`python -m puzzles.shipped.catalogue` makes the shipped puzzles anew."""

from pathlib import Path
from random import Random

from puzzles.shipped.shipped import FILE, write

write(Path(__file__).with_name(FILE), Random(2026))
