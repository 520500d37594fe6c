"""Who proposes, in which share, and in batches without repetition."""

import math
import random
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from support.writing import GIVEN, text_of, writing
from symplex.expression import number, symbol
from symplex.expression.sequences.replay import admits
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, Proposal, proposals_of
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.policy import PolicyProposer
from symplex.propose.candidates.proposer import encodable, extended_earlier
from symplex.propose.candidates.settings import DEFAULT

# What proposers are shown of a stage.

HEAT = writing("parametric-heat")
SPACE, TIME, KAPPA = stages(HEAT.problem)


def released(formulas, stage):
    context = formulas.context(stage)
    found = (context.released_variable, context.released_parameter)
    return tuple(tree and text_of(tree) for tree in found)


def test_a_stage_releases_a_variable_or_a_parameter():
    assert released(HEAT, SPACE) == (None, None)
    assert released(HEAT, TIME) == ("t", None)
    assert released(HEAT, KAPPA) == (None, "kappa")


def test_a_released_variable_counts_from_where_it_began():
    back = writing("lq-control")
    assert released(back, stages(back.problem)[1]) == ("t - 1", None)
    side = writing("hadamard")
    assert released(side, stages(side.problem)[1]) == ("y", None)


def test_time_is_released_from_the_beginning_where_no_slice_carries_all_data():
    pair = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = x")],
        unknowns=["u", "v"],
    )
    formulas = type(HEAT)(pair)
    assert released(formulas, stages(pair)[0]) == ("t", None)


def test_the_grammar_has_the_symbols_of_the_stage_and_the_operators_of_the_round():
    def is_admitted(stage, text, round_number=0):
        context = HEAT.context(stage, round_number=round_number)
        ids = np.frombuffer(HEAT.tree(text).ids, dtype=np.uint8)
        return bool(admits(context.grammar, TokenBatch.of([ids]))[0])

    assert is_admitted(SPACE, "sin(x)")
    assert not is_admitted(SPACE, "sin(t)")
    assert is_admitted(TIME, "sin(t)")
    assert not is_admitted(TIME, "tanh(t)")
    assert is_admitted(TIME, "tanh(t)", round_number=1)
    long = " + ".join(["x"] * DEFAULT.max_length)
    assert not is_admitted(SPACE, long)


def test_what_the_vocabulary_cannot_spell_is_left_out():
    trees = (HEAT.tree("x"), HEAT.encoding.not_encodable, HEAT.tree("y"))
    wanted = [Proposal(Origin(Writer.LIFT), tree) for tree in (trees[0], trees[2])]
    assert list(encodable(Writer.LIFT, trees)) == wanted
    context = HEAT.context(SPACE)
    found = context.encoded(Writer.HINT, [symbol("x"), symbol("z"), number(2)])
    assert [text_of(proposal.tree) for proposal in found] == ["x", "2"]


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [
        (SPACE, []),
        (TIME, ["x + t + x*y", "y + t + x*y", "x + y + t + x*y"]),
        (KAPPA, ["x*kappa", "y*kappa", "(x + y)*kappa"]),
    ],
)
def test_the_best_three_answers_are_carried_on(stage, wanted):
    def in_variable(formula, new, others):
        first, second = map(HEAT.encoding.symbol, others)
        yield formula + new + first * second

    def in_parameter(formula, new):
        yield formula * new

    context = HEAT.context(stage, earlier=HEAT.trees("x", "y", "x + y", "x*y"))
    found = list(extended_earlier(Writer.LIFT, context, in_variable, in_parameter))
    assert [text_of(proposal.tree) for proposal in found] == wanted
    assert all(proposal.origin == Origin(Writer.LIFT, of=GIVEN) for proposal in found)


# What a policy is asked to write.

PLAIN_HEAT = writing("heat")
X, LONG = PLAIN_HEAT.tree("x"), PLAIN_HEAT.tree(" + ".join(["x*y"] * 20))


@dataclass
class Dictated:
    """A policy that writes the same tree again and again, and notes every request."""

    requests: list = field(default_factory=list)
    entropy: float = 0.0

    def sample(self, grammar, count):
        self.requests.append(("sample", grammar, count))
        return PLAIN_HEAT.encoding.batch([X] * count)

    def regrow(self, grammar, parents, starts):
        ones = np.ones(np.count_nonzero(parents.tokens == PLAIN_HEAT.encoding.slot_id))
        trees = TreeBatch.with_slots(parents, ones, PLAIN_HEAT.encoding.slot_id)
        held = list(PLAIN_HEAT.encoding.trees(trees))
        self.requests.append(("regrow", grammar, held, starts.tolist()))
        return trees

    def learn(self, grammar, written, losses, remembered):
        raise AssertionError("the loop teaches, not the proposer")

    def save(self):
        return b""


def proposed(settings, parents=(), seed=0):
    context = PLAIN_HEAT.context(stages(PLAIN_HEAT.problem)[1], settings, parents=parents)
    policy = Dictated()
    return context, policy, list(PolicyProposer(policy, random.Random(seed)).propose(context))


def test_as_many_as_the_recipe_says_new_ones_first():
    settings = replace(DEFAULT, samples=3, regrown=2)
    context, policy, found = proposed(settings, PLAIN_HEAT.trees("sin(x)*y"))
    assert [p.origin for p in found] == [Origin(Writer.POLICY)] * 3 + [Origin(Writer.REGROWN)] * 2
    (_, grammar, count), (_, same, parents, starts) = policy.requests
    assert grammar is same is context.grammar
    assert count == 3
    assert parents == list(PLAIN_HEAT.trees("sin(x)*y")) * 2
    assert all(0 <= start < 4 for start in starts)


def test_parents_and_places_depend_on_the_random_state_alone():
    parents = PLAIN_HEAT.trees("sin(x)*y", "x + t", "exp(t)")
    settings = replace(DEFAULT, samples=0, regrown=50)
    first, again, other = (
        proposed(settings, parents, seed)[1].requests[0][2:] for seed in (0, 0, 1)
    )
    assert first == again != other
    assert set(first[0]) == set(parents)


def test_nothing_is_regrown_while_nothing_is_remembered_that_is_short_enough():
    for parents in ((), (LONG,)):
        _, policy, found = proposed(DEFAULT, parents)
        assert {p.origin for p in found} == {Origin(Writer.POLICY)}
        assert [name for name, *_ in policy.requests] == ["sample"]
    _, policy, _ = proposed(DEFAULT, (LONG, X))
    assert set(policy.requests[1][2]) == {X}


def test_a_recipe_without_samples_asks_for_none():
    _, policy, found = proposed(replace(DEFAULT, samples=0, regrown=0), (X,))
    assert found == policy.requests == []


# Batches read like the sequences that they stand for.

FREE = PLAIN_HEAT.encoding.slot(2.5) * PLAIN_HEAT.tree("sin(x)")
PROPOSALS = [
    Proposal(Origin(Writer.MOVE), PLAIN_HEAT.tree("x + y")),
    Proposal(Origin(Writer.POLICY), FREE),
    Proposal(Origin(Writer.MOVE), PLAIN_HEAT.tree("t")),
]
BATCH = ProposalBatch.of(PROPOSALS, PLAIN_HEAT.encoding)


def test_a_batch_holds_its_proposals():
    assert list(BATCH) == PROPOSALS
    assert [BATCH[index] for index in (0, 1, -1)] == PROPOSALS
    assert list(BATCH[1:]) == PROPOSALS[1:]
    assert len(BATCH) == 3
    assert list(ProposalBatch.of((), PLAIN_HEAT.encoding)) == []


def test_batches_are_taken_apart_and_joined():
    assert list(BATCH.take(np.array([2, 0]))) == [PROPOSALS[2], PROPOSALS[0]]
    joined = ProposalBatch.joined([BATCH, BATCH[:1]], PLAIN_HEAT.encoding)
    assert list(joined) == [*PROPOSALS, PROPOSALS[0]]
    assert list(ProposalBatch.joined([], PLAIN_HEAT.encoding)) == []


def test_origins():
    assert BATCH.rows_of(Writer.MOVE).tolist() == [0, 2]
    assert BATCH.rows_of(Writer.HINT).tolist() == []
    lifted = ProposalBatch.by(Writer.LIFT, BATCH.trees, PLAIN_HEAT.encoding)
    assert [proposal.origin for proposal in lifted] == [Origin(Writer.LIFT)] * 3


def test_candidates_are_made_of_the_few_that_someone_looks_at():
    scored = ScoredBatch(BATCH, np.array([0.5, 0.25, np.inf]))
    assert scored.sizes.tolist() == [3, 4, 1]
    expected = [
        Candidate(proposal.tree, loss, proposal.origin)
        for proposal, loss in zip(PROPOSALS, (0.5, 0.25, np.inf), strict=True)
    ]
    assert list(scored) == expected
    assert scored.smallest_below(0.3, 9) == [expected[1]]
    assert scored.smallest_below(0.6, 9) == expected[:2]
    assert scored.smallest_below(0.6, 1) == expected[:1]
    assert list(scored[:2]) == expected[:2]


# A candidate: its size, its reward, and the proposal that it came from.

TREE = writing("heat").tree("sin(x)*cos(y)")


@pytest.mark.parametrize(
    ("loss", "reward"), [(0.0, 1.0), (1.0, 0.5), (9.0, 0.25), (math.inf, 0.0), (math.nan, 0.0)]
)
def test_the_reward_falls_with_the_root_of_the_loss(loss, reward):
    assert Candidate(TREE, loss, Origin(Writer.MOVE)).reward == reward


def test_candidates_are_compared_by_tree_and_loss_not_by_origin():
    found = Candidate(TREE, 0.5, Origin(Writer.MOVE))
    assert found.size == 5
    assert found == Candidate(TREE, 0.5, Origin(Writer.POLICY))
    assert found != Candidate(TREE, 0.25, Origin(Writer.MOVE))
    assert found != Candidate(TREE.subtree(1), 0.5, Origin(Writer.MOVE))


def test_a_candidate_is_proposed_again_with_its_constants_and_origin():
    tree = TREE * TREE.encoding.slot(2.5)
    found = Candidate(tree, 0.5, Origin(Writer.LIFT))
    assert found.proposal == Proposal(Origin(Writer.LIFT), tree)
    assert proposals_of([found, found]) == [found.proposal] * 2
