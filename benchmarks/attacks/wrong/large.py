"""Large answers with one wrong number, pole, gap or kink in a part that is repeated many times.

Each is a large truth in which a piece of text was replaced, everywhere; its data are its own
values, so that it is wrong for the reason that it names and for no other.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, final

from attacks.cases import Attack, Box
from attacks.right.large import TRUTHS

KIND = "large"
_WIDE: Final[Box] = MappingProxyType({"x": (-1, 2), "t": (0, 1)})


@final
class Change(NamedTuple):
    """A text of a large truth and what stands for it."""

    name: str
    old: str
    new: str
    reason: str
    domain: Box | None = None
    keeps_data: bool = False
    """Whether the data stay the truth's, which the answer has wherever it is defined."""

    @property
    def attack(self) -> Attack:
        """The wrong answer to its own data.

        Raises:
            ValueError: if the truth does not contain the text.
        """
        truth = TRUTHS[self.name]
        if self.old not in truth.answer:
            raise ValueError(f"{self.name} does not contain {self.old}")
        made = truth.stated(truth.answer.replace(self.old, self.new), self.domain)
        data = truth.stated(None, self.domain) if self.keeps_data else made
        return Attack(KIND, data.statement, made.answer, f"{self.name}: {self.reason}")


_NUMBERS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "two solitons": (
            ("12*(3", "11*(3"),
            ("64*t", "63*t"),
            ("28*t", "29*t"),
            ("3*cosh(x", "3.000001*cosh(x"),
            ("cosh(4*x", "1.0000000000000001*cosh(4*x"),
        ),
        "two solitons by Hirota": (
            ("1/9", "1/8"),
            ("1/9", "0.1111111111111111"),
            ("2*x - 8*t", "2*x - 9*t"),
            ("exp(x - t)", "exp(x - t + x/10^12)"),
        ),
        "far solitons": (("1/4", "1/3"),),
        "three solitons": (("1/900", "1/899"),),
        "Lax's fifth order": (("32*t", "31*t"),),
        "a rational solution": (("12*t", "11*t"), ("24*t", "25*t"), ("6*x", "(6*x + 1/10^20)")),
        "a breather of the modified equation": (("x - 2*t", "x - 3*t"),),
        "two solitons of the modified equation": (("/9", "/8"),),
        "a breather": (("4/3", "5/3"), ("4*atan", "2*atan")),
        "a kink and an antikink": (("5/3", "4/3"),),
        "two kinks": (("3/5", "4/5"),),
        "Peregrine": (("8*t", "4*t"), ("- 4/", "- 3/"), ("8*t", "8.00000001*t")),
        "Akhmediev": (("sqrt(3)/2*sinh", "sqrt(3)*sinh"),),
        "a bright soliton": (("3*t/2", "t"),),
        "a lump": (("x - 3*t", "x - 4*t"), ("4*(1", "3*(1")),
        "two shocks": (("9*t", "8*t"),),
        "a heat polynomial": (("12*t^2", "11*t^2"),),
        "Boussinesq": (("15*t", "16*t"),),
        "Liouville": (("2*(1", "3*(1"),),
        "a nest that decays": (("1/(t", "1/(2*t"),),
        "Fisher": (("5*t", "6*t"),),
    }
)
"""Old and new texts: with another number the equation fails almost everywhere."""

_POLES = (
    Change("a rational solution", "x", "x", "a pole where x^3 = -12·t", _WIDE),
    Change("two solitons by Hirota", "1*1*exp(x", "(-1)*1*exp(x", "F vanishes; -1/9 is due"),
    Change("two shocks", "1 + exp(t - x)", "-1 + exp(t - x)", "φ vanishes, where it is a pole"),
    Change("a heat polynomial", "+ 2*t + 1)", "+ 2*t - 1)", "φ = -1 at x = t = 0, a pole near it"),
    Change("Liouville", "(5 + x", "(x", "f + g vanishes on a curve"),
    Change("a bright soliton", "cosh", "sinh", "a pole; the sign of the cube"),
    Change("a nest that decays", "1 + (x - t)^2)", "1 - (x - t)^2)", "1/0 where (x - t)^2 = 1"),
)
"""A divisor that vanishes somewhere inside."""

_CANCELLED = (
    Change("a kink and an antikink", "cosh(5*x/4)", "(cosh(5*x/4)*(x - 5)/(x - 5))", "0/0 at 5"),
    Change("two kinks", "sinh(5*x/4)", "(sinh(5*x/4)*(x - 1/2)/(x - 1/2))", "0/0 at x = 1/2"),
    Change("two kinks", "cosh(3*t/4)", "(cosh(3*t/4)*x^2/x^2)", "0/0 at x = 0"),
    Change("two solitons", "x - 28*t", "(x - 28*t)*x/x", "0/0 at x = 0"),
    Change("two solitons", "2*x - 8*t", "(2*x - 8*t)*(x - 2*t)/(x - 2*t)", "0/0 at x = 2·t"),
    Change("far solitons", "exp(x - t)", "exp((x^2 - t^2)/(x + t))", "0/0 at x = -t"),
    Change("a lump", "1 + y^2", "(1 + y^3/y)", "0/0 at y = 0"),
    Change("nests", "(x - t)^2/", "(x - t)^4/(x - t)^2/", "0/0 at x = t"),
    Change("Fisher", "exp(", "x/x*exp(", "0/0 at x = 0"),
    Change("a heat polynomial", "x^4", "x^5/x", "0/0 at x = 0"),
)
"""Not defined at some point, though the pole cancels once the formula is written shorter."""

_GAPS = (
    Change("two solitons by Hirota", "exp(x - t)", "exp(x - t + 0*log(x + 3))", "no log of x < -3"),
    Change("two solitons", "x - 28*t", "sqrt(x + 3)^2 - 3 - 28*t", "no root for x < -3"),
    Change("far solitons", "exp(x - t)", "exp(x - t + 0*asin(x/4))", "no asin of x > 4"),
    Change("a breather", "4*x/5", "4*sqrt(x)^2/5", "no root for x < 0"),
    Change("two kinks", "5*x/4", "5*(x^2)^(1/2)*(x/abs(x))/4", "0/0 at x = 0"),
    Change("Peregrine", "4*x^2", "4*sqrt(x)^4", "no root for x < 0"),
    Change("a lump", "y^2", "exp(2*log(y))", "no log of y < 0"),
    Change("nests", "sin(x + t)", "sin(x + t)*(x + t)^(1/2)/(x + t)^(1/2)", "0/0, then no root"),
    Change("a nest that decays", "(x - t)^2/", "exp(2*log(x - t))/", "no log for x < t"),
    Change("Fisher", "exp((x", "exp((tan(atan(x)) + 0*sqrt(9 - x)", "no root for x > 9"),
)
"""Not defined on an open part, mostly far from the box, where all of space is meant."""

_KINKS = (
    Change("two kinks", "5*x/4", "5*abs(x)/4", "u_x jumps at x = 0, a δ in u_xx"),
    Change("two kinks", "5*x/4", "5*sqrt(x^2)/4", "u_x jumps at x = 0, a δ in u_xx"),
    Change("a heat polynomial", "x", "abs(x)", "u_x jumps at x = 0; not for x < 0"),
    Change("a heat polynomial", "x", "(1/2 + sqrt((x - 1/2)^2))", "not for x < 1/2"),
    Change("a breather", "3*t/5", "3*abs(t - 1/2)/5", "u_t jumps at t = 1/2"),
    Change("two shocks", "(1 + exp(t - x)", "(1 + relu(x - 3)^5 + exp(t - x)", "not for x > 3"),
    Change("two solitons", "12*(3", "12*(3 + relu(x - 4)^9", "not for x > 4"),
    Change("Peregrine", "1 + 4*x^2", "1 + 4*x^2 + relu(-x - 2)^7", "not for x < -2"),
    Change("a lump", "1 + y^2", "1 + y^2 + relu(y - 2)^9", "not for y > 2"),
    Change("Fisher", "exp((x", "exp((x + max(x - 6, 0)^5", "not for x > 6"),
    Change("Boussinesq", "0*x", "relu(-x - 8)^9", "not for x < -8"),
    Change("nests", "(x - t)^2/", "(x - t + relu(x - 7)^5)^2/", "not for x > 7"),
)
"""Smooth pieces that do not fit, or a piece far away that solves nothing."""


def attacks() -> Iterator[Attack]:
    """Other numbers, poles, gaps, and kinks."""
    for name, pairs in _NUMBERS.items():
        for old, new in pairs:
            yield Change(name, old, new, f"{new} in the place of {old}").attack
    yield from (change.attack for change in (*_POLES, *_KINKS))
    for change in (*_CANCELLED, *_GAPS):
        yield change._replace(keeps_data=True).attack
