"""The policy writes trees of the stage, learns from losses, and can be saved."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from support.writing import is_whole, writing
from symplex.errors import SettingsError
from symplex.expression import Symbol
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch
from symplex.numerics.evaluation.evaluator import Device
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.settings import DEFAULT, SYMFORMER, LearningSettings, PolicyKind
from symplex.solver.search import policy_learner
from symplex.solver.search.policy_learner import PolicyLearner

HEAT = writing("parametric-heat")
GRAMMAR = HEAT.context(stages(HEAT.problem)[0]).grammar
KINDS = [PolicyKind.SYMFORMER, PolicyKind.LSTM]
EVERY = list(PolicyKind)


def learner_of(kind, seed=0, saved=None, **settings):
    recipe = replace(DEFAULT, policy=kind, learning=LearningSettings(**settings))
    return PolicyLearner(HEAT.encoding, recipe, seed, saved)


def trees_of(batch):
    return list(HEAT.encoding.trees(batch))


def written_by(learner, count=40):
    return trees_of(learner.sample(GRAMMAR, count))


def regrown_by(learner, parents, starts):
    tokens = HEAT.encoding.batch(parents).tokens
    return trees_of(learner.regrow(GRAMMAR, tokens, np.array(starts)))


def teach(learner, trees, losses, remembered=()):
    tokens = HEAT.encoding.batch(trees).tokens
    learner.learn(GRAMMAR, tokens, np.array(losses, dtype=np.float64), remembered)


@pytest.mark.parametrize("kind", EVERY)
def test_trees_are_of_the_grammar_and_depend_on_the_seed(kind):
    found = written_by(learner_of(kind))
    assert len(found) == 40
    assert all(is_whole(tree) and tree.symbols <= {"x", "y"} for tree in found)
    assert {value for tree in found for value in tree.constants} <= {1.0}
    assert any(tree.constants for tree in found)
    assert admits(GRAMMAR, TokenBatch.of([[*tree.ids] for tree in found])).all()
    assert written_by(learner_of(kind)) == found
    assert written_by(learner_of(kind, seed=1)) != found


@pytest.mark.parametrize("kind", KINDS)
def test_one_subtree_is_written_anew(kind):
    parent = HEAT.tree("sin(x)*cos(y)")
    starts = [1, 3] * 10
    found = regrown_by(learner_of(kind), [parent] * 20, starts)
    assert len(found) == 20
    for tree, start in zip(found, starts, strict=True):
        assert is_whole(tree)
        kept = 3 if start == 1 else 1
        assert tree.arguments[start == 1] == parent.subtree(kept)
    assert len(set(found)) > 5


def test_what_the_grammar_does_not_have_is_not_regrown():
    outside = HEAT.tree("sin(t)")
    inside = HEAT.tree("sin(x)*cos(y)")
    learner = learner_of(PolicyKind.LSTM)
    assert regrown_by(learner, [outside], [0]) == []
    found = regrown_by(learner, [outside, inside], [0, 3])
    assert len(found) == 1
    assert found[0].arguments[0] == inside.subtree(1)


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("share", [1.0, 0.2])
def test_a_saved_policy_continues_as_the_same(kind, share):
    def learn(learner):
        trees = written_by(learner)
        teach(learner, trees, np.linspace(0, 1, len(trees)))

    learner = learner_of(kind, share=share)
    learn(learner)
    again = learner_of(kind, saved=learner.save(), share=share)
    learn(learner)
    learn(again)
    assert again.save() == learner.save()
    assert written_by(again) == written_by(learner)


@pytest.mark.parametrize("share", [1.0, 0.2])
def test_what_has_a_small_loss_is_written_more_often(share):
    learner = learner_of(PolicyKind.LSTM, share=share, rate=2e-3)
    sine = HEAT.encoding.ids[HEAT.tree("sin(x)").root]

    def share(trees):
        return sum(sine in tree.ids for tree in trees) / len(trees)

    before = share(written_by(learner, 300))
    for _ in range(40):
        trees = written_by(learner, 60)
        teach(learner, trees, [float(sine not in tree.ids) for tree in trees])
    assert share(written_by(learner, 300)) > before + 0.2


def test_the_memory_is_imitated_once_its_best_reward_is_high():
    best = [Candidate(HEAT.tree("sin(x)*cos(y)"), 1e-6, Origin(Writer.MOVE))]
    weights = []
    for bound, remembered in ((0.8, best), (0.8, ()), (1.0, best)):
        learner = learner_of(PolicyKind.LSTM, imitation_reward=bound)
        trees = written_by(learner)
        teach(learner, trees, [1.0] * len(trees), remembered)
        weights.append(learner.save())
    assert weights[0] != weights[1]
    assert weights[1] == weights[2]


def test_without_trees_of_its_own_it_does_not_learn():
    learner = learner_of(PolicyKind.LSTM)
    before = learner.save()
    teach(learner, [], [], [Candidate(HEAT.tree("x"), 0.0, Origin(Writer.MOVE))])
    assert learner.save() == before


def test_uniform_sampling_learns_nothing():
    learner = learner_of(PolicyKind.UNIFORM)
    trees = written_by(learner)
    before = learner.save()
    teach(learner, trees, np.linspace(0, 1, len(trees)))
    assert learner.save() == before


def test_only_the_best_share_is_rewarded():
    """A tree outside of it, and outside of those that keep the entropy up, changes nothing."""
    weights = []
    for worst in (2.0, 9.0):
        learner = learner_of(PolicyKind.LSTM, share=0.1, others=10)
        trees = written_by(learner)
        losses = np.linspace(0, 1, len(trees))
        losses[-1] = worst
        teach(learner, trees, losses)
        weights.append(learner.save())
    assert weights[0] == weights[1]


def test_below_the_floor_the_entropy_is_kept_up():
    """One tree alone has a small loss, again and again: a floor keeps the policy from it."""
    found = []
    for floor in (0.0, 3.0):
        learner = learner_of(
            PolicyKind.LSTM, share=0.1, others=16, rate=1e-2, entropy=0.02, entropy_floor=floor
        )
        for _ in range(40):
            trees = written_by(learner, 60)
            teach(learner, trees, [abs(len(tree) - 4.0) for tree in trees])
        found.append(learner.entropy)
    assert found[0] + 0.3 < found[1]
    assert found[1] > 1.3


@pytest.mark.parametrize("kind", EVERY)
def test_what_is_too_long_for_the_grammar_is_not_imitated(kind):
    """Moves, hints and methods may bring trees that no policy writes."""
    long = HEAT.tree(" + ".join(["sin(x)*cos(y)"] * 20))
    short = HEAT.tree("sin(x)*cos(y)")
    learner = learner_of(kind, imitation_reward=0.0)
    trees = written_by(learner)
    for remembered in ([long], [long, short]):
        teach(
            learner,
            trees,
            range(len(trees)),
            [Candidate(tree, 0.0, Origin(Writer.MOVE)) for tree in remembered],
        )
    assert len(written_by(learner)) == len(trees)


@pytest.mark.parametrize("kind", EVERY)
def test_what_lives_on_a_gpu_writes_and_learns_the_same(kind, monkeypatch):
    """The paths of a GPU, taken on a CPU."""
    monkeypatch.setattr(policy_learner, "place_of", lambda _: torch.device("cpu"))
    fast = replace(SYMFORMER.learning, rate=0.01, others=8)
    recipe = replace(SYMFORMER, policy=kind, learning=fast).on(Device.CUDA)
    learner = PolicyLearner(HEAT.encoding, recipe, 0)
    shares, good = list[float](), HEAT.encoding.ids[Symbol("x")]
    for _ in range(8):
        found = learner.sample(GRAMMAR, 50)
        assert admits(GRAMMAR, found.tokens).all()
        assert len(found) == 50
        assert learner.entropy > 0
        first = found.tokens.tokens[found.tokens.offsets[:-1]]
        shares.append(float(np.mean(first == good)))
        learner.learn(GRAMMAR, found.tokens, np.where(first == good, 0.1, 1.0), ())
    assert (shares[-1] > shares[0] + 0.2) == (kind is not PolicyKind.UNIFORM)


def test_what_is_no_number_is_not_learnt_and_said(monkeypatch):
    learner = learner_of(PolicyKind.SYMFORMER)
    before, trees = learner.save(), written_by(learner)
    nothing = torch.tensor(math.nan, requires_grad=True)
    monkeypatch.setattr(policy_learner, "policy_loss", lambda *_: nothing)
    with pytest.raises(FloatingPointError, match="its gradient is no number"):
        teach(learner, trees, np.linspace(0, 1, len(trees)))
    assert learner.is_finite
    assert written_by(learner_of(PolicyKind.SYMFORMER, saved=before)) == trees


def test_weights_that_are_no_numbers_are_found_after_a_lesson_and_in_a_file():
    learner = learner_of(PolicyKind.SYMFORMER)
    trees = written_by(learner)
    with torch.no_grad():
        next(iter(learner.policy.parameters())).fill_(math.nan)
    assert not learner.is_finite
    with pytest.raises(FloatingPointError):
        teach(learner, trees, np.linspace(0, 1, len(trees)))
    with pytest.raises(SettingsError, match="weights that are no numbers"):
        learner_of(PolicyKind.SYMFORMER, saved=learner.save())
