"""What every proposer promises, over several problems and all of their stages."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

import pytest

from support.writing import hint_tree, is_whole, writing
from symplex.search.candidate import Origin
from symplex.search.curriculum import stages
from symplex.search.policy_learner import PolicyLearner
from symplex.search.proposers.ansatz import Ansatz
from symplex.search.proposers.earlier import EarlierAnswers
from symplex.search.proposers.hints import Hints
from symplex.search.proposers.insertions import Insertions
from symplex.search.proposers.lifts import Lifts
from symplex.search.proposers.moves import Moves
from symplex.search.proposers.opening import opening_proposers
from symplex.search.proposers.policy import PolicyProposer
from symplex.search.proposers.proposer import Proposer, StageContext
from symplex.search.proposers.statement_formulas import StatementFormulas, statement_formulas
from symplex.search.settings import DEFAULT, PolicyKind

LIMIT = 4000
"""How many proposals of one proposer are examined."""
SETTINGS = replace(DEFAULT, moves=500, samples=8, regrown=8)

PROBLEMS = (
    "heat",
    "parametric-heat",
    "poisson-exp",  # no time
    "hadamard",  # unfolds from a side
    "lq-control",  # unfolds backwards
    "relaxation",  # one variable, several parameters
    "boundary-layer",  # a parameter and no time
    "acoustics-standing",  # a system
    "taylor-green",  # a system, a parameter, an unknown without data
    "monge-ampere-wedge",  # data with kinks
)


def by_policy(kind: PolicyKind) -> Callable[[StageContext], Proposer]:
    def made(context: StageContext) -> Proposer:
        settings = replace(context.settings, policy=kind)
        return PolicyProposer(PolicyLearner(context.encoding, settings, 1), random.Random(1))

    return made


@dataclass(frozen=True)
class Entry:
    """A proposer: how it is made, and the origins that its proposals may have."""

    make: Callable[[StageContext], Proposer]
    origins: frozenset[Origin]


def entry(make, *origins):
    return Entry(make, frozenset(origins))


ENTRIES = (
    entry(lambda _: Hints(), Origin.HINT),
    entry(lambda _: StatementFormulas(), Origin.STATEMENT),
    entry(lambda _: EarlierAnswers(), Origin.EARLIER_STAGE),
    entry(lambda _: Lifts(), Origin.LIFT),
    entry(lambda _: Ansatz(), Origin.ANSATZ),
    entry(lambda _: Insertions(), Origin.INSERTION),
    entry(lambda context: Moves(context, 1), Origin.MOVE),
    entry(by_policy(PolicyKind.SYMFORMER), Origin.POLICY, Origin.REGROWN),
    entry(by_policy(PolicyKind.LSTM), Origin.POLICY, Origin.REGROWN),
)


def contexts(name):
    """The stages of a problem, each with answers of the one before and something remembered."""
    formulas = writing(name)
    variables = "*".join(formulas.problem.variables)
    guesses = (f"c*{variables} + d", formulas.problem.variables[0])
    hints = [
        hint_tree(formulas.problem, "; ".join(f"{u} = {g}" for u in formulas.problem.unknowns))
        for g in guesses
    ]
    earlier = ()
    for stage in stages(formulas.problem, plain=False):
        own = map(formulas.encoding.encode, statement_formulas(stage.problem))
        stated = tuple(tree for tree in own if tree.ids)
        parents = (*stated[:3], *earlier)
        yield formulas.context(
            stage, SETTINGS, earlier=earlier, hints=tuple(hints), parents=parents
        )
        earlier = stated[:2]


def proposals(which, context):
    return list(islice(which.make(context).propose(context), LIMIT))


def name_of(value):
    return value if isinstance(value, str) else "/".join(sorted(o.value for o in value.origins))


@pytest.mark.parametrize("which", ENTRIES, ids=name_of)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_proposals_are_whole_formulas_of_the_stage(problem, which):
    for context in contexts(problem):
        count, known = len(context.stage.problem.unknowns), set(context.stage.symbols)
        roots = (context.encoding.tuple_id,)
        for proposal in proposals(which, context):
            tree = proposal.tree
            assert proposal.origin in which.origins
            assert tree.encoding is context.encoding
            assert is_whole(tree)
            assert len(tree.components) == count
            assert [token in roots for token in tree.ids].count(True) == (count > 1)
            assert tree.symbols <= known


@pytest.mark.parametrize("which", ENTRIES, ids=name_of)
@pytest.mark.parametrize("problem", ["parametric-heat", "taylor-green", "lq-control"])
def test_the_same_context_and_random_state_give_the_same_proposals(problem, which):
    for context, again in zip(contexts(problem), contexts(problem), strict=True):
        assert proposals(which, context) == proposals(which, again)


@pytest.mark.parametrize("which", ENTRIES, ids=name_of)
def test_every_proposer_has_something_to_propose(which):
    """Otherwise the tests above would show nothing."""
    found = [p for context in contexts("parametric-heat") for p in proposals(which, context)]
    assert {proposal.origin for proposal in found} == which.origins


def test_every_proposer_is_in_the_table():
    made = {type(which.make(next(contexts("heat")))) for which in ENTRIES}
    assert {type(proposer) for proposer in opening_proposers(DEFAULT)} < made
    # What neighbours show comes from their proposers.
    assert {origin for which in ENTRIES for origin in which.origins} == {*Origin} - {
        Origin.NEIGHBOUR
    }
