"""Ordinary wrong answers: one thing of a true solution changed, over every statement known.

A mutant counts only if the guard finds, at 40 digits and at a point where both sides exist, an
equation or a condition that it does not satisfy.
"""

import random
from collections.abc import Iterator
from fractions import Fraction

from attacks.cases import Attack, text_of
from attacks.guard import violation
from attacks.truths import Truth, every
from near_misses.trees import replaced
from symplex.expression import (
    OPERATORS,
    Expression,
    Number,
    Operator,
    Symbol,
    apply,
    number,
    symbol,
)

KIND = "mutated"
SYSTEM = "system"
_PER_UNKNOWN = 3
_PER_COMPONENT = 4
_SWAPS = {
    **{"sin": "cos", "cos": "sin", "exp": "cosh", "cosh": "exp", "sinh": "tanh", "tanh": "atan"},
    **{"+": "-", "-": "+", "*": "+", "/": "*", "max": "min", "min": "max", "abs": "relu"},
    **{"sqrt": "square", "log": "sqrt", "erf": "tanh", "atan": "tanh", "square": "cube"},
}


def attacks() -> Iterator[Attack]:
    """A few mutants of each unknown of each problem; of systems, one component at a time."""
    for truth in every():
        rng = random.Random(f"{truth.name} mutated")
        several = len(truth.problem.unknowns) > 1
        for unknown in truth.problem.unknowns:
            yield from _mutants(truth, unknown, rng, SYSTEM if several else KIND)


def _mutants(truth: Truth, unknown: str, rng: random.Random, kind: str) -> Iterator[Attack]:
    wanted = _PER_COMPONENT if kind == SYSTEM else _PER_UNKNOWN
    found = 0
    for _ in range(8 * wanted):
        how, formula = _mutant(truth.solution[unknown], truth, rng)
        answer = {**truth.solution, unknown: formula}
        why = violation(truth.problem, answer)
        if not why:
            continue
        texts = {name: text_of(part) for name, part in answer.items()}
        yield Attack(kind, truth.statement, texts, f"{truth.name}, {unknown} {how}: {why}")
        found += 1
        if found == wanted:
            return


def _mutant(formula: Expression, truth: Truth, rng: random.Random) -> tuple[str, Expression]:
    start = rng.randrange(formula.size)
    part = formula.subtree(start)
    how, other = rng.choice(_changes(part, truth, rng))
    return how, replaced(formula, start, other)


def _changes(part: Expression, truth: Truth, rng: random.Random) -> list[tuple[str, Expression]]:
    """The ways to spoil one part."""
    names = (*truth.problem.domain, *truth.problem.parameters)
    found = [
        ("with a part negated", -part),
        ("with a part 1/1000 too large", part * (1 + Fraction(1, 1000))),
        ("with a part shifted by 10^-9", part + Fraction(1, 10**9)),
        ("with a variable added", part + symbol(rng.choice(names)) / 7),
    ]
    match part.root:
        case Number(value):
            found += [("with another number", number(value + 1))] * 2
        case Symbol(name):
            others = [other for other in names if other != name]
            found += [("with another variable", symbol(other)) for other in others]
        case Operator(name=name) if name in _SWAPS:
            other = OPERATORS[_SWAPS[name]]
            if other.arity == len(part.arguments):
                found += [(f"with {_SWAPS[name]} for {name}", apply(other, *part.arguments))] * 2
        case _:
            pass
    return found
