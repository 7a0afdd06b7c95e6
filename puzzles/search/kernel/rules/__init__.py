"""The rules on compact boards, compiled by Numba. Tests hold them equal to `domain`."""
