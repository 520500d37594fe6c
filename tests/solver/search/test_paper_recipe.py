"""`--recipe paper` is the paper's algorithm: a test for each row of the table in docs/policy.md.

A row of that table names the paper's sentence, the code that follows it, and a test of this module
by its function; the last test here compares the two lists.
"""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from support.checkout import ROOT
from support.writing import writing
from symplex.expression import CONSTANT, OPERATORS, Number, Operator, Symbol
from symplex.expression.render import to_text
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import RELATIONS, Relations, as_printed
from symplex.expression.sequences.replay import is_degenerate, replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.fit import Adam
from symplex.numerics.evaluation.sampling import VALUE, Loss, draw
from symplex.origin import Origin, Writer
from symplex.problem.analysis.extent import verification_box
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.curriculum import curricula
from symplex.propose.candidates.opening import opening_proposers
from symplex.propose.candidates.proposer import StageContext
from symplex.propose.candidates.settings import PAPER, RECIPES, PolicyKind
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.propose.policy import Decoder, DecoderSettings, TrainerSettings, Uniform
from symplex.propose.policy.losses import imitation_loss, policy_loss, rank_rewards
from symplex.propose.policy.symformer import positions
from symplex.solver.search.loop import Search
from symplex.solver.search.memory import levenshtein
from symplex.solver.search.policy_learner import PolicyLearner
from symplex.solver.search.scorer import StageScorer
from symplex.solver.search.stage_run import StageRun
from symplex.solver.search.state import RunOptions, State

HEAT = bundled("parametric-heat")


def search(settings=PAPER, **options):
    return Search(HEAT, settings, RunOptions(**options))


def words(made):
    return made.encoding.vocabulary


def grammar_of(made):
    stage = curricula(HEAT, other_values=False)[0][-1]
    context = StageContext(stage, made._vocabulary, made.encoding, PAPER)
    return context.grammar


def learner(seed=0):
    made = search()
    return PolicyLearner(made.encoding, PAPER, seed), made


def decoder(made, **changes):
    torch.manual_seed(0)
    model = Decoder(words(made), DecoderSettings(**changes), torch.Generator().manual_seed(0))
    torch.nn.init.normal_(model.output.weight, std=0.3)
    return model


def trees(made, count=20):
    grammar = grammar_of(made)
    rollout = decoder(made).sample(grammar, count, torch.Generator().manual_seed(1))
    return grammar, rollout.batch


def unlearnt(made, count=400):
    """Trees of the uniform policy, which the first weights are close to."""
    grammar = grammar_of(made)
    return Uniform(words(made)).sample(grammar, count, torch.Generator().manual_seed(1)).batch


def slot_of(made):
    return words(made).id_of(CONSTANT)


def run_of(name, settings=PAPER, stage=-1):
    """A stage of a problem at work, with nothing remembered."""
    there = writing(name)
    of = curricula(there.problem, other_values=False, whole=False)[0][stage]
    state = State.begin(0, "")
    box = verification_box(there.problem)
    scorer = StageScorer(of.problem, box, there.encoding, settings, state.at_stage.first_draw)
    context = replace(there.context(of), settings=settings)
    keys = TreeKeys(there.vocabulary.vocabulary)
    return there, state, StageRun(context, scorer, state, state.at_stage, keys)


def test_leaves_are_variables_parameters_and_const():
    leaves = [t for t in words(search()).tokens if not isinstance(t, Operator)]
    assert set(leaves) == {CONSTANT, *map(Symbol, ("x", "y", "t", "kappa"))}
    assert not any(isinstance(token, Number) for token in leaves)
    assert Number(2) in words(search(replace(PAPER, literals=True))).tokens


def test_operators_are_those_that_the_user_chose():
    chosen = ("+", "-", "*", "/", "neg", "exp")
    made = search(replace(PAPER, operators=chosen))
    usable = {t for t in grammar_of(made).usable if isinstance(t, Operator)}
    assert usable == {OPERATORS[name] for name in chosen}
    assert PAPER.widen_every >= 10**6  # attempts, until others are added


def test_relations_are_the_printed_ones():
    made = search()
    grammar, batch = trees(made)
    seen = replay(grammar, batch)
    printed = as_printed(seen.relations)
    arities = words(made).arities
    for row, tokens in enumerate(batch):
        above = {0: -1}
        opened = [(0, int(arities[tokens[0]]))]
        for place in range(1, len(tokens)):
            while not opened[-1][1]:
                opened.pop()
            parent, left = opened.pop()
            opened += [(parent, left - 1), (place, int(arities[tokens[place]]))]
            above[place] = parent
        for i in range(len(tokens)):
            for j in range(len(tokens)):
                assert printed[row, i, j] == _printed(above, i, j)
    assert PAPER.network.relations is Relations.TREE


def _printed(above, i, j):
    """The cases of §4.1 in their order, p being `above`."""
    ancestors, node = [], j
    while above[node] >= 0:
        node = above[node]
        ancestors.append(node)
    if i == j:
        return 0
    if above[j] == i:
        return 1
    if above[i] == j:
        return 2
    if above[i] == above[j] != -1:
        return 3
    return 4 if i in ancestors else 5


def test_attention_adds_a_learned_key_for_each_relation():
    made = search()
    model = decoder(made, layers=1)
    block = model.blocks[0].double()
    states = torch.randn(2, 5, 64, dtype=torch.float64)
    related = torch.randint(RELATIONS, (2, 5, 5))
    nothing = torch.zeros(2, 5, 5, dtype=torch.bool)
    found = block(states, related, nothing)
    normed = block.before_attention(states)
    query, key, value = block.project(normed).view(2, 5, 3, 8, 8).permute(2, 0, 3, 1, 4)
    extra = block.relation.view(RELATIONS, 8, 8)[related].permute(0, 3, 1, 2, 4)
    # softmax(Q(K + R)ᵀ/√d_head)V, with R a matrix of keys for each pair.
    scores = (query.unsqueeze(3) * (key.unsqueeze(2) + extra)).sum(-1) / math.sqrt(8)
    gathered = (scores.softmax(-1) @ value).transpose(1, 2).reshape(2, 5, 64)
    after = states + block.merge(gathered)
    hidden = functional.relu(block.widen(block.before_feed_forward(after)))
    torch.testing.assert_close(found, after + block.narrow(hidden))


def test_positions_are_sinusoidal_along_the_prefix():
    found = positions(30, 64)
    k = torch.arange(32)
    rates = 10_000.0 ** (-2 * k / 64)
    angles = torch.arange(30).unsqueeze(1) * rates
    torch.testing.assert_close(found[:, 0::2], angles.sin())
    torch.testing.assert_close(found[:, 1::2], angles.cos())
    assert PAPER.network.positions
    made = search()
    shown = np.array([[len(words(made)), 3, 3]])
    related = np.full((1, 3, 3), 5, dtype=np.uint8)
    for placed in (True, False):  # two like nodes are told apart by their places alone
        states = decoder(made, positions=placed)._states(shown, related, np.array([3]))
        assert torch.allclose(states[0, 1], states[0, 2], atol=1e-5) is not placed


def test_there_are_no_further_parameters_of_the_tree():
    model = learner()[0]._model
    assert isinstance(model, Decoder)
    names = {
        re.sub(r"\d+", "#", name).split(".")[-2 if "." in name else 0]
        for name, _ in model.named_parameters()
        if "relation" not in name
    }
    layers = {"before_attention", "project", "merge", "before_feed_forward", "widen", "narrow"}
    assert names == {"token", "before_output", "output", *layers}
    assert not PAPER.network.slot_description


def test_the_model_has_the_printed_size():
    model = learner()[0]._model
    sizes = model.settings
    assert (sizes.width, sizes.feed_forward, sizes.layers, sizes.heads) == (64, 128, 4, 8)
    assert model.blocks[0].relation.shape[0] == 6
    assert PAPER.policy is PolicyKind.DECODER


def test_no_mask_hides_later_nodes_and_the_last_one_speaks():
    made = search()
    model = decoder(made)
    assert model.settings.causal is PAPER.network.causal is False
    shown = np.array([[len(words(made)), 0, 1]])
    related = np.full((1, 3, 3), 5, dtype=np.uint8)
    whole = model._states(shown, related, np.array([3]))
    alone = model._states(shown[:, :2], related[:, :2, :2], np.array([2]))
    assert not torch.allclose(whole[:, :2], alone)  # the second node changes what the first is
    grammar, batch = trees(made)
    seen = replay(grammar, batch)
    logits = model.logits(seen)
    for row, length in enumerate(seen.lengths[:5]):
        for slot in range(length):  # the state of the last node of each prefix, computed by itself
            tokens, relations = model._prefixes(seen)
            cut = (
                tokens[row : row + 1, : slot + 1],
                relations[row : row + 1, : slot + 1, : slot + 1],
            )
            last = model._states(*cut, np.array([slot + 1]))[0, -1]
            expected = model.output(model.before_output(last))
            torch.testing.assert_close(logits[row, slot], expected, rtol=1e-4, atol=1e-5)


def test_the_other_reading_has_a_causal_mask():
    made = search()
    model = decoder(made, causal=True)
    shown = np.array([[len(words(made)), 0, 1]])
    related = np.full((1, 3, 3), 5, dtype=np.uint8)
    whole = model._states(shown, related, np.array([3]))
    alone = model._states(shown[:, :2], related[:, :2, :2], np.array([2]))
    torch.testing.assert_close(whole[:, :2], alone)


def test_depth_is_the_limit():
    assert 7 <= PAPER.max_depth <= 10
    made = search()
    grammar, batch = trees(made)
    assert replay(grammar, batch).tree_depths.max() <= PAPER.max_depth
    # The other limits are hardly ever met by a policy that has learnt nothing.
    drawn = unlearnt(made)
    slots = [np.count_nonzero(tree == slot_of(made)) for tree in drawn]
    assert np.mean(np.diff(drawn.offsets) >= PAPER.max_length) < 0.03
    assert np.mean(np.array(slots) >= PAPER.max_constants) < 0.03


def test_degenerate_and_constant_trees_are_resampled():
    made = search()
    grammar, batch = grammar_of(made), unlearnt(made)
    seen = replay(grammar, batch)
    assert not is_degenerate(grammar, seen.tokens, seen.lengths).any()
    minus, x, c = (words(search()).id_of(t) for t in (OPERATORS["-"], Symbol("x"), CONSTANT))
    pairs = np.array([[minus, x, x], [minus, c, c], [minus, x, c]])
    assert is_degenerate(grammar, pairs, np.array([3, 3, 3])).tolist() == [True, True, False]
    few = Vocabulary((OPERATORS["-"], OPERATORS["sin"], Symbol("x"), CONSTANT))
    cramped = Grammar(few, max_depth=2, max_length=5)
    rollout = Uniform(few).sample(cramped, 3000, torch.Generator().manual_seed(1))
    assert rollout.rejected > 0  # sin(x) - sin(x) is seen once it is whole
    assert len(rollout.batch) == 3000


def test_functions_may_stand_inside_of_each_other():
    made = search()
    grammar = grammar_of(made)
    ids = [words(made).id_of(t) for t in (OPERATORS["sin"], OPERATORS["cos"], Symbol("x"))]
    nested = TokenBatch.of([np.array(ids, dtype=np.uint8)])
    assert replay(grammar, nested).legal.all()
    strict = replace(PAPER, nesting=False)
    banned = Grammar(
        words(made), nested_trigonometry=strict.nesting, nested_exponentials=strict.nesting
    )
    assert not replay(banned, nested).legal.all()


@pytest.mark.parametrize("loss", [0.0, 1e-4, 1.0, 9.0])
def test_the_reward(loss):
    tree = writing("heat").tree("x")
    assert Candidate(tree, loss, Origin(Writer.POLICY)).reward == 1 / (1 + math.sqrt(loss))


def test_an_epoch_has_64_samples_and_nothing_else():
    assert PAPER.samples == 64
    assert (PAPER.regrown, PAPER.moves) == (0, 0)
    names = [type(one).__name__ for one in opening_proposers(PAPER)]
    assert names == ["EarlierAnswers"]
    assert PAPER.policy_only
    assert (PAPER.first_learning_epoch, PAPER.learn_every) == (0, 1)
    others = (PAPER.algebra, PAPER.textbook, PAPER.reference, PAPER.structure, PAPER.holdout)
    assert not any((*others, PAPER.shrink, PAPER.whole_problem, PAPER.memory.front))


def test_points_and_weights():
    problem = bundled("poisson-exp")
    objective = draw(problem, np.random.default_rng(0), PAPER.sampling)
    sizes = [len(next(iter(points.columns.values()))) for points in objective.point_sets]
    assert sizes == [200, 20, 20, 20, 20]  # 80 over the boundary
    weights = [points.terms[0].weight for points in objective.point_sets]
    assert weights == [1.0, *(4 * [10 / 4])]  # 10 times the mean over the boundary
    start = draw(bundled("heat"), np.random.default_rng(0), PAPER.sampling).point_sets[1]
    assert len(next(iter(start.columns.values()))) == 80
    assert start.terms[0].weight == 10.0
    assert PAPER.redraw
    of_space = search()._scorer(search()._stages[0], State.begin(0, "").at_stage).objective
    assert [len(points.columns["x"]) for points in of_space.point_sets] == [80]


@pytest.mark.parametrize(
    ("name", "printed"),
    [("burgers", True), ("hj-convex", True), ("hj-concave", True), ("eikonal", False)],
)
def test_hamilton_jacobi_equations_are_scored_along_characteristics(name, printed):
    """Not where ∇H is not single-valued: there the printed loss is 0/0 at every flat point."""
    assert PAPER.sampling.loss is Loss.CHARACTERISTICS
    inside = draw(bundled(name), np.random.default_rng(0), PAPER.sampling).point_sets[0]
    assert (VALUE not in inside.columns) is printed
    assert len(inside.terms) == (1 if printed else 2)


def test_constants_are_fitted_by_fifty_steps_of_adam():
    assert PAPER.fit == Adam(steps=50, rate=0.02)


def test_the_memory_holds_ten():
    assert PAPER.memory.best == 10


def test_structural_distance_is_between_canonical_tokens():
    loose = replace(PAPER, memory=replace(PAPER.memory, behavioural=0.0))
    there, _, run = run_of("heat", loose)
    first, second = there.trees("sin(x) + x*y*t", "y*x*t + sin(x)")
    assert levenshtein(first.ids, second.ids, 9) > PAPER.memory.structural
    run.memory.offer(
        [
            Candidate(first, 1.0, Origin(Writer.POLICY)),
            Candidate(second, 2.0, Origin(Writer.POLICY)),
        ]
    )
    assert len(run.memory.best) == 1


def test_behavioural_distance():
    there, _, run = run_of("heat")
    run.memory.offer(
        [
            Candidate(tree, loss, Origin(Writer.POLICY))
            for tree, loss in zip(there.trees("x", "1.0*x + y*t - t*y"), (1.0, 0.5), strict=True)
        ]
    )
    assert len(run.memory.best) == 1
    assert PAPER.memory.behavioural > 0


def test_ranks_are_rewards_of_mean_zero_and_variance_one():
    rewards = rank_rewards(torch.tensor([4.0, 1.0, 3.0, 2.0]))
    plain = torch.tensor([0.0, 1.0, 1 / 3, 2 / 3], dtype=torch.float64)
    expected = (plain - plain.mean()) / plain.std(correction=0)
    torch.testing.assert_close(rewards.double(), expected)
    assert PAPER.learning.share == 1.0


def test_depth_weight_and_entropy():
    log_probs, entropies = torch.tensor([-1.0, -2.0]), torch.tensor([0.5, 1.5])
    rewards, depths = torch.tensor([1.0, -1.0]), torch.tensor([1, 3])
    found = policy_loss(log_probs, entropies, rewards, depths, PAPER.learning.entropy)
    gain = (1 / 2 * 1.0 * -1.0 + 1 / 4 * -1.0 * -2.0) / 2
    assert float(found) == pytest.approx(-gain - 0.3 * 1.0)
    assert (PAPER.learning.entropy, PAPER.learning.entropy_floor) == (0.3, 0.0)


def test_imitation_begins_at_a_reward_of_four_fifths():
    assert PAPER.learning.imitation_reward == 0.8
    policy, made = learner()
    grammar = grammar_of(made)
    tree = made.encoding.symbol("x")
    for reward, shown in ((0.79, 0), (0.81, 1)):
        loss = (1 / reward - 1) ** 2
        remembered = [Candidate(tree, loss, Origin(Writer.POLICY))]
        assert len(policy._imitated(grammar, remembered, 0.0)) == shown
    poor = [Candidate(tree, 9.0, Origin(Writer.POLICY))]
    assert len(policy._imitated(grammar, poor, 0.81)) == 1  # seen in the stage before


def test_imitation_weighs_by_softmax_at_one_tenth():
    log_probs, lengths = torch.tensor([-6.0, -4.0]), torch.tensor([3, 2])
    rewards = torch.tensor([0.9, 0.8], dtype=torch.float64)
    weights = torch.softmax(rewards / 0.1, 0)
    expected = float(weights @ torch.tensor([2.0, 2.0], dtype=torch.float64))
    assert float(imitation_loss(log_probs, lengths, rewards)) == pytest.approx(expected)


def test_the_policy_is_updated_by_adam_with_clipped_gradients():
    chosen = TrainerSettings()
    assert (chosen.learning_rate, chosen.factor, chosen.patience) == (5e-4, 0.9, 10)
    assert chosen.gradient_norm == 5.0
    assert (PAPER.learning.rate, PAPER.learning.patience, PAPER.learning.updates) == (5e-4, 10, 1)


def test_the_memory_is_refitted_every_ten_epochs():
    assert (PAPER.refit, PAPER.refit_every) == (Adam(steps=200, rate=0.02), 10)


def test_what_is_carried_is_refitted_at_a_new_stage(monkeypatch):
    there, state, run = run_of("heat")
    used = []
    monkeypatch.setattr(run.scorer, "score", lambda p, method: used.append(method) or _none(there))
    trees_ = there.encoding.batch(there.trees("sin(x)"))
    batch = ProposalBatch.by(Writer.EARLIER_STAGE, trees_, there.encoding)
    run.fresh(batch)
    state.at_stage.epoch = 1
    run.fresh(batch)
    assert used == [PAPER.refit, PAPER.fit]


def _none(there):
    batch = there.encoding.batch(there.trees("sin(x)"))
    return ScoredBatch(ProposalBatch.by(Writer.POLICY, batch, there.encoding), np.array([math.inf]))


def test_the_whole_memory_is_carried_on():
    """The second stage begins with all that the first remembers, up to ten."""
    begun = []

    def keep(state):
        if state.stage == 1 and not begun:
            begun.append(state.at_stage.memory.protected)
            made.end_after(0)

    made = search(replace(PAPER, stage_epochs=6), keep=keep)
    assert list(made) == []
    assert len(begun[0]) == PAPER.memory.best == PAPER.carried


def test_three_stages_with_parameters_held_at_one():
    (stages,) = curricula(
        HEAT,
        curriculum=PAPER.curriculum,
        whole=PAPER.whole_problem,
        other_values=PAPER.other_values,
    )
    assert [stage.symbols for stage in stages] == [
        ("x", "y"),
        ("x", "y", "t"),
        ("x", "y", "t", "kappa"),
    ]
    assert [c.text for c in stages[0].problem.all_equations] == ["u = sin(x)*cos(y)"]
    assert to_text(stages[1].held["kappa"]) == "1"


def test_a_stage_ends_at_a_reward_of_99_hundredths_whatever_the_scale():
    for name in ("poisson-quartic", "heat"):
        there, _, run = run_of(name)
        for reward, solved in ((0.989, False), (0.991, True)):
            candidate = Candidate(there.tree("x"), (1 / reward - 1) ** 2, Origin(Writer.POLICY))
            assert run.scorer.is_solved([candidate]) is solved
    assert not PAPER.retry_unsolved


def test_a_stage_has_at_most_500_epochs():
    assert PAPER.stage_epochs == 500
    assert PAPER.patience > PAPER.stage_epochs


def test_the_recipe_is_what_the_command_line_runs():
    assert RECIPES["paper"] is PAPER


def test_the_table_in_the_docs_names_every_test_of_this_module():
    page = ROOT / "docs" / "policy.md"
    named = set(re.findall(r"`(test_[a-z0-9_]+)`", page.read_text(encoding="utf-8")))
    here = {name for name in globals() if name.startswith("test_")}
    here -= {"test_the_table_in_the_docs_names_every_test_of_this_module"}
    assert named == here
