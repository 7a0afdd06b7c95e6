"""`make bench`: every figure this project claims, measured now, on this machine."""

from tests.bench.rules import figures

for figure in figures():
    print(figure)
