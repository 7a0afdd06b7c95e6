"""The shipped puzzles as data, one line of JSON each, the easiest first; and the command that makes them.

making   makes them again and writes puzzles.ndjson
"""
