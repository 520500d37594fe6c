"""The problems on which faults show: together they give everyone a turn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

_BENCHMARKS: Final = Path(__file__).parents[1]
_CLAIRAUT: Final = """
equations = ["u = x*u_x + u_x^2"]
domain = {x = [0, 1]}
conditions = [{where = "x = 0", equation = "u = 4"}]
"""
_LIOUVILLE: Final = """
equations = ["u_xx = 2*u_x^2/u + u_x/(1 + x)"]
domain = {x = [0, 0.25]}
conditions = [{where = "x = 0", equation = "u = 1"}, {where = "x = 0", equation = "u_x = 1"}]
"""
_DRIVEN: Final = """
equations = ["u_t = 2 + u - u^2", "v_t = (1 - 2*u)*v"]
unknowns = ["u", "v"]
domain = {t = [0, 1]}
conditions = [{where = "t = 0", equation = "u = 0"}, {where = "t = 0", equation = "v = 2"}]
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
    alone: bool = False
    """Whether the search is left out, so that methods have their turns at once."""

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
    yield Subject("hint", CUBIC, ("--hint", "exp(c*t)*sin(pi*x)"))
    yield Subject("no_closed_form/painleve-one")
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
        "odes/riccati-identity",
        "odes/missing-unknown",
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
        "parametric-heat-exp",
        "textbook/conductivity-grows-with-heat",
        "textbook/cole-hopf-cosh",
        "textbook/burning-cone",
        "parametric-advection-hat",
    ):
        yield Subject(name, alone=True)
    for name, text in (
        ("clairaut", _CLAIRAUT),
        ("liouville", _LIOUVILLE),
        ("driven", _DRIVEN),
        ("two-sides", _TWO_SIDES),
        ("parabola", _PARABOLA),
        ("shell", _SHELL),
    ):
        yield Subject(name, text, alone=True)


SUBJECTS: Final = (*_searched(), *_read())


def chosen(who: str, seen: Mapping[str, Seen], among: Iterable[Subject]) -> Subject | None:
    """The first subject on which someone has something to say, or is named at least."""
    subjects = list(among)
    for subject in subjects:
        if who in seen[subject.name].said:
            return subject
    return next((one for one in subjects if who in seen[one.name].named), None)
