"""Where formulas come from that may be solutions: nothing of it is believed.

Whoever asks for contradictions brings the methods; here each formula of theirs is proved first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from symplex.problem.method import Method


@final
@dataclass(frozen=True)
class Methods:
    """Methods by what they are asked for."""

    every: tuple[Method, ...]
    """Whatever may propose a formula without constants."""
    linear_systems: tuple[Method, ...]
    constant_coefficients: tuple[Method, ...]
    first_order: tuple[Method, ...]
    variable_coefficients: tuple[Method, ...]
    """For a linear equation; all its solutions are wanted, and what these do not find, others do
    not either."""


Library = Callable[[], Methods]
"""The textbook is opened only where a statement needs it."""
