"""Which proposers a stage begins with: the systematic ones, in the order of what they cost."""

import re
from collections.abc import Iterator
from functools import partial

from symplex.codes import RunCode
from symplex.propose.candidates.ansatz import Ansatz
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.earlier import EarlierAnswers
from symplex.propose.candidates.hints import Hints
from symplex.propose.candidates.lifts import Lifts
from symplex.propose.candidates.proposer import Proposer, StageContext
from symplex.propose.candidates.settings import SearchSettings
from symplex.propose.candidates.statement_formulas import StatementFormulas
from symplex.reasons import Reason


def opening_proposers(settings: SearchSettings) -> tuple[Proposer, ...]:
    """The proposers of a recipe that are asked once, when a stage begins."""
    if settings.policy_only:
        return (EarlierAnswers(),)
    switched: tuple[tuple[bool, Proposer], ...] = (
        (True, Hints()),
        (settings.statement_formulas, StatementFormulas()),
        (True, EarlierAnswers()),
        (settings.lifts, Lifts()),
        (settings.ansatz, Ansatz()),
    )
    return tuple(proposer for is_on, proposer in switched if is_on)


def opening(context: StageContext) -> Iterator[Proposal]:
    """What a stage begins with: hints, the statement's formulas, earlier answers carried on."""
    for proposer in opening_proposers(context.settings):
        yield from context.boundary.turns(name_of(proposer), partial(proposer.propose, context))


def name_of(proposer: Proposer) -> Reason:
    """What a proposer is called in a sentence: ``the proposer of earlier answers``."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(proposer).__name__).lower()
    return Reason(RunCode.INGREDIENT_PROPOSER, name=words)
