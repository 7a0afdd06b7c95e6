"""How seats play in playouts: evaluation, greedy players, the trained network.

Instinct, the evaluation of one's own territory:
instinct      how a seat plays by it
weights       what it looks at, and how much each thing counts
survey        the value of covering each open cell
ways          the placements of a domino, each with its value
gains         what a placement adds to the points of the regions
burning       the value of a fire on each square
stores        the value of resources beyond their points
hiring        the recruit that pays best

Other players:
greedy        each domino where the territory scores most right away
full_greedy   the published yardstick for players of Kingdomino
foresight     players where there is an outlook

Playouts:
arms          what a seat may do with its turn
trial         plays arms out, each on the same deals
itemised      plays arms to the end, and notes what the points consist of
playout       whole games at random

The outlook, a small network:
outlook       estimates the final points of a territory
network       its numbers, and where they come from
lessons       games that it is trained on
"""
