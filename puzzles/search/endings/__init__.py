"""Endings: what each move is worth once nothing more will be revealed, searched to the end of the game.

Territories meet only in the drafts, and in Totem mode over the totems: what a seat does with dominoes that are certain
to be its own is a question by itself.

solve       what every move is worth, unless that would take too long to find out: begin here
tree        all that may follow: drafts, and those placements and fires that cannot be put off
choices     the moves of a step that have to be looked at, the most promising first
targets     placements and fires that make a difference
alone       one seat on its own, with dominoes that are certain
replies     two seats: each move is answered by the best reply (alpha-beta)
own_leads   three and four seats: each wants the largest lead of its own
totems      which seats may hold each totem in the end
worth       a territory at the end as one number, with what breaks a tie
workspace   what a search works on, and how many steps it may take
"""
