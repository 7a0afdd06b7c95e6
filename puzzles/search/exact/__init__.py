"""The proven optimum of a territory and a known sequence of dominoes: branch and bound, compiled by Numba."""
