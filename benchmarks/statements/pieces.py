"""What a statement is made of: numbers, intervals and formulas, drawn from a seeded source.

A template is a text with slots, `u_t = <c>*u_xx + <g x t>`; a slot's first word says what is drawn,
the others are the variables that it may use.
"""

import random
import re
from collections.abc import Sequence
from typing import Final, final

Interval = tuple[str, str]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(" | "))


_USUAL: Final = _listed("0, 1 | -1, 1 | 0, 2 | 0, pi | 0, 2*pi | -pi, pi | 1, 2 | -3, 3 | 0, 10")
_ODD: Final = _listed(
    "0, 1/1000000 | 0, 1000000 | -1000, 1000 | 100, 101 | -3, -2 | 0.999, 1 | 1/1000, 1 | "
    "-pi/2, pi/2 | sqrt(2), 2*sqrt(2) | exp(1), 10 | -1/3, log(7)"
)
_SMOOTH: Final = _listed(
    "sin(<n>*{x}) | cos(<n>*{x}) | sin(<n>*pi*{x}) | exp(-{x}^2) | exp(-<p>*({x} - <c>)^2) | "
    "exp(<c>*{x}) | {x}*(1 - {x}) | {x}^2 - <c>*{x} | {x}^<n> | 1/(1 + {x}^2) | tanh(<p>*{x}) | "
    "1/cosh({x})^2 | erf({x}) | atan(<c>*{x}) | <c>*{x} + <c> | sinh({x}) - {x}"
)
_KINKED: Final = _listed(
    "abs({x} - <c>) | max(0, 1 - abs({x})) | min({x}, 1 - {x}) | relu({x} - <c>) | "
    "sign({x} - <c>) | (1 - sign({x}))/2 | max({x}, <c>, -{x}) | sign(sin(<n>*{x})) | "
    "abs(sin({x})) | {x}*abs({x})"
)
_PARTIAL: Final = _listed(
    "log({x}) | sqrt({x} - <c>) | 1/{x} | 1/({x} - <c>) | tan(<n>*{x}) | asin(2*{x}) | "
    "{x}^(1/3) | sqrt(1 - {x}^2) | exp(1/{x}) | {x}^(-<n>) | log(abs({x}))"
)
_STEEP: Final = _listed(
    "{x}^20 | exp(<n>0*{x}) | tanh(<n>00*{x}) | sin(<n>0*pi*{x}) | (1 + {x}^2)^12 | "
    "1000000*{x} | exp(exp({x})) | exp(-1/{x}^2)"
)
_UNARY: Final = _listed(
    "sin | cos | tan | exp | log | sqrt | abs | sign | relu | erf | sinh | cosh | tanh | atan"
)
_NUMBERS: Final = _listed(
    "0 | 1 | 1 | 1 | 2 | 2 | 3 | 1/2 | -1 | -2 | 0.1 | 0.25 | 1.2 | 3/7 | -0.7 | 5 | pi"
)
_EXTREMES: Final = _listed("1/1000000 | 1000000 | (1/3)^7 | sqrt(2) | pi^2 | -100")
_POSITIVE: Final = _listed("1 | 1 | 1 | 2 | 3 | 1/2 | 0.1 | 0.01 | 1/100 | 4 | pi | 10")
_SLOT: Final = re.compile(r"<(\w)((?: \w+)*)>")


@final
class Draw:
    """Random pieces of one statement; the parameters that it has are chosen along with them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.parameters: dict[str, str | Interval] = {}

    def happens(self, probability: float) -> bool:
        """True as often as that."""
        return self.rng.random() < probability

    def interval(self, *, odd: float = 0.12) -> Interval:
        """The ends of an axis, mostly as people write them."""
        low, high = self.rng.choice(_ODD if self.happens(odd) else _USUAL).split(", ")
        return low, high

    def number(self) -> str:
        """A number as people write it, rarely an extreme one."""
        return self.rng.choice(_EXTREMES if self.happens(0.03) else _NUMBERS)

    def constant(self) -> str:
        """A number, or a parameter with a range or a value."""
        if not self.happens(0.12):
            text = self.number()
            return f"({text})" if text.startswith("-") else text
        name = self.rng.choice(("k", "a", "nu", "omega"))
        if name not in self.parameters:
            ranges = (("0.5", "2"), ("1", "2"), ("-1", "1"), ("0", "1"), ("0.01", "100"))
            self.parameters[name] = self.rng.choice((*ranges, self.number()))
        return name

    def positive(self) -> str:
        """A coefficient that is positive."""
        return self.rng.choice(_POSITIVE)

    def filled(self, template: str) -> str:
        """A template with something in each slot."""
        return _SLOT.sub(self._slot, template)

    def _slot(self, match: re.Match[str]) -> str:
        names = match[2].split()
        simple = {"c": self.constant, "p": self.positive}
        if match[1] in simple:
            return simple[match[1]]()
        if match[1] == "n":
            return str(self.rng.randint(1, 5) if not self.happens(0.05) else 12)
        return f"({self.tree(names, 4)})" if match[1] == "r" else f"({self.data(names)})"

    def data(self, names: Sequence[str]) -> str:
        """A formula of the kind that stands in conditions and sources."""
        if not names or self.happens(0.25):
            return self.rng.choice(("0", "0", "0", "1", self.constant()))
        if self.happens(0.08):
            return self.tree(names, 5)
        factors = [self._factor(name) for name in names if len(names) == 1 or self.happens(0.7)]
        joined = self.rng.choice(("*", "*", " + ")).join(factors) or self.constant()
        if self.happens(0.03):  # a long formula
            more = [f"<c>*{self._factor(self.rng.choice(names))}" for _ in range(12)]
            joined = " + ".join([joined, *more])
        return self.filled(joined)

    def _factor(self, name: str) -> str:
        kinds = (_SMOOTH, _KINKED, _PARTIAL, _STEEP)
        (kind,) = self.rng.choices(kinds, (70, 16, 8, 6))
        return self.rng.choice(kind).format(x=name)

    def tree(self, leaves: Sequence[str], depth: int) -> str:
        """A formula without plan."""
        if depth == 0 or self.happens(0.2):
            return self.rng.choice((*leaves, *leaves, self.constant()))
        form = self.rng.randrange(5)
        if form == 0:
            return f"{self.rng.choice(_UNARY)}({self.tree(leaves, depth - 1)})"
        if form == 1:
            power = self.rng.choice(("2", "3", "(-1)", "(1/2)", "7", "(-3/2)"))
            return f"({self.tree(leaves, depth - 1)})^{power}"
        one, other = self.tree(leaves, depth - 1), self.tree(leaves, depth - 1)
        return f"({one} {self.rng.choice('++--**/')} {other})"
