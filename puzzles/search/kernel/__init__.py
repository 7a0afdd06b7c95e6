"""A second implementation of the rules, compiled by Numba for playouts. Tests hold it equal to `domain`.

rules/    the rules on compact boards
policy/   how seats play in playouts
lines/    a line searched for the replies of all seats
"""
