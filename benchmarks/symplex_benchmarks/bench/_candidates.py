"""A fixed, seeded set of random candidates, and the vocabulary that they are written in."""

from fractions import Fraction
from types import MappingProxyType
from typing import Final

import numpy as np

from symplex.expression import CONSTANT, OPERATORS, Number, Symbol, Token
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.problem import Problem

LEAST, MAX, MEAN = 5, 40, 16
"""Tokens of a candidate."""
MAX_CONSTANTS = 6
NUMBERS: Final = (Number(Fraction(1)), Number(Fraction(2)))

_UNARY: Final = MappingProxyType(
    {
        **{"sin": 0.2, "cos": 0.2, "exp": 0.2, "square": 0.15, "neg": 0.1},
        **{"log": 0.05, "sqrt": 0.05, "abs": 0.05},
    }
)
_BINARY: Final = MappingProxyType({"+": 0.25, "-": 0.2, "*": 0.35, "/": 0.1, "max": 0.1})
_CONSTANT_SHARE, _NUMBER_SHARE, _UNARY_SHARE = 0.3, 0.1, 0.4


def vocabulary(problem: Problem) -> Vocabulary:
    """Operators, the problem's symbols, two numbers and the slot."""
    operators: list[Token] = [OPERATORS[name] for name in (*_UNARY, *_BINARY)]
    symbols = [Symbol(name) for name in (*problem.domain, *problem.parameters)]
    return Vocabulary((*operators, *symbols, *NUMBERS, CONSTANT))


def candidates(problem: Problem, count: int, seed: int = 0) -> TokenBatch:
    """Random trees of 5 to 40 tokens, about 16 on average, with up to 6 constants."""
    tokens, rng = vocabulary(problem), np.random.default_rng(seed)
    slot = tokens.id_of(CONSTANT)
    found: list[list[int]] = []
    while len(found) < count:
        # Refusing trees with many constants shortens them a little; the half token makes up for it.
        drawn = LEAST - 1 + rng.geometric(1 / (MEAN - LEAST + 1.5))
        tree = _tree(tokens, problem, rng, min(int(drawn), MAX))
        if tree.count(slot) <= MAX_CONSTANTS:
            found.append(tree)
    return TokenBatch.of(found)


def _tree(tokens: Vocabulary, problem: Problem, rng: np.random.Generator, size: int) -> list[int]:
    if size == 1:
        return [tokens.id_of(_leaf(problem, rng))]
    if size == 2 or rng.random() < _UNARY_SHARE:  # noqa: PLR2004
        name = rng.choice(list(_UNARY), p=list(_UNARY.values()))
        return [tokens.id_of(OPERATORS[name]), *_tree(tokens, problem, rng, size - 1)]
    name = rng.choice(list(_BINARY), p=list(_BINARY.values()))
    left = int(rng.integers(1, size - 1))
    return [
        tokens.id_of(OPERATORS[name]),
        *_tree(tokens, problem, rng, left),
        *_tree(tokens, problem, rng, size - 1 - left),
    ]


def _leaf(problem: Problem, rng: np.random.Generator) -> Token:
    drawn = rng.random()
    if drawn < _CONSTANT_SHARE:
        return CONSTANT
    if drawn < _CONSTANT_SHARE + _NUMBER_SHARE:
        return NUMBERS[int(rng.integers(2))]
    return Symbol(str(rng.choice([*problem.domain, *problem.parameters])))
