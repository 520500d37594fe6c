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
FORMULAS: Final = "table-formulas"
SOLVER_TABLE: Final = "table-solvers"
KINK_FIGURE: Final = "figure-kink"
CURRICULUM_FIGURE: Final = "figure-curriculum"
ITEMS: Final = (*TABLES, FORMULAS, SOLVER_TABLE, KINK_FIGURE, CURRICULUM_FIGURE)


@final
@dataclass(frozen=True)
class Effort:
    """How much work goes into a table or a figure."""

    seeds: int
    seconds: float
    """A run, in tables of errors and recoveries."""
    solver_seconds: float
    """A run, where solvers are compared."""
    curriculum_seconds: float
    """A run with or without curriculum."""

    @property
    def caption(self) -> str:
        """For captions."""
        runs = "1 seed" if self.seeds == 1 else f"{self.seeds} seeds"
        return f"{runs}, {self.seconds:g} s a run"


FULL: Final = Effort(seeds=20, seconds=300.0, solver_seconds=600.0, curriculum_seconds=700.0)
QUICK: Final = Effort(seeds=1, seconds=8.0, solver_seconds=40.0, curriculum_seconds=40.0)
"""At most twenty minutes for everything: 70 runs of 8 s and a start, 10 of 40 s."""
