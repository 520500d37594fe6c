"""What is seen of a solution: facts in plain sentences, and formulas to be completed and proved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.errors import SymplexError
from symplex.expression import Expression
from symplex.expression.render import to_text
from symplex.numerics.evaluation.regression import Fitted
from symplex.numerics.evaluation.simplified import simplified
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.result import Reference, Sample
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.fitting import rounded
from symplex.propose.structure.outer import undone
from symplex.propose.structure.separation import Split, splits
from symplex.propose.structure.view import UNKNOWN, Remembered, View
from symplex.reasons import Reason
from symplex.work.budget import Budget, Undecided

_FORMULAS: Final = 3
"""How many formulas of an unknown are followed."""
_POINTS_AT_ONCE: Final = 200
"""Values are computed for so many points between two steps that are counted."""
_CHECKED, _CHECK_SEED = 200, 41
"""Points at which a formula is compared with the values that it is to have; no fit has seen them.
"""
_FAILURES: Final = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
"""What arithmetic with extreme values raises."""
_MORE: Final = 4
"""How many kinds of structure are looked for beyond the first that explains an unknown."""


class Kind(Enum):
    """What a fact is about."""

    SEPARABILITY = "separability"
    FORMULA = "formula"


@final
@dataclass(frozen=True)
class Fact:
    """Something that was measured."""

    kind: Kind
    unknown: str
    sentence: str


@final
@dataclass(frozen=True)
class Seen:
    """A formula that has the values of an unknown, its constants rounded."""

    rounded_formula: Expression
    error: float
    """The largest, beside the range of the values."""


@final
@dataclass(frozen=True)
class Findings:
    """All that was seen."""

    facts: tuple[Fact, ...]
    formulas: Mapping[str, tuple[Seen, ...]]
    """For each unknown, the likeliest first."""
    remarks: tuple[Reason, ...] = ()
    """What was not looked at to its end, and why."""


def view_of(reference: Reference, unknown: int, budget: Budget) -> View:
    """One unknown at the first choice of the parameters; values count as steps."""
    one = reference.samples[0]

    def function(columns: Columns) -> Floats:
        size = len(next(iter(columns.values())))
        parts: list[Floats] = []
        for start in range(0, size, _POINTS_AT_ONCE) or (0,):
            budget.step()
            some = {n: column[start : start + _POINTS_AT_ONCE] for n, column in columns.items()}
            parts.append(one.values(some)[unknown])
        return np.concatenate(parts)

    return View(reference.box, Remembered(function), one.error)


def findings(reference: Reference, budget: Budget) -> Findings:
    """What a reference shows of the solution of a problem."""
    facts: list[Fact] = []
    remarks: list[Reason] = []
    formulas: dict[str, tuple[Seen, ...]] = {}
    sample = reference.samples[0]
    for index, unknown in enumerate(reference.unknowns):
        formulas[unknown] = ()
        try:
            with np.errstate(all="ignore"):
                view = view_of(reference, index, budget)
                facts += _separability(view, unknown)
                found = formulas_of(view, budget)
                formulas[unknown] = tuple(_seen(view, one.formula) for one in found)
                facts += [_named(one, unknown, sample) for one in formulas[unknown]]
        except Undecided as error:
            remarks.append(Reason(ReferenceCode.STRUCTURE_ENDED, unknown=unknown, why=error.reason))
        except (SymplexError, *_FAILURES) as error:  # of values that are too large, say
            remarks.append(
                Reason(ReferenceCode.STRUCTURE_FAILED, unknown=unknown, error=str(error))
            )
    return Findings(tuple(facts), formulas, tuple(remarks))


def formulas_of(view: View, budget: Budget) -> tuple[Fitted, ...]:
    """Formulas that have the values of an unknown; constants are in slots."""
    with np.errstate(all="ignore"):
        return tuple(Explainer(budget).explain(view, _FORMULAS, _MORE))


def _seen(view: View, formula: Expression) -> Seen:
    """The formula as it is said, with its error."""
    known = view.sampled(_CHECKED, _CHECK_SEED)
    short = simplified(rounded(formula), known.columns)
    off = float(np.max(np.abs(known.deviations(UNKNOWN, short))))
    return Seen(short, off / (float(np.ptp(known.values[UNKNOWN])) or view.scale))


def _separability(view: View, unknown: str) -> Iterator[Fact]:
    if len(view.names) == 1 or not view.is_defined:
        return
    low = [_split(one, unknown, view) for one in splits(view)]
    if not low:
        outers = ((outer.word.replace("u", unknown), splits(outer.view)) for outer in undone(view))
        low = [_split(one, word, view) for word, found in outers for one in found]
    yield from (Fact(Kind.SEPARABILITY, unknown, one) for one in low)


def _split(split: Split, word: str, view: View) -> str:
    others = [name for name in view.names if name not in split.names]
    what = "a product" if split.rank == 1 else f"a sum of {split.rank} products"
    return f"{word} is {what} of functions of {_list(split.names)} and functions of {_list(others)}"


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)


def _named(seen: Seen, unknown: str, sample: Sample) -> Fact:
    values = [f"{name} = {value:.4g}" for name, value in sample.parameters.items()]
    place = f"at {_list(values)}, " if values else ""
    sentence = f"{place}{unknown} is within about {seen.error:.1g} of its range of "
    return Fact(Kind.FORMULA, unknown, sentence + to_text(seen.rounded_formula))
