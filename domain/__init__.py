"""The rules of Kingdomino Origins and Kingdomino: pure functions from commands to events, without input or output.

The decider:
commands      what can be requested
events        what has happened in a game: stored permanently
decide        a command into the events it causes, or a refusal
step_events   one step of the seat to move into events, for `decide`
evolve        folds one event into the game
revealed      the part of `evolve` that concerns what was turned over
legal         the move generator, independent of `decide`
log           whole logs: rebuild a game, or check every event
errors        refusals with reasons, and damaged logs

The state:
game          a position and the hidden orders
position      everything that players may know
rules         box, mode, seats and variants, and what they imply
pieces        the contents of the two boxes
dominoes      the 48 dominoes of each game, from `data`

The subjects of the rulebook:
start         starting a game from a shuffled deal
reveal        what is revealed before a round, in which order
grid          cells and distances
territory     where dominoes fit, and regions
fire          where fire lands, and what it burns
totems        who holds each totem
tribe         recruiting cavemen
scoring       the points of a territory, itemised
dynasty       a match of three games
undo          taking back a turn, also if others must agree
fork          a new game that continues from a position of another

As text:
notation/     moves, positions and whole games
"""
