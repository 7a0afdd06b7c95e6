"""Folds of the event log for readers. Pure: imports only the rules.

What a player sees of a game:
table              the table as a viewer sees it, and the public log
changes            what a new event changes on a table
frames             the game and its scores after every event
replay             stepping through a game
sheet              the final scores side by side
unseen             the dominoes that nobody has seen yet
timing             the correspondence clock
anonymous          replaces the names of players

What one may do:
choices            the legal moves, as clients send them back
offer              the legal moves as pages get them
earnings           what a move earns at once
recruit_earnings   what recruiting a caveman earns
next_turn          the next turn as if it came now, to try what one will place
trying             interactive examples of the rules, from `examples`

In words, from `languages`:
words              names, and one sentence for each kind of event
chronicle          one sentence for each event of a game
reasons            why something was refused
notice_words       notices in sentences
feed_words         titles of feeds
talk_words         phrases that players say by a press

Beside the table:
listing            the summary of a game in lists
small_board        a territory in letters, for these lists
notices            who is to be informed of what happened in a game
picture            tables and puzzles as pictures
result_picture     the result of a finished game as a picture
"""
