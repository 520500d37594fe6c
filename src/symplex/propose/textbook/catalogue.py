"""All methods, in the order in which they are tried."""

from typing import Final

from symplex.problem.method import Method
from symplex.propose.textbook.odes.autonomous import Autonomous
from symplex.propose.textbook.odes.bernoulli import Bernoulli
from symplex.propose.textbook.odes.cascade import Cascade
from symplex.propose.textbook.odes.constant_coefficients import ConstantCoefficients
from symplex.propose.textbook.odes.euler import Euler
from symplex.propose.textbook.odes.exact_equation import ExactEquation
from symplex.propose.textbook.odes.first_integral import FirstIntegral
from symplex.propose.textbook.odes.first_order_linear import FirstOrderLinear
from symplex.propose.textbook.odes.linear_basis import LinearSecondOrder
from symplex.propose.textbook.odes.linear_system import LinearSystem
from symplex.propose.textbook.odes.missing_unknown import MissingUnknown
from symplex.propose.textbook.odes.riccati import Riccati
from symplex.propose.textbook.odes.separable import LinearCombination, Separable
from symplex.propose.textbook.odes.source_in_pieces import SourceInPieces
from symplex.propose.textbook.odes.sympy_dsolve import SympyDsolve
from symplex.propose.textbook.pdes.catalogue import methods_with

_FIRST_ORDER: Final[tuple[Method, ...]] = (
    FirstOrderLinear(),
    Separable(),
    Bernoulli(),
    LinearCombination(),
    Riccati(),
    ExactEquation(),
)
_LINEAR: Final[tuple[Method, ...]] = (ConstantCoefficients(), Euler())
_LONE: Final[tuple[Method, ...]] = (
    *_LINEAR,
    *_FIRST_ORDER,
    MissingUnknown((*_LINEAR, *_FIRST_ORDER, Autonomous(_FIRST_ORDER))),
    Autonomous(_FIRST_ORDER),
    LinearSecondOrder(),
    FirstIntegral((*_LINEAR, *_FIRST_ORDER, FirstIntegral(_FIRST_ORDER))),
)
"""For a single equation; SymPy's is not among them."""

METHODS: Final[tuple[Method, ...]] = (
    SourceInPieces((*_LINEAR, *_FIRST_ORDER[:1])),
    *_LONE,
    LinearSystem(),
    Cascade(_LONE),
    *methods_with((*_LONE, Cascade(_LONE), LinearSystem())),
    SympyDsolve(),
)
"""What needs no SymPy stands first: importing it takes a second."""
