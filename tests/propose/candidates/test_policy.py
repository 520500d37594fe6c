"""What a policy is asked to write."""

import random
from dataclasses import dataclass, field, replace

import numpy as np

from support.writing import writing
from symplex.expression.tree_batch import TreeBatch
from symplex.origin import Origin, Writer
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.policy import PolicyProposer
from symplex.propose.candidates.settings import DEFAULT

HEAT = writing("heat")
X, LONG = HEAT.tree("x"), HEAT.tree(" + ".join(["x*y"] * 20))


@dataclass
class Dictated:
    """A policy that writes the same tree again and again, and notes every request."""

    requests: list = field(default_factory=list)
    entropy: float = 0.0

    def sample(self, grammar, count):
        self.requests.append(("sample", grammar, count))
        return HEAT.encoding.batch([X] * count)

    def regrow(self, grammar, parents, starts):
        ones = np.ones(np.count_nonzero(parents.tokens == HEAT.encoding.slot_id))
        trees = TreeBatch.with_slots(parents, ones, HEAT.encoding.slot_id)
        held = list(HEAT.encoding.trees(trees))
        self.requests.append(("regrow", grammar, held, starts.tolist()))
        return trees

    def learn(self, grammar, written, losses, remembered):
        raise AssertionError("the loop teaches, not the proposer")

    def save(self):
        return b""


def proposed(settings, parents=(), seed=0):
    context = HEAT.context(stages(HEAT.problem)[1], settings, parents=parents)
    policy = Dictated()
    return context, policy, list(PolicyProposer(policy, random.Random(seed)).propose(context))


def test_as_many_as_the_recipe_says_new_ones_first():
    settings = replace(DEFAULT, samples=3, regrown=2)
    context, policy, found = proposed(settings, HEAT.trees("sin(x)*y"))
    assert [p.origin for p in found] == [Origin(Writer.POLICY)] * 3 + [Origin(Writer.REGROWN)] * 2
    (_, grammar, count), (_, same, parents, starts) = policy.requests
    assert grammar is same is context.grammar
    assert count == 3
    assert parents == list(HEAT.trees("sin(x)*y")) * 2
    assert all(0 <= start < 4 for start in starts)


def test_parents_and_places_depend_on_the_random_state_alone():
    parents = HEAT.trees("sin(x)*y", "x + t", "exp(t)")
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
