"""Variants of a test: those that `make test` runs, and the rest of their product, which is left to `make soak`."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def only(kept: Collection[Any], every: Iterable[Any]) -> list[ParameterSet]:
    """Every variant as a parameter; those that are not kept have the marker `long`."""
    return [pytest.param(variant, marks=() if variant in kept else pytest.mark.long) for variant in every]
