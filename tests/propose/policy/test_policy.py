"""What every policy must do: a conformance suite over SymFormer, the LSTM and uniform."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch

from symplex.errors import SettingsError
from symplex.expression import CONSTANT, OPERATORS, Symbol, tuple_of
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import Relations
from symplex.expression.sequences.replay import admits, replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import sampler, scorer
from symplex.propose.policy.decoder import Decoder, DecoderSettings
from symplex.propose.policy.lstm import Lstm, LstmSettings
from symplex.propose.policy.policy import Policy
from symplex.propose.policy.recomputed import Recomputed
from symplex.propose.policy.symformer import SymFormer, SymFormerSettings
from symplex.propose.policy.uniform import Uniform

UNARY = ("neg", "sin", "cos", "exp", "log", "square", "sqrt", "abs")
X, Y = Symbol("x"), Symbol("y")
WIDE = Vocabulary((*(OPERATORS[n] for n in ("+", "-", "*", "/", *UNARY)), X, Y, CONSTANT))


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def sharpen(model: torch.nn.Module, seed: int) -> None:
    """Move the first, almost uniform, policy far from uniform."""
    output = model.get_parameter("output.weight")
    torch.nn.init.normal_(output, std=0.3, generator=seeded(seed))


def symformer(vocabulary: Vocabulary, seed: int = 0) -> SymFormer:
    model = SymFormer(vocabulary, SymFormerSettings(), seeded(seed))
    sharpen(model, seed)
    return model


def bare_symformer(vocabulary: Vocabulary, seed: int = 0) -> SymFormer:
    settings = SymFormerSettings(width=32, layers=2, heads=4, slot_description=False)
    model = SymFormer(vocabulary, settings, seeded(seed))
    sharpen(model, seed)
    return model


def unrelated_symformer(vocabulary: Vocabulary, seed: int = 0) -> SymFormer:
    settings = SymFormerSettings(width=32, layers=2, heads=4, relations=Relations.NONE)
    model = SymFormer(vocabulary, settings, seeded(seed))
    sharpen(model, seed)
    return model


def shuffled_symformer(vocabulary: Vocabulary, seed: int = 0) -> SymFormer:
    sizes = {"width": 32, "layers": 2, "heads": 4}
    settings = SymFormerSettings(relations=Relations.SHUFFLED, positions=False, **sizes)
    model = SymFormer(vocabulary, settings, seeded(seed))
    sharpen(model, seed)
    return model


def decoder(vocabulary: Vocabulary, seed: int = 0) -> Decoder:
    model = Decoder(vocabulary, DecoderSettings(layers=2), seeded(seed))
    sharpen(model, seed)
    return model


def causal_decoder(vocabulary: Vocabulary, seed: int = 0) -> Decoder:
    settings = DecoderSettings(width=32, layers=2, heads=4, causal=True, positions=False)
    model = Decoder(vocabulary, settings, seeded(seed))
    sharpen(model, seed)
    return model


def lstm(vocabulary: Vocabulary, seed: int = 0) -> Lstm:
    model = Lstm(vocabulary, LstmSettings(), seeded(seed))
    sharpen(model, seed)
    return model


def uniform(vocabulary: Vocabulary, seed: int = 0) -> Uniform:
    del seed
    return Uniform(vocabulary)


Maker = Callable[..., Policy]
POLICIES = [
    symformer,
    bare_symformer,
    unrelated_symformer,
    shuffled_symformer,
    decoder,
    causal_decoder,
    lstm,
    uniform,
]
every_policy = pytest.mark.parametrize("make", POLICIES)


def random_grammar(random: np.random.Generator) -> Grammar:
    binary = [OPERATORS[n] for n in ("+", "-", "*", "/") if random.random() < 0.7]
    unary = [OPERATORS[n] for n in UNARY if random.random() < 0.4]
    leaves = [X, *(token for token in (Y, CONSTANT) if random.random() < 0.7)]
    outputs = int(random.integers(1, 4))
    roots = [tuple_of(outputs)] if outputs > 1 else []
    vocabulary = Vocabulary((*roots, *binary, *unary, *leaves))
    banned = binary[:1] if random.random() < 0.3 else []
    return Grammar(
        vocabulary,
        max_depth=int(random.integers(1, 9)),
        max_length=int(random.integers(4, 25)),
        max_constants=int(random.integers(0, 4)),
        allowed=frozenset(vocabulary.tokens) - set(banned),
        nested_trigonometry=bool(random.integers(2)),
        nested_exponentials=bool(random.integers(2)),
    )


def compare_sampling_with_scoring(make: Maker, grammars: int, count: int) -> tuple[int, float]:
    """How many sequences were compared, and the worst difference of their log-probabilities."""
    random = np.random.default_rng(1)
    worst, compared = 0.0, 0
    for seed in range(grammars):
        grammar = random_grammar(random)
        policy = make(grammar.vocabulary, seed)
        rollout = policy.sample(grammar, count, seeded(seed))
        with torch.no_grad():
            scored = policy.score(grammar, rollout.batch).log_probs.numpy()
        worst = max(worst, float(np.abs(scored - rollout.log_probs).max()))
        compared += len(rollout.batch)
    return compared, worst


@every_policy
def test_sampling_and_scoring_give_the_same_log_probabilities(make: Maker) -> None:
    compared, worst = compare_sampling_with_scoring(make, grammars=10, count=64)
    assert compared > 600
    assert worst < 1e-5


@pytest.mark.slow
@every_policy
def test_ten_thousand_log_probabilities_agree(make: Maker) -> None:
    # A few more than needed: in a cramped grammar a sharp policy may insist on degenerate trees.
    compared, worst = compare_sampling_with_scoring(make, grammars=105, count=101)
    assert compared >= 10_000
    assert worst < 1e-5


@pytest.mark.parametrize("make", [symformer, lstm])
def test_without_the_cache_the_same_trees_are_drawn(make: Maker) -> None:
    grammar = Grammar(WIDE, max_length=16)
    policy = make(WIDE)
    with_cache = policy.sample(grammar, 200, seeded(5))
    without = sampler.sample(Recomputed(policy), grammar, 200, seeded(5))
    assert np.array_equal(with_cache.batch.tokens, without.batch.tokens)
    np.testing.assert_allclose(with_cache.log_probs, without.log_probs, atol=1e-5)


def every_tree(vocabulary: Vocabulary, depth: int) -> Iterator[list[int]]:
    """All trees up to a depth, legal or not."""
    for token in range(len(vocabulary)):
        arity = int(vocabulary.arities[token])
        if arity and not depth:
            continue
        below = [[]]
        for _ in range(arity):
            branches = list(every_tree(vocabulary, depth - 1))
            below = [[*left, *right] for left in below for right in branches]
        yield from ([token, *rest] for rest in below)


SMALL = Vocabulary((OPERATORS["-"], OPERATORS["sin"], X, CONSTANT))
"""5552 trees up to depth 3."""


@every_policy
@pytest.mark.parametrize("constants", [0, 9])
def test_the_probabilities_of_all_trees_sum_to_one(make: Maker, constants: int) -> None:
    grammar = Grammar(SMALL, max_depth=3, max_length=9, max_constants=constants)
    trees = TokenBatch.of(every_tree(SMALL, 3))
    assert len(trees) > 5000
    with torch.no_grad():
        log_probs = make(SMALL).score(grammar, trees).log_probs
    assert float(log_probs.exp().sum()) == pytest.approx(1, abs=1e-6)
    legal = torch.from_numpy(replay(grammar, trees).legal)
    assert 0 < int(legal.sum()) < len(trees)
    assert (log_probs[~legal].exp() == 0).all()
    assert (log_probs[legal] > -torch.inf).all()


@every_policy
def test_illegal_tokens_have_probability_zero_exactly(make: Maker) -> None:
    grammar = Grammar(WIDE)
    policy = make(WIDE)
    seen = replay(grammar, policy.sample(grammar, 100, seeded(0)).batch)
    chances = scorer.log_distribution(policy, seen).exp().detach().numpy()
    assert (chances[~seen.masks] == 0).all()
    np.testing.assert_allclose(chances.sum(-1), 1, atol=1e-6)


def check_many(make: Maker, count: int) -> int:
    """Draw trees; every one must be legal, within the limits and not degenerate."""
    grammar = Grammar(WIDE, max_depth=7, max_length=20, max_constants=2)
    drawn, rejected = 0, 0
    policy = make(WIDE)
    for seed in range(count // 1000):
        rollout = policy.sample(grammar, 1000, seeded(seed))
        assert admits(grammar, rollout.batch).all()
        for tokens in rollout.batch:
            tree = WIDE.decode(tokens.tolist())  # refuses what is not one whole tree
            assert tree.size <= 20
            assert tree.depth <= 7
            assert len(tree.constants) <= 2
        drawn += len(rollout.batch)
        rejected += rollout.rejected
    assert drawn == count
    return rejected


@every_policy
def test_every_sample_is_sound(make: Maker) -> None:
    check_many(make, 2000)


@pytest.mark.slow
@every_policy
def test_a_hundred_thousand_samples_are_sound(make: Maker) -> None:
    check_many(make, 100_000)


def test_degenerate_trees_are_drawn_again_and_counted() -> None:
    narrow = Vocabulary((OPERATORS["-"], OPERATORS["sin"], X))
    grammar = Grammar(narrow, max_depth=3, max_length=9, max_constants=0)
    rollout = Uniform(narrow).sample(grammar, 500, seeded(0))
    assert rollout.rejected > 0
    assert len(rollout.batch) == 500
    assert admits(grammar, rollout.batch).all()


def test_frequencies_are_the_probabilities() -> None:
    grammar = Grammar(SMALL, max_depth=1, max_length=3)
    trees = [tree for tree in every_tree(SMALL, 1) if admits(grammar, TokenBatch.of([tree]))[0]]
    policy = symformer(SMALL, seed=3)
    with torch.no_grad():
        chances = policy.score(grammar, TokenBatch.of(trees)).log_probs.exp().numpy()
    assert chances.sum() == pytest.approx(1, abs=1e-6)
    drawn = [bytes(tokens) for tokens in policy.sample(grammar, 20_000, seeded(0)).batch]
    found = np.array([drawn.count(bytes(tree)) for tree in trees]) / len(drawn)
    assert np.abs(found - chances).max() < 4 * np.sqrt(0.25 / len(drawn))


@every_policy
def test_the_same_seed_draws_the_same_trees(make: Maker) -> None:
    grammar = Grammar(WIDE)
    policy = make(WIDE)
    first, again, other = (policy.sample(grammar, 50, seeded(seed)) for seed in (7, 7, 8))
    assert np.array_equal(first.batch.tokens, again.batch.tokens)
    assert np.array_equal(first.log_probs, again.log_probs)
    assert not np.array_equal(first.batch.tokens, other.batch.tokens)


@every_policy
def test_regrowing_keeps_all_but_one_subtree(make: Maker) -> None:
    grammar = Grammar(WIDE, max_depth=6, max_length=18, max_constants=2)
    policy = make(WIDE)
    trees = policy.sample(grammar, 300, seeded(0)).batch
    random = np.random.default_rng(0)
    starts = np.array([random.integers(len(tokens)) for tokens in trees])
    grown = policy.regrow(grammar, trees, starts, seeded(1))
    assert len(grown.batch) > 290
    assert admits(grammar, grown.batch).all()
    changed = 0
    with torch.no_grad():
        scores = policy.score(grammar, grown.batch).token_log_probs.double().numpy()
    for row, (source, tokens) in enumerate(zip(grown.sources, grown.batch, strict=True)):
        old, start = trees[int(source)], int(starts[source])
        ends = [_end(old, start), _end(tokens, start)]
        assert tokens[:start].tolist() == old[:start].tolist()
        assert tokens[ends[1] :].tolist() == old[ends[0] :].tolist()
        changed += tokens.tolist() != old.tolist()
        if ends[1] == len(tokens):  # nothing after it, so that the masks are those of a sample
            part = scores[row, start : ends[1]].sum()
            assert part == pytest.approx(grown.log_probs[row], abs=1e-5)
    assert changed > 150


def _end(tokens: np.ndarray, start: int) -> int:
    left, place = 1, start
    while left:
        left += int(WIDE.arities[tokens[place]]) - 1
        place += 1
    return place


@pytest.mark.parametrize("make", [symformer, bare_symformer, lstm])
def test_scores_have_gradients_for_every_weight_in_use(make: Maker) -> None:
    policy = make(WIDE)
    assert isinstance(policy, torch.nn.Module)
    grammar = Grammar(WIDE)
    scores = policy.score(grammar, policy.sample(grammar, 100, seeded(0)).batch)
    (scores.log_probs.sum() + scores.entropies.sum()).backward()
    idle = {n for n, w in policy.named_parameters() if w.grad is None or not w.grad.any()}
    described = {"parent.weight", "sibling.weight", "depth.weight"}
    assert idle <= (described if make is bare_symformer else set())
    assert all(w.grad is None or w.grad.isfinite().all() for w in policy.parameters())


def test_gradients_of_scores_are_those_of_finite_differences() -> None:
    policy = bare_symformer(SMALL).double()
    grammar = Grammar(SMALL, max_depth=3)
    trees = policy.sample(grammar, 20, seeded(0)).batch
    weight = policy.get_parameter("blocks.0.attention.relation")
    policy.score(grammar, trees).log_probs.sum().backward()
    assert weight.grad is not None
    for place in ((1, 0, 0), (3, 1, 2), (4, 2, 1), (5, 0, 3), (0, 1, 1)):
        slope = []
        for shift in (1e-6, -1e-6):
            with torch.no_grad():
                weight[place] += shift
                slope.append(float(policy.score(grammar, trees).log_probs.sum()))
                weight[place] -= shift
        expected = (slope[0] - slope[1]) / 2e-6
        assert float(weight.grad[place]) == pytest.approx(expected, abs=1e-6)


def test_entropy_is_that_of_the_distribution() -> None:
    grammar = Grammar(WIDE)
    policy = Uniform(WIDE)
    trees = policy.sample(grammar, 30, seeded(0)).batch
    seen = replay(grammar, trees)
    scores = policy.score(grammar, trees)
    expected = np.where(seen.within, np.log(seen.masks.sum(-1)), 0)
    np.testing.assert_allclose(scores.token_entropies.numpy(), expected, atol=1e-6)
    means = expected.sum(1) / seen.lengths
    np.testing.assert_allclose(scores.entropies.numpy(), means, atol=1e-6)


@every_policy
def test_another_vocabulary_is_refused(make: Maker) -> None:
    policy = make(SMALL)
    with pytest.raises(SettingsError, match="another vocabulary"):
        policy.sample(Grammar(WIDE), 3, seeded(0))
    with pytest.raises(SettingsError, match="another vocabulary"):
        policy.score(Grammar(WIDE), TokenBatch.of([[0, 12, 12]]))


def test_a_width_that_the_heads_cannot_share_is_refused() -> None:
    for settings in (SymFormerSettings, DecoderSettings):
        with pytest.raises(SettingsError, match="multiple of the 8 heads"):
            settings(width=60)


@every_policy
def test_no_trees_are_no_trouble(make: Maker) -> None:
    policy = make(SMALL)
    grammar = Grammar(SMALL)
    assert len(policy.sample(grammar, 0, seeded(0)).batch) == 0
    assert policy.score(grammar, TokenBatch.of([])).log_probs.shape == (0,)
    assert len(policy.regrow(grammar, TokenBatch.of([]), np.zeros(0, int), seeded(0)).batch) == 0


def test_making_a_model_leaves_the_global_randomness_alone() -> None:
    before = torch.get_rng_state()
    symformer(SMALL)
    lstm(SMALL)
    assert torch.equal(before, torch.get_rng_state())
