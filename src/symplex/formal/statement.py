"""The statement in Coq: what a reader must read to know what was proved.

Owns the definitions of the answer, of its derivatives and of their existence, and one proposition
for each equation and condition. Nothing here is a proof.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Symbol, Token, leaf
from symplex.expression.differentiated import placeholder
from symplex.expression.evaluate import value_of
from symplex.expression.operator_facts import limits_of, obeys, short
from symplex.expression.operators import Rule
from symplex.formal.terms import Names, names_of, term
from symplex.problem import Equation, Problem
from symplex.problem.analysis.extent import domain_of_proof

_TRIES, _FAR = 257, 20
"""How many points are looked at, and how many widths of the box away."""

Margin = tuple[Expression, Rule]
"""A formula, and the sign that it must have for something to be defined."""
Ends = tuple[Expression | None, Expression | None]


@final
@dataclass(frozen=True)
class Part:
    """An equation or a condition, with its place."""

    name: str
    text: str
    left: Expression
    right: Expression
    values: Mapping[str, Expression]
    """The variables that are fixed."""
    ranges: Mapping[str, Ends]
    """The others and the parameters."""
    is_open: bool
    """Whether the ends of the variables are excluded, as they are for an equation."""

    @property
    def derivatives(self) -> list[Derivative]:
        """The unknowns and derivatives in it."""
        return sorted(self.left.derivatives | self.right.derivatives, key=repr)

    @property
    def differentiates(self) -> bool:
        """Whether a derivative is in it."""
        return any(one.order for one in self.derivatives)

    @cached_property
    def fixed(self) -> dict[Token, Expression]:
        """The values of the fixed variables, to be put into a formula."""
        return {Symbol(name): value for name, value in self.values.items()}

    def at(self, formula: Expression) -> Expression:
        """A formula at the place where this holds."""
        return formula.substitute(self.fixed)


@final
@dataclass(frozen=True)
class Statement:
    """A problem and an answer, ready to be written."""

    problem: Problem
    answer: Mapping[str, Expression]
    fluxes: Mapping[str, Expression]
    """The formulas that the statement differentiates by ``diff(…)``, by the names made for them."""
    parts: tuple[Part, ...]
    names: Names

    @cached_property
    def functions(self) -> Mapping[str, Expression]:
        """Everything that is differentiated: the unknowns, then the fluxes."""
        return {**self.answer, **self.fluxes}

    @cached_property
    def derivatives(self) -> tuple[Derivative, ...]:
        """Every derivative that is needed and all on the way to it, lower orders first."""
        trees = [side for part in self.parts for side in (part.left, part.right)]
        found: dict[Derivative, None] = {}
        for tree in (*trees, *self.fluxes.values()):
            for wanted in sorted(tree.derivatives, key=repr):
                for order in range(1, wanted.order + 1):
                    found[Derivative(wanted.of, wanted.by[:order])] = None
        rank = {name: index for index, name in enumerate(self.functions)}
        return tuple(sorted(found, key=lambda one: (rank[one.of], one.order, one.by)))


def statement_of(problem: Problem, answer: Mapping[str, Expression]) -> Statement:
    """What is to be stated.

    Raises:
        ExpressionError: where a formula is plainly undefined at a place that the statement needs.
    """
    fluxes: dict[str, Expression] = {}
    ends = _domain(problem, answer)
    ends |= {name: (one.low, one.high) for name, one in problem.parameters.items()}
    sides = [_sides(equation, fluxes) for equation in problem.all_equations]
    parts: list[Part] = []
    for index, equation in enumerate(problem.all_equations):
        inside = index < len(problem.equations)
        number = index + 1 if inside else index + 1 - len(problem.equations)
        values = dict(equation.region.fixed)
        left, right = sides[index]
        parts.append(
            Part(
                f"{'equation' if inside else 'condition'}_{number}",
                f"{equation.text}, {equation.region}",
                left,
                right,
                values,
                {name: pair for name, pair in ends.items() if name not in values},
                inside,
            )
        )
    point = (*problem.parameters, *problem.variables)
    names = names_of(point, (*problem.unknowns, *fluxes))
    return Statement(problem, dict(answer), fluxes, tuple(parts), names)


def _domain(problem: Problem, answer: Mapping[str, Expression]) -> dict[str, Ends]:
    """All of space where the statement leaves it open, unless the answer looks undefined there."""
    box = problem.box
    made = dict(domain_of_proof(problem))
    margins = [margin for formula in answer.values() for margin in limits_of(formula)]
    for name, pair in made.items():
        if None not in pair:
            continue
        points = box.sample(np.random.default_rng(0), _TRIES)
        low, high = box.ends[name]
        points[name] = low + (high - low) * np.linspace(
            -_FAR if pair[0] is None else 0, _FAR if pair[1] is None else 1, _TRIES
        )
        with np.errstate(all="ignore"):
            if not all(np.all(obeys(margin, rule, points)) for margin, rule in margins):
                made[name] = (problem.domain[name].low, problem.domain[name].high)
    return made


def _sides(equation: Equation, fluxes: dict[str, Expression]) -> tuple[Expression, Expression]:
    """Both sides; what the statement differentiates becomes a function with a name."""
    made: dict[Token, Expression] = {}
    for index, record in enumerate(equation.differentiated):
        formula = record.with_placeholders.substitute(made)
        known = next((name for name, one in fluxes.items() if one == formula), None)
        name = known or f"diff#{len(fluxes) + 1}"
        fluxes[name] = formula
        made[placeholder(index)] = leaf(Derivative(name, record.by))
    left, right = equation.kept or (equation.left, equation.right)
    return left.substitute(made), right.substitute(made)


def margins_of(statement: Statement, part: Part) -> list[Margin]:
    """Where the formulas of a part must be defined: of the answer, and of both sides."""
    of = {one.of for one in part.derivatives}
    trees = [part.at(formula) for name, formula in statement.answer.items() if name in of]
    sides = [part.left.substitute(part.fixed), part.right.substitute(part.fixed)]
    return checked_margins([*trees, *sides], part)


def checked_margins(trees: Iterable[Expression], part: Part) -> list[Margin]:
    """The margins of formulas; a constant one is looked at now."""
    found: dict[Margin, None] = {}
    for tree in trees:
        for margin, rule in limits_of(tree):
            _require(margin, rule, part)
            found[margin, rule] = None
    return list(found)


def _require(margin: Expression, rule: Rule, part: Part) -> None:
    if not margin.is_constant:
        return
    value = value_of(margin)
    if (
        value > 0
        or (value < 0 and rule is Rule.NONZERO)
        or (value == 0 and rule is Rule.NONNEGATIVE)
    ):
        return
    raise ExpressionError(
        f"a Coq file needs formulas that are defined at every point; {short(margin)} must be "
        f"{rule.value} for '{part.text}'"
    )


def sign_text(margin: Margin, names: Names, values: Mapping[str, Expression] | None = None) -> str:
    """A margin as a proposition."""
    formula, rule = margin
    inside = term(formula, names, values)
    match rule:
        case Rule.NONZERO:
            return f"{inside} <> 0"
        case Rule.POSITIVE:
            return f"0 < {inside}"
        case Rule.NONNEGATIVE:
            return f"0 <= {inside}"


def definitions(statement: Statement) -> list[str]:
    """The answer, its derivatives, and that they exist."""
    names = statement.names
    binder = f"({' '.join(names.arguments().split())} : R)" if names.point else ""
    lines: list[str] = []
    for name, formula in statement.functions.items():
        head = names.function(Derivative(name))
        lines.append(f"Definition {head} {binder} : R :=\n  {term(formula, names)}.")
        for one in statement.derivatives:
            if one.of == name:
                lines += _derivative(one, names, binder)
    return lines


def _derivative(one: Derivative, names: Names, binder: str) -> list[str]:
    """A derivative is that of a lower one, which must exist nearby."""
    last, lower = names.symbols[one.by[-1]], Derivative(one.of, one.by[:-1])
    below, name, point = names.function(lower), names.function(one), names.arguments()
    along = f"(fun {last} => {below} {point}) {last}"
    exists = f"ex_derive {along}"
    if lower.order:
        exists = f"locally {last} (fun {last} => {below}_exists {point}) /\\ {exists}"
    return [
        f"Definition {name} {binder} : R := Derive {along}.",
        f"Definition {name}_exists {binder} : Prop :=\n  {exists}.",
    ]


def proposition(statement: Statement, part: Part) -> str:
    """What a part claims, as a definition."""
    names = statement.names
    claims = [
        f"{names.function(one)}_exists {names.arguments(part.values)}"
        for one in part.derivatives
        if one.order
    ]
    claims += [sign_text(m, names, part.values) for m in margins_of(statement, part)]
    claims.append(f"{term(part.left, names, part.values)} = {term(part.right, names, part.values)}")
    joined = " /\\\n    ".join(claims)
    where = "".join(f"{line} ->\n    " for line in ranges(statement, part))
    free = free_names(statement, part)
    quantifier = f"forall {' '.join(free)} : R,\n    " if free else ""
    head = f"(* {_comment(part.text)} *)\nDefinition {part.name} : Prop :="
    return f"{head}\n  {quantifier}{where}{joined}."


def _comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "")


def free_names(statement: Statement, part: Part) -> list[str]:
    """The variables and parameters over which a part quantifies."""
    names = statement.names
    return [names.symbols[name] for name in names.point if name in part.ranges]


def ranges(statement: Statement, part: Part) -> list[str]:
    """The box of a part, an interval for each variable that has one."""
    names = statement.names
    lines: list[str] = []
    for name in names.point:
        if name not in part.ranges:
            continue
        sign = "<" if part.is_open and name in statement.problem.domain else "<="
        low, high = part.ranges[name]
        ends = [] if low is None else [f"{term(low, names)} {sign}"]
        ends.append(names.symbols[name])
        ends += [] if high is None else [f"{sign} {term(high, names)}"]
        if len(ends) > 1:
            lines.append(" ".join(ends))
    return lines
