"""Playing games: seats, moves, views, streams and clocks.

codec           the stored form of game events
seating         the log of a table: who sits where
consent/        what players ask the others to agree to, and calling a game off
clocks/         when the clocks of a table rest
questions       questions and answers, as the log of a table has them
starting/       ids, random orders and first events of games
tables          opens tables and seats players; a full table starts its game
follow_ups      the table that follows a game: a rematch, the next game of a dynasty
live_games      the games in memory, folded once for reading and writing
commands        the write path: commands to appended events
timed_steps     the steps of a replay with their times
view            one game as clients see it
news            all that a page needs after new events, in one message
streams         new events to open server-sent streams
variations      other moves tried on the deal of a finished game
shown_clock     the clock of a game as the table shows it
outages         downtime, which is given back to the players
fair_play       when hints and reviews are allowed
"""
