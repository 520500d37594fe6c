"""The same function, written otherwise: identities applied at random places of a true solution.

Each identity holds wherever its left side is defined, and is smooth or kinked where that is, up to
the faces of the domain. The guard checks every form at 300 digits.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from near_misses import guard
from near_misses.cases import Answer, Case
from near_misses.trees import positions, replaced
from symplex.expression import Expression, Number, Operator, Symbol, number, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import normal_form

Rule = Callable[[Expression, Case, random.Random], Sequence[Expression]]
"""The other ways to write an expression; none if the rule does not apply to it."""

_BY_ROOT: Mapping[str, tuple[str, ...]] = {
    "+": ("b + a", "a - (-b)", "-(-a - b)", "b - (-a)"),
    "-": ("a + (-b)", "-(b - a)", "-b + a", "a - 2*b + b"),
    "*": ("b*a", "-((-a)*b)", "(-a)*(-b)", "2*a*b/2", "0.5*a*(2*b)"),
    "/": ("a*(1/b)", "a*b^(-1)", "(-a)/(-b)", "1/(b/1)*a", "2*a/(2*b)"),
    "neg": ("0 - a", "-1*a", "a*(-1)", "a - 2*a"),
    "square": ("a*a", "(-a)^2", "abs(a)^2", "(a^4 + a^2)/(a^2 + 1)"),
    "cube": ("a*a*a", "a^2*a", "-(-a)^3"),
    "sin": (
        "2*sin(a/2)*cos(a/2)",
        "-sin(-a)",
        "cos(a - pi/2)",
        "sin(a + 2*pi)",
        "sin(pi - a)",
        "sin(a)*(sin(a)^2 + cos(a)^2)",
        "3*sin(a/3) - 4*sin(a/3)^3",
    ),
    "cos": (
        "cos(-a)",
        "1 - 2*sin(a/2)^2",
        "2*cos(a/2)^2 - 1",
        "sin(a + pi/2)",
        "-cos(a + pi)",
        "cos(a/2)^2 - sin(a/2)^2",
    ),
    "exp": (
        "1/exp(-a)",
        "exp(a/2)^2",
        "cosh(a) + sinh(a)",
        "exp(a + 1)/exp(1)",
        "abs(exp(a))",
        "relu(exp(a))",
        "sqrt(exp(2*a))",
        "exp(2*a)*exp(-a)",
    ),
    "abs": (
        "abs(-a)",
        "sqrt(a^2)",
        "max(a, -a)",
        "relu(a) + relu(-a)",
        "-min(a, -a)",
        "2*relu(a) - a",
        "a*sign(a)",
        "abs(abs(a))",
        "2*max(a, 0) - a",
        "abs(2*a)/2",
    ),
    "max": (
        "max(b, a)",
        "(a + b + abs(a - b))/2",
        "b + relu(a - b)",
        "-min(-a, -b)",
        "a + b - min(a, b)",
        "max(max(a, b), b)",
        "a + max(0, b - a)",
    ),
    "min": (
        "min(b, a)",
        "(a + b - abs(a - b))/2",
        "b - relu(b - a)",
        "-max(-a, -b)",
        "a + b - max(a, b)",
        "min(a, min(a, b))",
    ),
    "relu": ("max(a, 0)", "(a + abs(a))/2", "-min(-a, 0)"),
    "sqrt": ("sqrt(4*a)/2", "abs(sqrt(a))", "2*sqrt(a/4)"),
    "tanh": (
        "sinh(a)/cosh(a)",
        "-tanh(-a)",
        "(exp(2*a) - 1)/(exp(2*a) + 1)",
        "1 - 2/(exp(2*a) + 1)",
    ),
    "cosh": ("(exp(a) + exp(-a))/2", "cosh(-a)", "1 + 2*sinh(a/2)^2"),
    "sinh": ("(exp(a) - exp(-a))/2", "-sinh(-a)", "2*sinh(a/2)*cosh(a/2)"),
    "log": ("-log(1/a)", "2*log(sqrt(a))", "log(2*a) - log(2)", "log(a^2)/2"),
    "atan": ("-atan(-a)",),
    "sign": ("-sign(-a)", "sign(2*a)"),
}
_ANYWHERE = (
    *(
        "a*1",
        "a/1",
        "-(-a)",
        "a + 0",
        "2*a - a",
        "a/2 + a/2",
        "0.5*a + 0.5*a",
        "(a + a)/2",
        "3*a/3",
    ),
    *("a*(v^2 + 1)/(v^2 + 1)", "a + v - v", "a*exp(v)*exp(-v)", "a + sin(v)^2 + cos(v)^2 - 1"),
    *("(a + 7) - 7", "a*(1/pi)*pi", "sqrt(2)*a/sqrt(2)", "a + 0*v", "a*cosh(v)^2 - a*sinh(v)^2"),
)
_SIGNED = ("abs(a)", "relu(a)", "max(a, 0)", "sqrt(a^2)", "(a + abs(a))/2", "max(a, -a)")


@final
@dataclass(frozen=True)
class Form:
    """A true solution in another form, and the identities that made it."""

    problem: str
    rules: tuple[str, ...]
    answer: Answer


def forms(case: Case, count: int, seed: int = 0) -> Iterator[Form]:
    """Up to `count` different forms of a case's truth, from one to three identities each."""
    rng = random.Random(f"{case.name} forms {seed}")
    points = guard.probes(case, 12, seed=2)
    seen = {normal_form(part) for part in case.truth.values()}
    produced = 0
    for _ in range(20 * count):
        unknown = rng.choice(sorted(case.truth))
        formula, rules = case.truth[unknown], list[str]()
        for _ in range(rng.randint(1, 3)):
            formula, rule = _rewritten(formula, case, rng)
            rules.append(rule)
        answer = {**case.truth, unknown: formula}
        if formula in seen or not guard.is_right(case, answer, points):
            continue
        seen.add(formula)
        yield Form(case.name, tuple(rules), answer)
        produced += 1
        if produced == count:
            return


def _rewritten(formula: Expression, case: Case, rng: random.Random) -> tuple[Expression, str]:
    """One identity at one place, and its name."""
    places = list(positions(formula))
    rng.shuffle(places)
    for start, part in places:
        found = [pair for rule in (_root, _sum, _product, _leaf) for pair in rule(part, case)]
        if not found or rng.random() < 0.2:  # noqa: PLR2004
            found = list(_anywhere(part, case, rng))
        rule, other = rng.choice(found)
        return replaced(formula, start, other), rule
    return formula, "none"


def _build(text: str, **parts: Expression) -> Expression:
    tree = parse(text, Scope(variables=tuple(parts)))
    return tree.substitute({Symbol(name): part for name, part in parts.items()})


def _root(part: Expression, _: Case) -> Iterator[tuple[str, Expression]]:
    """Identities of the operator at the top."""
    if not isinstance(part.root, Operator) or not part.arguments:
        return
    arguments = dict(zip("ab", part.arguments, strict=False))
    for text in _BY_ROOT.get(part.root.name, ()):
        yield f"{part.root.name}: {text}", _build(text, **arguments)


def _sum(part: Expression, _: Case) -> Iterator[tuple[str, Expression]]:
    """Functions of a sum taken apart."""
    if not (isinstance(part.root, Operator) and len(part.arguments) == 1):
        return
    inner = part.arguments[0]
    sign = inner.root.name if isinstance(inner.root, Operator) else ""
    if sign not in {"+", "-"}:
        return
    a, b = inner.arguments
    s = number(1 if sign == "+" else -1)
    texts = {
        "exp": "exp(a)*exp(s*b)",
        "sin": "sin(a)*cos(b) + s*cos(a)*sin(b)",
        "cos": "cos(a)*cos(b) - s*sin(a)*sin(b)",
        "square": "a^2 + 2*s*a*b + b^2",
    }
    if part.root.name in texts:
        yield f"{part.root.name} of a sum", _build(texts[part.root.name], a=a, b=b, s=s)


def _product(part: Expression, _: Case) -> Iterator[tuple[str, Expression]]:
    """Products of sums and of exponentials."""
    if not (isinstance(part.root, Operator) and part.root.name in {"*", "/"}):
        return
    left, right = part.arguments
    names = [side.root.name if isinstance(side.root, Operator) else "" for side in (left, right)]
    divided = part.root.name == "/"
    if names[0] in {"+", "-"}:
        a, b = left.arguments
        text = f"a/c {names[0]} b/c" if divided else f"a*c {names[0]} b*c"
        yield "distributed", _build(text, a=a, b=b, c=right)
    if names[1] in {"+", "-"} and not divided:
        a, b = right.arguments
        yield "distributed", _build(f"c*a {names[1]} c*b", a=a, b=b, c=left)
    if names == ["exp", "exp"] and not divided:
        yield "exp joined", _build("exp(a + b)", a=left.arguments[0], b=right.arguments[0])


def _leaf(part: Expression, case: Case) -> Iterator[tuple[str, Expression]]:
    """Numbers spelled otherwise, and variables whose sign is known."""
    match part.root:
        case Number(value):
            for other in (f"({value}) + 1 - 1", f"2*({value})/2", f"({value})*sqrt(4)/2"):
                yield f"number {other}", parse(other)
            if value > 0:
                yield "number as a root", parse(f"sqrt(({value})*({value}))")
                yield "number as a power", _build("a^2/a", a=number(value))
        case Symbol(name) if _nonnegative(case, name):
            for text in _SIGNED:
                yield f"sign known: {text}", _build(text, a=part)
        case _:
            return


def _nonnegative(case: Case, name: str) -> bool:
    """Whether a variable is ≥ 0 in all that the statement means, open directions included."""
    problem = case.problem
    interval = {**problem.domain, **problem.parameters}[name]
    if name in problem.space and not any(name in c.region.values for c in problem.conditions):
        return False
    return interval.ends[0] >= 0


def _anywhere(part: Expression, case: Case, rng: random.Random) -> Iterator[tuple[str, Expression]]:
    variable = symbol(rng.choice((*case.problem.domain, *case.problem.parameters)))
    for text in _ANYWHERE:
        yield f"anywhere: {text}", _build(text, a=part, v=variable)
