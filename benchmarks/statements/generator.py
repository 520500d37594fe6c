"""From a seed and a number to a problem file: a family, its data, and now and then an odd turn."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from statements.families import Family, families
from statements.pieces import Draw, Interval

_JET: Final = re.compile(r"\bu(?:_([xyzt]+))?\b")


@dataclass
class Statement:
    """What a problem file says, while it is being written."""

    family: Family
    equations: list[str]
    domain: dict[str, Interval]
    conditions: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    solution: str = ""
    """A formula that the data are taken from, if the statement is made from one."""

    @property
    def unknowns(self) -> tuple[str, ...]:
        """Their names."""
        return self.family.unknowns

    def text(self, name: str, parameters: dict[str, str | Interval]) -> str:
        """The problem file."""
        lines = [f"name = {_quoted(name)}", f"unknowns = {_quoted(self.unknowns)}"]
        lines += [f"equations = {_quoted(self.equations)}", "", "[domain]"]
        lines += [f"{axis} = {_quoted(list(ends))}" for axis, ends in self.domain.items()]
        if parameters:
            lines += ["", "[parameters]"]
            lines += [f"{key} = {_quoted(value)}" for key, value in parameters.items()]
        for where, equation in self.conditions:
            lines += ["", "[[conditions]]", f"where = {_quoted(where)}"]
            lines += [f"equation = {_quoted(equation)}"]
        return "\n".join(lines) + "\n"


def _quoted(value: object) -> str:
    return json.dumps(value)  # TOML's basic strings and arrays are written in the same way


def statement(seed: int, index: int) -> tuple[str, str]:
    """The kind and the text of one problem file; the same on every machine."""
    draw = Draw(random.Random(f"statement {seed} {index}"))
    family = draw.rng.choice(families())
    template = draw.rng.choice(family.templates)
    equations = [draw.filled(part.strip()) for part in template.split(";")]
    odd = draw.happens(0.15)
    domain = {name: _axis(draw, name, odd=odd) for name in family.variables}
    made = Statement(family, equations, domain)
    if made.unknowns == ("u",) and "diff" not in template and draw.happens(0.15):
        _solve_by_design(made, draw)
    _give_data(made, draw)
    for twist, share in _TWISTS:
        if draw.happens(share):
            twist(made, draw)
    used = " ".join([*made.equations, *(equation for _, equation in made.conditions)])
    names = set(re.findall(r"[a-z]+", used))
    parameters = {key: value for key, value in draw.parameters.items() if key in names}
    return family.kind, made.text(f"statement-{seed}-{index}", parameters)


def _axis(draw: Draw, name: str, *, odd: bool) -> Interval:
    if name == "t" and not odd:
        return draw.rng.choice((("0", "1"), ("0", "1"), ("0", "2"), ("0", "0.1"), ("1", "2")))
    return draw.interval(odd=0.6 if odd else 0.0)


def _solve_by_design(made: Statement, draw: Draw) -> None:
    """Add the source with which a formula is a solution."""
    made.solution = f"({draw.data(list(made.domain))})"
    left, right = made.equations[0].split(" = ")
    residual = f"{left} - ({right})"
    made.equations[0] = f"{residual} = {_of(residual, made.solution)}"


def _of(text: str, formula: str) -> str:
    """A text with a formula in place of the unknown."""

    def jet(match: re.Match[str]) -> str:
        found = formula
        for axis in dict.fromkeys(match[1] or ""):
            found = f"diff({found}, {axis}, {match[1].count(axis)})"
        return found

    return _JET.sub(jet, text)


def _give_data(made: Statement, draw: Draw) -> None:
    """As many conditions as the orders ask for."""
    family, axes = made.family, list(made.domain)
    space = [axis for axis in axes if axis != "t"]
    if len(axes) == 1:
        _ordinary(made, draw, axes[0])
        return
    if "t" in axes:
        end = made.domain["t"][1 if draw.happens(0.08) else 0]
        for unknown in made.unknowns:
            for order in range(family.time):
                _impose(made, draw, ("t", end), _derivative(unknown, "t", order))
        if draw.happens(0.5):
            return  # a Cauchy problem
    for unknown in made.unknowns:
        for axis in space:
            _walls(made, draw, unknown, axis)


def _ordinary(made: Statement, draw: Draw, axis: str) -> None:
    """Initial values, or values at both ends."""
    low, high = made.domain[axis]
    at_both = made.family.order > 1 and draw.happens(0.5)
    for unknown in made.unknowns:
        for order in range(made.family.order):
            if at_both and order % 2:
                _impose(
                    made, draw, (axis, high), _derivative(unknown, axis, draw.rng.randint(0, 1))
                )
            else:
                _impose(made, draw, (axis, low), _derivative(unknown, axis, order))


def _walls(made: Statement, draw: Draw, unknown: str, axis: str) -> None:
    """Dirichlet, Neumann or Robin conditions at both ends, or at the first one alone."""
    low, high = made.domain[axis]
    ends = (low, high) if made.family.order > 1 else (low,)
    for end in ends:
        for order in range(max(made.family.order // 2, 1)):
            what = _derivative(unknown, axis, order)
            if order == 0 and draw.happens(0.2):
                what = _derivative(unknown, axis, 1)
            elif order == 0 and draw.happens(0.08):
                what = draw.filled(f"{unknown}_{axis} + <c>*{unknown}")
            _impose(made, draw, (axis, end), what)


def _derivative(unknown: str, axis: str, order: int) -> str:
    return f"{unknown}_{axis * order}" if order else unknown


def _impose(made: Statement, draw: Draw, place: tuple[str, str], what: str) -> None:
    """What is said at a place: zero on many walls, otherwise a formula of the other variables."""
    axis, end = place
    others = [name for name in made.domain if name != axis]
    wall = bool(others) and axis != "t"
    if made.solution:
        value = _of(what, made.solution)
    elif axis == "t" and draw.happens(0.25):
        value = "*".join(_mode(made, draw, name) for name in others) or "1"
    else:
        value = "0" if wall and draw.happens(0.6) else draw.data(others)
    made.conditions.append((f"{axis} = {end}", f"{what} = {value}"))


def _mode(made: Statement, draw: Draw, name: str) -> str:
    """A sine that is zero at both ends."""
    low, high = made.domain[name]
    width = high if low == "0" else f"({high} - ({low}))"
    shifted = name if low == "0" else f"({name} - ({low}))"
    return draw.filled(f"sin(<n>*pi*{shifted}/({width}))")


def _middle(made: Statement, draw: Draw) -> tuple[str, str]:
    axis = draw.rng.choice(list(made.domain))
    low, high = made.domain[axis]
    return axis, f"(({low}) + ({high}))/2"


def _forget(made: Statement, draw: Draw) -> None:
    """Leave out a condition."""
    if made.conditions:
        made.conditions.pop(draw.rng.randrange(len(made.conditions)))


def _contradict(made: Statement, draw: Draw) -> None:
    """Say something else about what a condition has said already."""
    if made.conditions:
        where, equation = draw.rng.choice(made.conditions)
        other = draw.rng.choice((f"{equation} + 1", f"{made.unknowns[0]} = {draw.number()}"))
        made.conditions.append((where, other))


def _slice(made: Statement, draw: Draw) -> None:
    """Add a condition inside of the domain."""
    _impose(made, draw, _middle(made, draw), made.unknowns[0])


def _point(made: Statement, draw: Draw) -> None:
    """Add a condition at one point."""
    where = ", ".join(f"{axis} = {draw.rng.choice(ends)}" for axis, ends in made.domain.items())
    made.conditions.append((where, f"{made.unknowns[0]} = {draw.constant()}"))


def _unusual(made: Statement, draw: Draw) -> None:
    """Add a condition that is nonlinear, or about a high derivative."""
    axis, ends = draw.rng.choice(list(made.domain.items()))
    unknown = made.unknowns[0]
    forms = ("{u}^2 = 1", "{u}_{x}^2 = {u}", "{u}_{x}{x} = 0", "abs({u}) = 1", "exp({u}) = 2")
    form = draw.rng.choice(forms).format(u=unknown, x=axis)
    made.conditions.append((f"{axis} = {draw.rng.choice(ends)}", form))


def _overdetermine(made: Statement, draw: Draw) -> None:
    """Add an equation."""
    axis, unknown = draw.rng.choice(list(made.domain)), made.unknowns[0]
    forms = ("{u}_{x} = <c>*{u}", "{u}_{x}{x} = 0", "{u} = <g {x}>", "{u}_{x} = <g {x}>")
    made.equations.append(draw.filled(draw.rng.choice(forms).format(u=unknown, x=axis)))


def _weigh(made: Statement, draw: Draw) -> None:
    """Multiply an equation by something that may vanish."""
    left, right = made.equations[0].split(" = ")
    weight = f"({draw.data(list(made.domain))})"
    made.equations[0] = f"{weight}*({left}) = {weight}*({right})"


_TWISTS: Final[tuple[tuple[Callable[[Statement, Draw], None], float], ...]] = (
    (_forget, 0.07),
    (_contradict, 0.04),
    (_slice, 0.04),
    (_point, 0.04),
    (_unusual, 0.03),
    (_overdetermine, 0.03),
    (_weigh, 0.02),
)
"""What may be done to a statement, and how often."""
