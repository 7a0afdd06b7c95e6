"""Everything that concerns one person: one stream of it (decision 32), what they note about their games, and whether
they are at a table (decision 41).

streams       the personal streams of this process
marks         labels and stars of games
note_records  the stored log of what one person notes about one game
notes         notes for oneself, and thoughts that all read when the game is over
own_lists     the lists of one's own games, with these
attendance    who has the page of a game open
guesses       what those who watch a game guess of the next move
play          what somebody's choices cost, from reviews
achievements  few things that take skill or staying power
downloads     ratings and games as CSV
game_lines    a kind of message: the lines of one's own games
"""
