"""What is seen of a solution: facts in plain sentences, and formulas to be completed and proved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import nan
from typing import Final, final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.errors import SymplexError
from symplex.exact.formulas.building import rebuilt
from symplex.expression import Expression, number, symbol
from symplex.expression.render import to_text
from symplex.numerics.evaluation.regression import Fitted
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.result import Reference
from symplex.problem import Problem
from symplex.problem.restrict import data_of
from symplex.propose.structure.across import constants_across
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.laws import with_laws
from symplex.propose.structure.modulus import in_modulus
from symplex.propose.structure.outer import undone
from symplex.propose.structure.pieces import kinks
from symplex.propose.structure.scaling import power_law
from symplex.propose.structure.separation import Split, splits
from symplex.propose.structure.symmetry import Symmetry, symmetries
from symplex.propose.structure.tidy import exact, with_powers
from symplex.propose.structure.view import UNKNOWN, Remembered, View
from symplex.reasons import Reason
from symplex.work.budget import Budget, Undecided

_FORMULAS: Final = 3
"""How many formulas of an unknown are followed."""
_POINTS_AT_ONCE: Final = 200
"""Values are computed for so many points between two looks at the clock."""
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
    SYMMETRY = "symmetry"
    FORMULA = "formula"
    PARAMETERS = "parameters"
    KINK = "kink"


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
    """A formula for an unknown, as fitted and as it is seen to be for all parameters."""

    fitted: Expression
    """At the first choice of the parameters; constants in slots."""
    meant: Expression
    """With simple numbers and functions of the parameters in the place of slots."""
    misfit: float
    """How far `fitted` is from the values."""
    everywhere: bool = True
    """Whether `meant` is for all parameters, and not for the first choice alone."""
    error: float = nan
    """How far `meant` is from the values, beside their range, where that was measured."""


@final
@dataclass(frozen=True)
class Findings:
    """All that was seen."""

    facts: tuple[Fact, ...]
    formulas: Mapping[str, tuple[Seen, ...]]
    """For each unknown, the likeliest first."""
    remarks: tuple[Reason, ...] = ()
    """What was not looked at to its end, and why."""


def view_of(reference: Reference, unknown: int, budget: Budget, sample: int = 0) -> View:
    """One unknown at one choice of the parameters; where values are costly, the clock ends it."""
    one = reference.samples[sample]

    def function(columns: Columns) -> Floats:
        size = len(next(iter(columns.values())))
        parts: list[Floats] = []
        for start in range(0, size, _POINTS_AT_ONCE) or (0,):
            budget.step()
            some = {n: column[start : start + _POINTS_AT_ONCE] for n, column in columns.items()}
            parts.append(one.values(some)[unknown])
        return np.concatenate(parts)

    return View(reference.box, Remembered(function), one.error, not one.differentiable)


def findings(problem: Problem, reference: Reference, budget: Budget) -> Findings:
    """What a reference shows of the solution of a problem."""
    facts: list[Fact] = []
    remarks: list[Reason] = []
    formulas: dict[str, tuple[Seen, ...]] = {}
    for index, unknown in enumerate(reference.unknowns):
        formulas[unknown] = ()
        try:
            with np.errstate(all="ignore"):
                facts += _measured(view_of(reference, index, budget), unknown)
                seen = formulas_of(problem, reference, index, budget)
                formulas[unknown] = tuple(_checked(reference, index, s, budget) for s in seen)
                facts += [_named(one, unknown, reference) for one in formulas[unknown]]
                facts += _scaling(reference, index)
        except Undecided as error:
            remarks.append(Reason(ReferenceCode.STRUCTURE_ENDED, unknown=unknown, why=error.reason))
        except (SymplexError, *_FAILURES) as error:  # of values that are too large, say
            remarks.append(
                Reason(ReferenceCode.STRUCTURE_FAILED, unknown=unknown, error=str(error))
            )
    return Findings(tuple(facts), formulas, tuple(remarks))


def formulas_of(
    problem: Problem, reference: Reference, index: int, budget: Budget
) -> tuple[Seen, ...]:
    """Formulas that have the values of one unknown, for all samples where they are found."""
    view = view_of(reference, index, budget)
    offered = [one for one in data_of(problem) if one.symbols <= set(view.names)]
    explainer = Explainer(budget, offered)
    with np.errstate(all="ignore"):
        found = explainer.explain(view, _FORMULAS, _MORE)
        for other in range(len(reference.unknowns)):
            if not found and other != index:
                found = in_modulus(view, view_of(reference, other, budget), explainer)
        return tuple(_seen(reference, index, one, explainer) for one in found)


def _seen(reference: Reference, index: int, found: Fitted, explainer: Explainer) -> Seen:
    """A formula with its constants as functions of the parameters."""
    choices = [sample.parameters for sample in reference.samples]
    if not choices[0] or not found.formula.constants:
        return Seen(found.formula, exact(found.formula), found.misfit)
    samples = range(1, len(choices))
    views = [view_of(reference, index, explainer.budget, sample) for sample in samples]
    table = constants_across(found.formula, views, explainer) if views else None
    meant = found.formula if table is None else with_laws(found.formula, table, choices)
    everywhere = table is not None
    return Seen(found.formula, rebuilt(with_powers(meant)), found.misfit, everywhere)


def _checked(reference: Reference, index: int, seen: Seen, budget: Budget) -> Seen:
    """With the error of the formula as it is meant, wherever it is meant to hold."""
    worst = 0.0
    for sample in range(len(reference.samples) if seen.everywhere else 1):
        view = view_of(reference, index, budget, sample)
        known = view.sampled(_CHECKED, _CHECK_SEED, reference.samples[sample].parameters)
        off = float(np.max(np.abs(known.deviations(UNKNOWN, seen.meant))))
        worst = max(worst, off / (float(np.ptp(known.values[UNKNOWN])) or view.scale))
    return replace(seen, error=worst)


def _measured(view: View, unknown: str) -> Iterator[Fact]:
    if len(view.names) == 1 or not view.is_defined:
        return
    low = [Fact(Kind.SEPARABILITY, unknown, _split(one, unknown, view)) for one in splits(view)]
    yield from low
    if not low:
        for outer in undone(view):
            word = outer.word.replace("u", unknown)
            for one in splits(outer.view):
                yield Fact(Kind.SEPARABILITY, unknown, _split(one, word, view))
    for name in view.names:
        places = kinks(view, name)
        if places:
            where = " and ".join(f"{name} = {place:.2g}" for place in sorted(places))
            sentence = f"{unknown} has kinks along {name}, on the lines looked at near {where}"
            yield Fact(Kind.KINK, unknown, sentence)
    for symmetry in symmetries(view):
        yield Fact(Kind.SYMMETRY, unknown, _symmetry(symmetry, unknown))


def _scaling(reference: Reference, index: int) -> list[Fact]:
    found = power_law(reference, index)
    if not found:
        return []
    factor = " and to ".join(to_text(symbol(name) ** power) for name, power in found.items())
    unknown = reference.unknowns[index]
    return [Fact(Kind.PARAMETERS, unknown, f"{unknown} is proportional to {factor}")]


def _symmetry(symmetry: Symmetry, unknown: str) -> str:
    combination = to_text(exact(symmetry.combination))
    pair = " and ".join(symmetry.pair)
    profile = to_text(exact(symmetry.whole(symbol("F"))))
    if symmetry.factor == number(1) and symmetry.shift == number(0):
        return f"in {pair}, {unknown} depends on {combination} alone"
    return f"in {pair}, {unknown} is {profile}, F a function of {combination}"


def _split(split: Split, word: str, view: View) -> str:
    others = [name for name in view.names if name not in split.names]
    what = "a product" if split.rank == 1 else f"a sum of {split.rank} products"
    return f"{word} is {what} of functions of {_list(split.names)} and functions of {_list(others)}"


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)


def _named(seen: Seen, unknown: str, reference: Reference) -> Fact:
    place = ""
    if not seen.everywhere:
        first = reference.samples[0].parameters
        place = "at " + ", ".join(f"{name} = {value:.4g}" for name, value in first.items()) + ", "
    sentence = f"{place}{unknown} is within about {seen.error:.1g} of its range of "
    return Fact(Kind.FORMULA, unknown, sentence + to_text(seen.meant))
