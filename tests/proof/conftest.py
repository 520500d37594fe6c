"""A box to prove on, and a reader of formulas over its variables."""

import pytest

from symplex.budget import Budget
from symplex.expression import number
from symplex.expression.parse import Scope, parse
from symplex.problem import Box, Interval
from symplex.proof.context import ProofContext


@pytest.fixture
def box():
    """The box of x and y in [-1, 1] and t in [0, 1]."""
    ends = {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)}
    intervals = {name: Interval(number(low), number(high)) for name, (low, high) in ends.items()}
    return Box(intervals, tuple(intervals))


@pytest.fixture
def context(box):
    """A new certificate on that box, with all the time that it needs."""
    return ProofContext.of(box, Budget.unlimited(), "t")


@pytest.fixture
def read():
    """Formulas of the box's variables, from text."""
    return lambda text: parse(text, Scope(("x", "y", "t")))
