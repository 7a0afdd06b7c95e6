"""`python -m puzzles.shipped.catalogue` makes the shipped puzzles again."""

from pathlib import Path
from random import Random

from puzzles.shipped.catalogue.making import write_catalogue
from puzzles.shipped.shipped import FILE

write_catalogue(Path(__file__).with_name(FILE), Random(2026))
