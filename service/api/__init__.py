"""The HTTP routes: they translate between HTTP and the application, one controller per module.

- Games: `tables` opens, joins and shows them; `moves`, `stream` (events as list and live), `replay` (step by step),
  `endings` (resign, cancel, rematch), `forks` (play on from a position), `records` (text notation), `pictures`.
- Help: `hints`, `analysis` (the review of a finished game), `variations` (other moves in a finished game),
  `rule_examples`.
- Puzzles: `puzzles` solves them, `puzzle_browsing` finds them.
- People: `guests`, `sessions` (sign in and out), `account` (sign up, change, export, leave), `tokens`, `players`
  (public profiles).
- Lists: `lists` (lobby, own games, leaderboards).
- Operation: `health`.
"""
