"""All methods, in the order in which they are tried."""

from typing import Final

from symplex.methods.method import Method
from symplex.methods.odes.autonomous import Autonomous
from symplex.methods.odes.bernoulli import Bernoulli
from symplex.methods.odes.cascade import Cascade
from symplex.methods.odes.clairaut import Clairaut
from symplex.methods.odes.constant_coefficients import ConstantCoefficients
from symplex.methods.odes.constant_riccati import ConstantRiccati, DrivenByRiccati
from symplex.methods.odes.euler import Euler
from symplex.methods.odes.exact_equation import ExactEquation
from symplex.methods.odes.first_integral import FirstIntegral
from symplex.methods.odes.first_order_linear import FirstOrderLinear
from symplex.methods.odes.linear_basis import LinearSecondOrder
from symplex.methods.odes.linear_system import LinearSystem
from symplex.methods.odes.liouville import Liouville
from symplex.methods.odes.missing_unknown import MissingUnknown
from symplex.methods.odes.riccati import Riccati
from symplex.methods.odes.separable import LinearCombination, Separable
from symplex.methods.odes.sympy_dsolve import SympyDsolve
from symplex.methods.pdes.catalogue import methods_with

_FIRST_ORDER: Final[tuple[Method, ...]] = (
    FirstOrderLinear(),
    ConstantRiccati(),
    Separable(),
    Bernoulli(),
    LinearCombination(),
    Riccati(),
    ExactEquation(),
    Clairaut(),
)
_LINEAR: Final[tuple[Method, ...]] = (ConstantCoefficients(), Euler())
_LONE: Final[tuple[Method, ...]] = (
    *_LINEAR,
    *_FIRST_ORDER,
    Liouville(),
    MissingUnknown((*_LINEAR, *_FIRST_ORDER, Autonomous(_FIRST_ORDER))),
    Autonomous(_FIRST_ORDER),
    LinearSecondOrder(),
    FirstIntegral((*_LINEAR, *_FIRST_ORDER, FirstIntegral(_FIRST_ORDER))),
)
"""For a single equation; SymPy's is not among them."""

METHODS: Final[tuple[Method, ...]] = (
    *_LONE,
    LinearSystem(),
    DrivenByRiccati(),
    Cascade(_LONE),
    *methods_with((*_LONE, DrivenByRiccati(), Cascade(_LONE), LinearSystem())),
    SympyDsolve(),
)
"""What needs no SymPy stands first: importing it takes a second."""
