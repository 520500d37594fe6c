"""The methods for equations in several variables, in the order in which they are tried."""

from typing import Final

from symplex.problem.method import Method
from symplex.propose.textbook.nested_solve import NestedSolve
from symplex.propose.textbook.pdes.characteristics import Characteristics
from symplex.propose.textbook.pdes.cole_hopf import ColeHopf
from symplex.propose.textbook.pdes.conservation import ConservationLaw
from symplex.propose.textbook.pdes.crossing import CrossingWaves
from symplex.propose.textbook.pdes.dalembert import DAlembert
from symplex.propose.textbook.pdes.factored import Factored
from symplex.propose.textbook.pdes.kernels.method import HeatKernel
from symplex.propose.textbook.pdes.kernels.packets import WavePackets
from symplex.propose.textbook.pdes.linearised import Linearised
from symplex.propose.textbook.pdes.pieces import Pieces
from symplex.propose.textbook.pdes.polynomial_in_space import (
    FunctionOfPolynomial,
    PolynomialInSpace,
)
from symplex.propose.textbook.pdes.separation import Separation
from symplex.propose.textbook.pdes.superposition import Superposition
from symplex.propose.textbook.pdes.travelling_wave import TravellingWave
from symplex.propose.textbook.pdes.two_faces import TwoFaces

_FORMULAS: Final[tuple[Method, ...]] = (
    TravellingWave(),
    DAlembert(),
    ConservationLaw(),
    CrossingWaves(),
    HeatKernel(),
    WavePackets(),
)
_UNFOLDED: Final[tuple[Method, ...]] = (
    Characteristics(),
    Separation(),
    PolynomialInSpace(),
    FunctionOfPolynomial(),
)
_CHANGED: Final[tuple[Method, ...]] = (Linearised(), ColeHopf(), Factored())


def methods_with(ordinary: tuple[Method, ...]) -> tuple[Method, ...]:
    """Formulas, then functions of one variable, then new unknowns.

    Args:
        ordinary: The methods that are tried at once on the ordinary equations that come up.
    """
    unfolded = tuple(NestedSolve(method, ordinary) for method in _UNFOLDED)
    changed = tuple(NestedSolve(method, (*_FORMULAS, *unfolded)) for method in _CHANGED)
    pieces = Pieces((*_FORMULAS, *unfolded))
    sums = Superposition((*_FORMULAS, *unfolded))
    faces = TwoFaces((*_FORMULAS, *unfolded))
    return (*_FORMULAS, faces, *unfolded, *changed, pieces, sums)
