"""Answers that are wrong by construction: each mutation of a true solution, with its kind.

Owns the mutations of the formula itself (constants, signs, terms, functions); what is added to it
is in `errors`. A mutant that turns out equal to the truth is dropped by the guard.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from near_misses import errors, guard
from near_misses.cases import Answer, Case
from near_misses.guard import Spot
from near_misses.trees import positions, replaced
from symplex.expression import OPERATORS, Expression, Number, Operator, Symbol, apply, number, power
from symplex.expression.expression import leaf

BY_HAND = "by hand"
"""Wrong by the argument that stands with it, perhaps where no probe falls."""
OFFSETS = tuple(Fraction(1, 10**digits) for digits in (3, 6, 9, 12, 30, 45))
"""How far off a constant is, relative to its size; the last is the design's own."""

_SWAPS = {
    **{"sin": ("cos", "tanh", "tan"), "cos": ("sin", "cosh", "abs"), "exp": ("cosh", "sinh")},
    **{"max": ("min", "+"), "min": ("max", "-"), "abs": ("neg", "square", "relu", "sign")},
    **{"tanh": ("erf", "atan", "sin"), "sqrt": ("abs", "square"), "log": ("atan", "sqrt")},
    **{"+": ("-", "max", "*"), "-": ("+", "min"), "*": ("+", "/"), "/": ("*", "-")},
    **{"square": ("abs", "cube"), "cube": ("square",), "cosh": ("cos", "exp"), "neg": ("abs",)},
    **{"sinh": ("sin", "cosh"), "atan": ("tanh",), "relu": ("abs", "neg"), "sign": ("tanh",)},
}


@final
@dataclass(frozen=True)
class Mutant:
    """A wrong answer to a problem, and how it was made."""

    problem: str
    kind: str
    answer: Answer


def mutants(case: Case) -> Iterator[Mutant]:
    """Every mutant of a case that the guard finds wrong, each once."""
    points = guard.probes(case)
    seen: set[Expression] = set()
    for kind, unknown, formula, spot in _candidates(case):
        answer = {**case.truth, unknown: formula}
        if formula in seen:
            continue
        seen.add(formula)
        where = guard.at_spot(case, spot) if spot else points
        if kind == BY_HAND or guard.is_wrong(case, answer, where):
            yield Mutant(case.name, kind, answer)


def _candidates(case: Case) -> Iterator[tuple[str, str, Expression, Spot]]:
    first = case.problem.unknowns[0]
    for formula in case.wrong:
        yield BY_HAND, first, formula, {}
    for unknown, truth in case.truth.items():
        for mutate in (_constants, _scales, _signs, _dropped, _swapped, _variables):
            for formula in mutate(truth):
                yield mutate.__name__.strip("_"), unknown, formula, {}
        for kind, formula, spot in errors.perturbed(case, unknown, truth):
            yield kind, unknown, formula, spot


def _off(value: Fraction) -> Iterator[Fraction]:
    size = abs(value) or Fraction(1)
    for index, offset in enumerate(OFFSETS):
        yield value + (-1) ** index * offset * size
    yield -value
    yield value + 1


def _constants(truth: Expression) -> Iterator[Expression]:
    """Each number and each exponent a little off."""
    for start, token in enumerate(truth.tokens):
        if isinstance(token, Number):
            for value in _off(token.value):
                yield replaced(truth, start, number(value))
        if isinstance(token, Operator) and token.exponent is not None:
            below = truth.subtree(start).arguments[0]
            for shift in (Fraction(1), Fraction(-1), Fraction(1, 1000), Fraction(1, 2)):
                if token.exponent + shift:
                    row = power(token.exponent + shift)
                    yield replaced(truth, start, apply(row, below))


def _scales(truth: Expression) -> Iterator[Expression]:
    """Each part of the formula scaled or shifted by one part in 10^n."""
    for start, part in positions(truth):
        for index, offset in enumerate(OFFSETS):
            wrong = part * (1 + offset) if (start + index) % 2 else part + offset
            yield replaced(truth, start, wrong)


def _signs(truth: Expression) -> Iterator[Expression]:
    for start, part in positions(truth):
        yield replaced(truth, start, -part)


def _dropped(truth: Expression) -> Iterator[Expression]:
    """Each term, factor or function left out."""
    for start, part in positions(truth):
        for argument in part.arguments:
            yield replaced(truth, start, argument)
        if part.size > 1:
            yield replaced(truth, start, number(0))
            yield replaced(truth, start, number(1))


def _swapped(truth: Expression) -> Iterator[Expression]:
    """Each operator exchanged for one that looks or behaves like it."""
    for start, part in positions(truth):
        root = part.root
        for name in _SWAPS.get(root.name, ()) if isinstance(root, Operator) else ():
            other = OPERATORS[name]
            if other.arity == len(part.arguments):
                yield replaced(truth, start, apply(other, *part.arguments))


def _variables(truth: Expression) -> Iterator[Expression]:
    """Each occurrence of a variable exchanged for another, and every occurrence scaled."""
    names = sorted(truth.symbols)
    for start, token in enumerate(truth.tokens):
        if isinstance(token, Symbol):
            for name in names:
                if name != token.name:
                    yield replaced(truth, start, leaf(Symbol(name)))
    for name in names:
        itself = leaf(Symbol(name))
        for offset in OFFSETS:
            yield truth.substitute({Symbol(name): itself * (1 + offset)})
            yield truth.substitute({Symbol(name): itself - offset})
