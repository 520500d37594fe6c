"""What can be made: the tables and figures by name, and how much work goes into them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, final

METHODS: Final = ("symplex", "ssde", "fex", "pinn-dsr", "kan")
"""The columns of the paper's tables of errors and recoveries."""
SOLVERS: Final = ("weno", "pinn", "symplex")
"""The columns of its table of solvers, and the lines of its figure near a kink."""
TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "poisson-quartic": "Poisson",
        "advection-gaussian": "Advection",
        "heat": "Heat",
        "eikonal": "Eikonal",
        "burgers": "Burgers",
        "parametric-advection-hat": "Parametric Advection",
        "parametric-heat-exp": "Parametric Heat",
        "poisson-exp": "Poisson 2",
        "advection-sine": "Advection 2",
        "heat-source": "Heat 2",
        "hj-convex": "Convex HJ",
        "hj-concave": "Concave HJ",
        "parametric-advection-sine": "Parametric Advection 2",
        "parametric-heat": "Parametric Heat 2",
    }
)
"""The bundled problems of the paper, in the order of its two tables, as it calls them."""
_NAMES: Final = tuple(TITLES)
TABLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "table-main": _NAMES[:7],
        "table-appendix": _NAMES[7:],
        "table-smooth": (*_NAMES[:3], *_NAMES[7:10]),
        "table-nonsmooth": (*_NAMES[3:5], *_NAMES[10:12]),
        "table-parametric": (*_NAMES[5:7], *_NAMES[12:]),
    }
)
"""Tables of errors and recoveries: the problems of each."""
PARADIGMS: Final = "table-paradigms"
PROBLEMS: Final = "table-problems"
FORMULAS: Final = "table-formulas"
SOLVER_TABLE: Final = "table-solvers"
KINK_FIGURE: Final = "figure-kink"
ATTENTION_FIGURE: Final = "figure-attention"
CURRICULUM_FIGURE: Final = "figure-curriculum"
ITEMS: Final = (
    PARADIGMS,
    PROBLEMS,
    *TABLES,
    FORMULAS,
    SOLVER_TABLE,
    KINK_FIGURE,
    ATTENTION_FIGURE,
    CURRICULUM_FIGURE,
)


@final
@dataclass(frozen=True)
class Effort:
    """How much work goes into a table or a figure."""

    seeds: int
    """Runs a problem, in tables of errors and recoveries."""
    seconds: float
    """A run there."""
    solver_seconds: float
    """A run, where solvers are compared."""
    learning_seconds: float
    """A run, where a policy is watched: with and without curriculum, with and without the tree."""
    learning_seeds: int = 1
    """Runs each, with and without curriculum."""


FULL: Final = Effort(seeds=20, seconds=300.0, solver_seconds=600.0, learning_seconds=700.0)
QUICK: Final = Effort(seeds=1, seconds=8.0, solver_seconds=40.0, learning_seconds=20.0)
"""At most half an hour for everything: 70 runs of 8 s and a start, 9 of 40 s, 10 of 20 s."""


def runs_said(seeds: int, seconds: float) -> str:
    """For captions: how many seeds were really run, and for how long each."""
    counted = "1 seed" if seeds == 1 else f"{seeds} seeds"
    return f"{counted}, {seconds:g} s a run"
