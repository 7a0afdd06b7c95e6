"""A second implementation of the rules, compiled by Numba for playouts. Tests hold it equal to `domain`."""
