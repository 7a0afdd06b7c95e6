"""The rules once more, compiled by Numba, for the many playouts of a search. Held equal to `domain` by tests."""
