"""What every proposer promises, over several problems and all of their stages."""

import importlib
import inspect
import pkgutil
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

import pytest

from support.writing import hint_tree, is_whole, writing
from symplex.origin import Writer
from symplex.propose import candidates as package
from symplex.propose.candidates.ansatz import Ansatz
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.earlier import EarlierAnswers
from symplex.propose.candidates.hints import Hints
from symplex.propose.candidates.lifts import Lifts
from symplex.propose.candidates.moves import Moves
from symplex.propose.candidates.opening import opening_proposers
from symplex.propose.candidates.policy import PolicyProposer
from symplex.propose.candidates.proposer import Proposer, StageContext
from symplex.propose.candidates.settings import DEFAULT, PolicyKind
from symplex.propose.candidates.statement_formulas import StatementFormulas, statement_formulas
from symplex.solver.search.policy_learner import PolicyLearner

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
    """A proposer: how it is made, and who its proposals may be said to be written by."""

    make: Callable[[StageContext], Proposer]
    writers: frozenset[Writer]


def entry(make, *writers):
    return Entry(make, frozenset(writers))


ENTRIES = (
    entry(lambda _: Hints(), Writer.HINT),
    entry(lambda _: StatementFormulas(), Writer.STATEMENT),
    entry(lambda _: EarlierAnswers(), Writer.EARLIER_STAGE),
    entry(lambda _: Lifts(), Writer.LIFT),
    entry(lambda _: Ansatz(), Writer.ANSATZ),
    entry(lambda context: Moves(context, 1), Writer.MOVE),
    entry(by_policy(PolicyKind.SYMFORMER), Writer.POLICY, Writer.REGROWN),
    entry(by_policy(PolicyKind.LSTM), Writer.POLICY, Writer.REGROWN),
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
    return value if isinstance(value, str) else "/".join(sorted(w.value for w in value.writers))


@pytest.mark.parametrize("which", ENTRIES, ids=name_of)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_proposals_are_whole_formulas_of_the_stage(problem, which):
    for context in contexts(problem):
        count, known = len(context.stage.problem.unknowns), set(context.stage.symbols)
        roots = (context.encoding.tuple_id,)
        for proposal in proposals(which, context):
            tree = proposal.tree
            assert proposal.origin.writer in which.writers
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
    assert {proposal.origin.writer for proposal in found} == which.writers


def proposers():
    """The classes of the package that propose for a stage."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for made in vars(importlib.import_module(module.name)).values():
            propose = getattr(made, "propose", None) if made is not Proposer else None
            if propose is not None and "context" in inspect.signature(propose).parameters:
                yield made


def test_every_proposer_is_in_the_table():
    made = {type(which.make(next(contexts("heat")))) for which in ENTRIES}
    assert {type(proposer) for proposer in opening_proposers(DEFAULT)} < made
    assert set(proposers()) == made


def test_every_proposer_has_a_name_of_its_own():
    named = [writer for which in ENTRIES[:-1] for writer in which.writers]
    assert len(named) == len(set(named))
    assert {type(one.make(next(contexts("heat")))) for one in ENTRIES[-2:]} == {PolicyProposer}
