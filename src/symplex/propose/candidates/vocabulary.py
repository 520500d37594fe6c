"""The tokens of a search: one numbering for the whole run, and wider choices in rounds.

Ids never change within a run, so one policy serves all stages and rounds; a stage or round only
allows fewer or more of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from symplex.errors import SettingsError, listing, nearest
from symplex.expression import (
    CONSTANT,
    OPERATORS,
    Constant,
    Expression,
    Number,
    Operator,
    Symbol,
    Token,
    power,
    tuple_of,
)
from symplex.expression.operators import ATAN, COSH, CUBE, ERF, LOG, PI, SINH, TAN, TANH
from symplex.expression.vocabulary import Vocabulary
from symplex.problem import Problem
from symplex.problem.analysis.operators import suggested_operators

_SMOOTH = frozenset({CUBE, SINH, COSH, TANH, LOG, TAN, ATAN, ERF})
_MAX_NUMBERS = 40
_EXPONENTS = (Fraction(-1), Fraction(-2), Fraction(-1, 2), Fraction(3, 2), Fraction(4))


@final
@dataclass(frozen=True)
class SearchVocabulary:
    """A vocabulary, and which operators each round of a search may use."""

    vocabulary: Vocabulary
    rounds: tuple[frozenset[Operator], ...]

    def allowed(self, symbols: Iterable[str], round_number: int) -> frozenset[Token]:
        """The tokens of a stage in a round; the last round goes on."""
        names = frozenset(symbols)
        operators = self.rounds[min(round_number, len(self.rounds) - 1)]
        leaves = [
            token
            for token in self.vocabulary.tokens
            if isinstance(token, Number | Constant)
            or (isinstance(token, Symbol) and token.name in names)
            or (isinstance(token, Operator) and (token.is_tuple or token is PI))
        ]
        return frozenset((*operators, *leaves))


def search_vocabulary(
    problem: Problem,
    choice: Mapping[str, bool] | None = None,
    hints: Iterable[Expression] = (),
    *,
    only: Sequence[str] = (),
    literals: bool = True,
) -> SearchVocabulary:
    """The words of a problem: its own operators first, then smooth ones, then all.

    Args:
        problem: What is to be solved.
        choice: Operators by name that the user adds (True) or forbids (False).
        hints: Guesses of the user's, whose powers are words too.
        only: The operators of the first round, whatever the statement suggests.
        literals: Whether exact numbers are words: 0, 1, 2, π and those of the statement.
    """
    wanted = {name for name, yes in (choice or {}).items() if yes}
    forbidden = {name for name, yes in (choice or {}).items() if not yes}
    _require_operators((*wanted, *forbidden, *only))
    suggested = tuple(OPERATORS[name] for name in only) or suggested_operators(problem)
    powers = [power(exponent) for exponent in _EXPONENTS]
    powers += [o for hint in hints for o in _sorted_powers(hint)]
    table = [row for row in OPERATORS.values() if row.arity]
    everything = [
        row for row in dict.fromkeys((*table, *suggested, *powers)) if row.name not in forbidden
    ]
    first = frozenset(r for r in everything if r in suggested or r.name in wanted)
    second = first | {r for r in everything if r in _SMOOTH or r.exponent is not None}
    leaves: list[Token] = [*map(Symbol, (*problem.variables, *problem.parameters)), CONSTANT]
    leaves += [*_numbers(problem), PI] if literals else []
    roots = [tuple_of(len(problem.unknowns))] if len(problem.unknowns) > 1 else []
    return SearchVocabulary(
        Vocabulary((*roots, *everything, *leaves)),
        (first, frozenset(second), frozenset(everything)),
    )


def _require_operators(names: Iterable[str]) -> None:
    for name in names:
        if name not in OPERATORS or not OPERATORS[name].arity:
            raise SettingsError(
                f"there is no operator '{name}'; there are {listing(OPERATORS)}"
                f"{nearest(name, OPERATORS)}"
            )


def _sorted_powers(formula: Expression) -> list[Operator]:
    """The powers that a formula uses, in a fixed order."""
    found = [o for o in formula.operators if o.exponent is not None]
    return sorted(found, key=lambda o: o.exponent or Fraction(0))


def _numbers(problem: Problem) -> list[Number]:
    """0, 1, 2 and the numbers of the statement."""
    found = dict.fromkeys(Number(Fraction(value)) for value in (0, 1, 2))
    for equation in problem.all_equations:
        for side in (equation.left, equation.right):
            found.update(dict.fromkeys(t for t in side.tokens if isinstance(t, Number)))
    return list(found)[:_MAX_NUMBERS]
