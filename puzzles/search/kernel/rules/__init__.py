"""The rules on compact boards, compiled by Numba. Tests hold them equal to `domain`.

Records:
layout       one game as one flat record
pack         from a Position and a guess at what is hidden to that record
moves        a move as one number; only this module knows its layout
steps        moves of the kernel to steps of the game, and back
constants    numbers for the words of the rules
bits         sets of cells as three words of 64 bits
compiled     how the kernel is compiled, and where machine code is cached
parts        how compiled functions call each other

Rules:
turn         a chief's turn, step by step
legal        every move that the rules allow
territory    which placements a domino has, and what laying it changes
regions      regions kept while squares are laid
fire         where a volcano throws its fire, and what burns
totems       who holds each totem
tribe        recruiting cavemen
scoring      points, and who wins
dealing      shuffles what is unseen, and deals new games
randomness   random numbers inside a playout
"""
