"""The methods for equations in several variables, in the order in which they are tried."""

from typing import Final

from symplex.methods.method import Method
from symplex.methods.pdes.at_once import AtOnce
from symplex.methods.pdes.characteristics import Characteristics
from symplex.methods.pdes.cole_hopf import ColeHopf
from symplex.methods.pdes.dalembert import DAlembert
from symplex.methods.pdes.factored import Factored
from symplex.methods.pdes.gaussians import Gaussians
from symplex.methods.pdes.hopf_lax import HopfLax
from symplex.methods.pdes.linearised import Linearised
from symplex.methods.pdes.moved_data import MovedData
from symplex.methods.pdes.pieces import Pieces
from symplex.methods.pdes.polynomial_in_space import FunctionOfPolynomial, PolynomialInSpace
from symplex.methods.pdes.products import Products
from symplex.methods.pdes.radial import Radial
from symplex.methods.pdes.separation import Separation
from symplex.methods.pdes.superposition import Superposition
from symplex.methods.pdes.travelling_wave import TravellingWave

_FORMULAS: Final[tuple[Method, ...]] = (
    TravellingWave(),
    DAlembert(),
    HopfLax(),
    Products(),
)
_UNFOLDED: Final[tuple[Method, ...]] = (
    Characteristics(),
    Separation(),
    Gaussians(),
    PolynomialInSpace(),
    FunctionOfPolynomial(),
    MovedData(),
)
_CHANGED: Final[tuple[Method, ...]] = (Linearised(), ColeHopf(), Factored())


def methods_with(ordinary: tuple[Method, ...]) -> tuple[Method, ...]:
    """Formulas, then functions of one variable, then new unknowns.

    Args:
        ordinary: The methods that are tried at once on the ordinary equations that come up.
    """
    unfolded = tuple(AtOnce(method, ordinary) for method in _UNFOLDED)
    changed = tuple(AtOnce(method, (*_FORMULAS, *unfolded)) for method in _CHANGED)
    radial = AtOnce(Radial(), (*_FORMULAS, *unfolded, *changed))
    pieces = Pieces((*_FORMULAS, *unfolded))
    sums = Superposition((*_FORMULAS, *unfolded))
    return (*_FORMULAS, *unfolded, *changed, radial, pieces, sums)
