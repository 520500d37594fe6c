"""Whatever comes in, the core answers with a status or an error; run under ASan by `make asan`."""

import os
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from support.random_trees import ALL_OPERATORS, generator, random_tree
from symplex.expression import CONSTANT, OPERATORS, Derivative, Number, Symbol, leaf, tuple_of
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation import _core
from symplex.numerics.evaluation.engines.compiled import Compiled
from symplex.numerics.evaluation.fit import Adam, FitStatus, Fixed, LevenbergMarquardt, slots_of
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex.numerics.evaluation.sampling import draw

ROUNDS = int(os.environ.get("SYMPLEX_FUZZ_ROUNDS", "20"))
VOCABULARY = Vocabulary(
    (
        *ALL_OPERATORS,
        *(Symbol(name) for name in ("x", "y", "t", "kappa", "elsewhere")),
        *(tuple_of(arity) for arity in (1, 2, 3)),
        *(Number(Fraction(value)) for value in (0, -1, 10**308, Fraction(1, 10**400), 10**400)),
        *(CONSTANT, Derivative("u"), Derivative("u", ("x",))),
    )
)


@pytest.fixture(scope="module")
def scorer():
    return Compiled(draw(bundled("parametric-heat"), generator(0)), VOCABULARY, threads=2)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_token_soup_is_answered(scorer, round_):
    random = generator(round_)
    soup = TokenBatch.of(
        [random.integers(0, 256, random.integers(0, 30), dtype=np.uint8) for _ in range(100)]
        + [
            random.integers(0, len(VOCABULARY), random.integers(0, 9), dtype=np.uint8)
            for _ in range(400)
        ]
    )
    fit = scorer.fit(soup, LevenbergMarquardt(starts=2, steps=5), seed=round_)
    fitted = fit.statuses == FitStatus.FITTED
    assert np.all(np.isfinite(fit.losses) == fitted)
    assert {FitStatus(status) for status in fit.statuses.tolist()} >= {FitStatus.NOT_A_TREE}


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_trees_of_any_size_with_any_constants_are_answered(scorer, round_):
    random = generator(1000 + round_)
    sizes = [*random.integers(1, 40, 20), 120, 500 if round_ % 5 == 0 else 60]
    trees = [random_tree(random, int(size), ("x", "y", "t", "kappa")) for size in sizes]
    batch = TokenBatch.of([VOCABULARY.encode(tree) for tree in trees])
    scorer = Compiled(draw(bundled("parametric-heat"), random), VOCABULARY, threads=2)
    first = random.choice(
        [0.0, 1e308, -1e308, 1e-308, np.inf, np.nan, 1.0], slots_of(batch, VOCABULARY)[-1]
    )
    for method in (Fixed(), LevenbergMarquardt(starts=2, steps=4), Adam(steps=3, rate=1e300)):
        fit = scorer.fit(batch, method, first=first)
        assert np.all(np.isfinite(fit.losses) == (fit.statuses == FitStatus.FITTED))
    assert scorer.jacobians(batch, first).shape[0] == len(batch)


VOCABULARY = Vocabulary(
    (
        *ALL_OPERATORS,
        *(Symbol(name) for name in ("x", "y", "t", "kappa")),
        *(Number(Fraction(a, b)) for a, b in ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1))),
        CONSTANT,
    )
)


def test_a_chain_of_500_sines_and_a_sum_of_500_leaves(scorer):
    x, sine, plus = (VOCABULARY.id_of(t) for t in (Symbol("x"), OPERATORS["sin"], OPERATORS["+"]))
    slot, times = VOCABULARY.id_of(CONSTANT), VOCABULARY.id_of(OPERATORS["*"])
    chain = [sine] * 499 + [x]
    comb = [plus] * 250 + [x] * 251
    powers = [OPERATORS["cube"]] * 200
    tall = [VOCABULARY.id_of(p) for p in powers] + [x]
    fitted = [times] * 20 + [sine] * 400 + [slot] * 21
    fit = scorer.fit(TokenBatch.of([chain, comb, tall, fitted]), LevenbergMarquardt(steps=3))
    assert fit.status_of(0) is FitStatus.FITTED
    assert fit.status_of(1) is FitStatus.FITTED


def test_an_empty_batch_and_empty_candidates(scorer):
    assert len(scorer.fit(TokenBatch.of([]), LevenbergMarquardt()).losses) == 0
    assert scorer.residuals(TokenBatch.of([]), np.zeros(0)).shape[0] == 0
    fit = scorer.fit(TokenBatch.of([[], []]), LevenbergMarquardt())
    assert fit.statuses.tolist() == [FitStatus.NOT_A_TREE] * 2


def test_zero_points_give_zero_loss():
    empty = PointSet(frozen({"x": np.zeros(0)}), (Term(leaf(Derivative("u", ("x",)))),))
    words = Vocabulary((Symbol("x"), CONSTANT))
    scorer = Compiled(Objective(("u",), ("x",), (), (empty,)), words)
    assert scorer.fit(TokenBatch.of([[0], [1]]), LevenbergMarquardt()).losses.tolist() == [0, 0]


def test_wrong_arrays_are_refused_with_a_sentence():
    def code(*names):
        operations = [_core.OPERATIONS.index(name) for name in names]
        size = len(names)
        return (np.array(operations, np.uint8), np.zeros(size, np.uint32), np.zeros(size))

    scorer = _core.CompiledObjective(1, code("column", "constant", "+"))
    row = np.zeros((1, 2), np.uint32)
    with pytest.raises(ValueError, match="not one whole tree"):
        scorer.add_group(np.zeros((1, 4)), row, [code("+", "column")], [1.0], 8)
    with pytest.raises(ValueError, match="does not have"):
        scorer.add_group(np.zeros((1, 4)), row, [code("constant")], [1.0], 8)
    with pytest.raises(ValueError, match="order"):
        scorer.add_group(np.zeros((1, 4)), np.array([[0, 99]], np.uint32), [], [], 8)
    with pytest.raises(ValueError, match="no points"):
        _ask(scorer, [0], [0, 1], [0, 0])
    scorer.add_group(np.zeros((1, 4)), row, [code("derivative")], [1.0], 8)
    with pytest.raises(ValueError, match="must not fall"):
        _ask(scorer, [0, 0], [0, 2, 1, 2], [0, 0, 0, 0])
    with pytest.raises(ValueError, match="one constant for each slot"):
        _ask(scorer, [0], [0, 1], [0, 1])
    with pytest.raises(ValueError, match="number of tokens"):
        _ask(scorer, [0], [0, 7], [0, 0])


def _ask(scorer, tokens, offsets, slots):
    size = len(offsets) - 1
    scorer.fit(
        tokens=np.array(tokens, np.uint8),
        offsets=np.array(offsets, np.int64),
        slots=np.array(slots, np.int64),
        method=_core.FitMethod.levenberg_marquardt(starts=1, steps=1),
        loss_cutoff=np.inf,
        seed=0,
        threads=1,
        constants=np.ones(slots[-1]),
        losses=np.empty(size),
        statuses=np.empty(size, np.uint8),
    )


ARITIES = bytes([0, 0, 1, 2, 3, 2])
ALPHABET = _core.Alphabet(leaves=b"\1", unary=b"\2", binary=b"\3", plus=3, times=3, root=None)
NO_TREES = (np.zeros(0, np.uint8), np.zeros(1, np.int64), np.zeros(0))


def tree_table():
    return _core.TreeTable(ARITIES, bytes([0, 0, 0, 1, 0, 0]), 0)


def refusals(calls):
    """How many of the calls end in a ValueError; anything else but success is raised."""
    refused = 0
    for call in calls:
        try:
            call()
        except ValueError:
            refused += 1
    return refused


def soup(random):
    """A batch in which anything may be wrong."""
    tokens = random.integers(0, random.choice([2, 4, 6, 256]), random.integers(0, 12))
    cuts = np.sort(random.integers(0, len(tokens) + 1, random.integers(0, 4)))
    offsets = np.concatenate([[0], cuts, [len(tokens)]]).astype(np.int64)
    if random.random() < 0.3:
        at = random.integers(0, len(offsets))
        offsets[at] = random.choice([-1, 3, 10**6, 2**62, -(2**63)])
    slots = int(np.count_nonzero(tokens == 0)) + random.choice([0, 0, 0, 1])
    return tokens.astype(np.uint8), offsets[: random.integers(0, len(offsets) + 1)], np.ones(slots)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_batches_that_hold_no_trees_are_refused_by_surgery(round_):
    random = generator(2000 + round_)
    table = tree_table()
    mutator = _core.Mutator(table, ALPHABET, NO_TREES, 30)
    batches = [soup(random) for _ in range(300)]
    refused = refusals([partial(table.keys, *batch[:2]) for batch in batches])
    assert 100 < refused < 300
    assert refused <= refusals([partial(mutator.propose, b, 30, 0, 0) for b in batches])
    assert refused <= refusals([partial(_core.Mutator, table, ALPHABET, b, 9) for b in batches])


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_any_alphabet_is_refused_or_makes_trees(round_):
    random = generator(3000 + round_)
    made, calls = [], []

    def token(*right):
        """Mostly one that fits."""
        return int(random.choice(right) if random.random() < 0.9 else random.integers(-1, 8))

    def ids(*right):
        return bytes(max(token(*right), 0) for _ in range(random.integers(0, 3)))

    def attempt(alphabet, blocks, max_length):
        mutator = _core.Mutator(tree_table(), _core.Alphabet(**alphabet), blocks, max_length)
        made.append(mutator.propose(NO_TREES, 20, round_, 0))

    for _ in range(300):
        plus, times, root = (
            None if random.random() < 0.3 else token(*right) for right in ((3, 5), (3,), (2, 4))
        )
        alphabet = {"leaves": ids(1), "unary": ids(2), "binary": ids(3, 5)}
        alphabet |= {"plus": plus, "times": times, "root": root}
        blocks = soup(random) if random.random() < 0.3 else NO_TREES
        max_length = int(random.choice([0, 1, 30, 30, 30, 10**9]))
        calls.append(partial(attempt, alphabet, blocks, max_length))
    assert refusals(calls) + len(made) == 300
    assert 30 < len(made) < 270
    for tokens, offsets, *_ in made:
        tree_table().keys(tokens, offsets)


def test_deep_trees_have_keys():
    chain, comb = bytes([2] * 100_000 + [1]), bytes([3] * 50_000 + [0, *[1] * 50_000])
    tokens = np.frombuffer(chain + comb, np.uint8)
    keys = tree_table().keys(tokens, np.array([0, len(chain), len(tokens)]))
    assert keys.shape == (2, 16)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: _core.TreeTable(b"", b"", 0),
        lambda: _core.TreeTable(b"\0", b"", 0),
        lambda: _core.TreeTable(b"\0", b"\1", 0),
        lambda: _core.TreeTable(b"\0\1", b"\0\0", 1),
        lambda: _core.TreeTable(b"\0", b"\0", -1),
        lambda: _core.TreeTable(bytes(257), bytes(257), 0),
        lambda: _core.Mutator(tree_table(), ALPHABET, NO_TREES, 30).propose(
            NO_TREES, _core.MAX_ATTEMPTS + 1, 0, 0
        ),
    ],
)
def test_wrong_tables_and_keys_are_refused(wrong):
    with pytest.raises(ValueError, match=" "):
        wrong()
