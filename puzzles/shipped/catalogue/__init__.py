"""The shipped puzzles as data, one line of JSON each, the easiest first; and the program that makes them."""
