"""The proven optimum of a territory and a known sequence of dominoes: branch and bound, compiled by Numba.

Asking:
solve            the door to the solver
problem          its questions and answers
optima           how many final boards and which first moves reach the optimum
line             from the numbers of the search to steps of the game
recruits         the recruits at the end of a line, as steps

One window:
window           the windows in which a territory may end
window_problem   a problem within one window, in numbers
cells            sets of its cells as one word of 64 bits
placing          laying dominoes and throwing fires
capacity         how many dominoes the free cells have room for
tribe            what cavemen are worth
recruiting       the best recruits after the last domino
payments         every way to recruit that adds the given points

Searching:
workspace        scratch memory of the search
beam             a good line quickly
bound            how much a territory can be worth at most
proof            the search itself: depth first
transpositions   what is known of territories looked at before
counting         every final board that reaches the optimum, once
counted_boards   which boards have been counted
"""
