"""The rules on compact boards, compiled by Numba; held equal to `domain` by tests."""
