"""The methods for a numerical solution, in a fixed order."""

from collections.abc import Callable
from typing import Final

from symplex.numerics.reference.characteristics import characteristics
from symplex.numerics.reference.collocation import collocation
from symplex.numerics.reference.cone import cone
from symplex.numerics.reference.dispersive import dispersive
from symplex.numerics.reference.hopf_lax import hopf_lax
from symplex.numerics.reference.kernel import kernel
from symplex.numerics.reference.logarithmic import logarithmic
from symplex.numerics.reference.marching import marching
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.separable import separable
from symplex.numerics.reference.system import System
from symplex.numerics.reference.trajectory import trajectory
from symplex.numerics.reference.waves import waves
from symplex.numerics.reference.weno import weno
from symplex.work.budget import Budget

Method = Callable[[System, float, Budget], Found]
METHODS: Final[tuple[Method, ...]] = (
    hopf_lax,
    characteristics,
    weno,
    kernel,
    logarithmic,
    waves,
    separable,
    cone,
    dispersive,
    collocation,
    marching,
    trajectory,
)
"""In the order in which they are tried; those for few problems, and exact for these, first.

Where characteristics have met, no method for smooth solutions needs to be tried: WENO comes next.
"""
