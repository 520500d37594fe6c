"""The problems on which faults show: together they give everyone a turn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, final

from faults.ingredients import named
from symplex.work.boundary import Ingredient

_BENCHMARKS: Final = Path(__file__).parents[1]
_LIOUVILLE: Final = """
equations = ["u_xx = 2*u_x^2/u + u_x/(1 + x)"]
domain = {x = [0, 0.25]}
conditions = [{where = "x = 0", equation = "u = 1"}, {where = "x = 0", equation = "u_x = 1"}]
"""
_TWO_SIDES: Final = """
equations = ["u_xx + u_yy = 0"]
domain = {x = [0, 1], y = [0, 1]}
conditions = [
  {where = "x = 0", equation = "u = sin(pi*y)"},
  {where = "x = 1", equation = "u = 0"},
  {where = "y = 0", equation = "u = sin(2*pi*x)"},
  {where = "y = 1", equation = "u = 0"},
]
"""
_PARABOLA: Final = """
equations = ["u_t = u_xx + u_x^2"]
domain = {x = [-1, 1], t = [0, 0.5]}
conditions = [{where = "t = 0", equation = "u = -2*x^2"}]
"""
_SHELL: Final = """
equations = ["u_tt = u_rr + 2*u_r/r"]
domain = {r = [1, 2], t = [0, 0.5]}
conditions = [
  {where = "t = 0", equation = "u = 1/(1 + r^2)"},
  {where = "t = 0", equation = "u_t = 0"},
]
"""
_STRING: Final = """
equations = ["u_t = u_xx + u_x - cos(x)*exp(-t)"]
domain = {x = [0, 3], t = [0, 1]}
conditions = [{where = "t = 0", equation = "u = sin(x)"}]
"""
CUBIC: Final = """
equations = ["u_t = u_xx - u^3"]
domain = {x = [0, 1], t = [0, 1]}
conditions = [
  {where = "t = 0", equation = "u = sin(pi*x)"},
  {where = "x = 0", equation = "u = 0"},
  {where = "x = 1", equation = "u = 0"},
]
"""


@final
@dataclass(frozen=True)
class Subject:
    """A problem and the options with which it is solved."""

    name: str
    """Of a bundled problem or a file below `benchmarks`; any word for a text."""
    text: str = ""
    options: tuple[str, ...] = ()
    early: bool = False
    """Whether a reference is looked for soon, so that the search by values has its turns."""
    without: tuple[str, ...] = ()
    """Who is left out, so that others have their turns at once."""

    @property
    def key(self) -> str:
        """What tells it from the others."""
        return "/".join((self.name, *self.without))

    @property
    def argument(self) -> str:
        """What the command line is given; the text comes from standard input."""
        file = _BENCHMARKS / f"{self.name}.toml"
        return "-" if self.text else str(file) if file.exists() else self.name


@final
@dataclass(frozen=True)
class Seen:
    """Who had turns with a subject."""

    named: frozenset[str]
    said: frozenset[str]


def _searched() -> Iterator[Subject]:
    """What gives turns to everyone but most methods."""
    yield Subject("heat")
    yield Subject("parametric-heat")
    yield Subject("hinted", _STRING, ("--hint", "sin(x)*exp(c*t)"))
    yield Subject("no_closed_form/painleve-one", early=True)
    yield Subject("cubic", CUBIC)


def _read() -> Iterator[Subject]:
    """What gives turns to methods."""
    for name in (
        "odes/forced-double-resonance",
        "odes/euler-double-power-ends",
        "odes/linear-arctangent",
        "odes/parameter-logistic",
        "odes/bernoulli-half",
        "odes/homogeneous-circles",
        "odes/autonomous-tangent",
        "odes/reduction-known-line",
        "odes/system-defective-ends",
        "odes/system-three-tanks",
        "advection-gaussian",
        "textbook/half-string-fixed",
        "hj-concave",
        "poisson-exp",
        "textbook/rolling-off-a-hill",
        "textbook/degenerate-similarity",
        "textbook/conductivity-grows-with-heat",
        "textbook/cole-hopf-cosh",
        "textbook/burning-cone",
    ):
        yield _without(name)
    yield _without("odes/riccati-identity", "change of variables")
    yield _without("odes/missing-unknown", "Euler's equation")
    yield _without("odes/bernoulli-half", "separation of variables")
    yield _without("odes/homogeneous-circles", "change of variables")
    yield _without("odes/autonomous-tangent", "energy integral")
    yield _without("odes/system-three-tanks", "linear system")
    yield _without("parametric-advection-hat", "characteristics", "modes of the data")
    shape = ("modes of the data", "travelling wave", "function of a polynomial")
    yield _without("parametric-heat-exp", "modes of the data")
    yield _without("parametric-heat", *shape)
    yield _without("odes/linear-tangent", "integrating factor", "exact equation", "SymPy's dsolve")
    for name, text in (
        ("liouville", _LIOUVILLE),
        ("two-sides", _TWO_SIDES),
        ("parabola", _PARABOLA),
        ("shell", _SHELL),
    ):
        yield _without(name, text=text)


def _without(name: str, *methods: str, text: str = "") -> Subject:
    """A subject without the search, and without some methods."""
    left_out = (named(Ingredient.SEARCH), *(f"the method '{method}'" for method in methods))
    return Subject(name, text, without=left_out)


SUBJECTS: Final = (*_searched(), *_read())
ASKING: Final = MappingProxyType(
    {
        "the process that proves": Subject("heat"),
        "the process of SymPy": Subject("advection-gaussian"),  # heat's answer is short already
    }
)
"""A problem on which each process is asked."""


def chosen(who: str, seen: Mapping[str, Seen], among: Iterable[Subject]) -> Subject | None:
    """The first subject on which someone has something to say, or has a turn at least."""
    subjects = list(among)
    for subject in subjects:
        if who in seen[subject.key].said:
            return subject
    return next((one for one in subjects if who in seen[one.key].named), None)
