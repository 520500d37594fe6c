"""Mutations in compiled code, and the reference that they agree with."""

import random
from collections import Counter
from dataclasses import asdict

import numpy as np
import pytest

from support.encoded_trees import arrays, is_whole, random_facts, random_ids, split
from symplex.expression import CONSTANT, Symbol, tuple_of
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, MULTIPLY, SIN
from symplex.expression.parse import parse
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation import _core
from symplex.numerics.evaluation.evaluator import Engine
from symplex.propose.candidates import mutation_reference as reference
from symplex.propose.candidates.alphabet import Alphabet
from symplex.propose.candidates.mutation import Mutator
from symplex.propose.candidates.tree_keys_reference import TreeTable
from symplex.propose.candidates.vocabulary import search_vocabulary

# Random changes of trees: whole, short enough, as often as they should be, alike on engines.

PROBLEM = bundled("parametric-heat")
SEARCH_VOCABULARY = search_vocabulary(PROBLEM)
VOCABULARY = SEARCH_VOCABULARY.vocabulary
NONE = TreeBatch.of([])
ENGINES = pytest.mark.parametrize("which", Engine)


def encoded(*texts):
    encoding = TreeEncoding(VOCABULARY)
    return encoding.batch([encoding.encode(parse(t, PROBLEM.answer_scope)) for t in texts])


PARENTS = encoded("sin(x)*cos(y)", "x + 2*t", "max(x, y) - exp(kappa*t)", "x", "x^2 + 3.75")
BLOCKS = encoded("sin(x)", "cos(y) + 0.25")


def mutator(which=Engine.COMPILED, max_length=30, blocks=BLOCKS):
    allowed = SEARCH_VOCABULARY.allowed(("x", "y", "t", "kappa"), 2)
    return Mutator(VOCABULARY, allowed, blocks, max_length, which)


@ENGINES
def test_every_result_is_one_whole_tree_within_the_limit(which):
    found = mutator(which, max_length=12).propose(PARENTS, 500, seed=1, sequence=2)
    assert 400 < len(found.trees) < 500
    for index in range(len(found.trees)):
        ids, constants = found.trees.tree(index)
        assert is_whole(ids, VOCABULARY.arities)
        assert len(ids) <= 12
        assert len(constants) == ids.count(VOCABULARY.id_of(CONSTANT))


def test_engines_give_the_same_mutants():
    ours, theirs = (mutator(which).propose(PARENTS, 300, seed=-5, sequence=9) for which in Engine)
    assert np.array_equal(ours.trees.tokens.tokens, theirs.trees.tokens.tokens)
    assert np.array_equal(ours.trees.tokens.offsets, theirs.trees.tokens.offsets)
    assert np.array_equal(ours.trees.constants, theirs.trees.constants)
    assert np.array_equal(ours.is_random, theirs.is_random)


def test_attempts_do_not_depend_on_how_many_there_are():
    few, many = (mutator().propose(PARENTS, count, seed=1, sequence=0) for count in (50, 400))
    size = len(few.trees)
    assert [few.trees.tree(i) for i in range(size)] == [many.trees.tree(i) for i in range(size)]


def test_calls_differ_by_seed_and_by_sequence_number():
    keys = [(1, 0), (1, 1), (2, 0)]
    found = [mutator().propose(PARENTS, 60, seed=a, sequence=b).trees.tokens for a, b in keys]
    assert len({batch.tokens.tobytes() for batch in found}) == len(keys)


def test_without_parents_all_is_random_and_otherwise_one_in_twenty():
    assert mutator().propose(NONE, 200, seed=0, sequence=0).is_random.all()
    share = mutator().propose(PARENTS, 20_000, seed=0, sequence=0).is_random.mean()
    assert abs(share - 0.05) < 0.008


def test_constants_of_parents_travel_with_their_slots_and_new_ones_are_1():
    found = mutator(blocks=NONE).propose(encoded("x + 3.75"), 2000, seed=0, sequence=0)
    assert set(found.trees.constants.tolist()) == {1.0, 3.75}


def test_a_system_keeps_its_tuple():
    pair = tuple_of(2)
    vocabulary = Vocabulary((pair, ADD, MULTIPLY, SIN, Symbol("x"), CONSTANT))
    root, x = vocabulary.id_of(pair), vocabulary.id_of(Symbol("x"))
    parents = TreeBatch.of([(bytes([root, x, vocabulary.id_of(SIN), x]), ())])
    for given in (parents, NONE):
        made = Mutator(vocabulary, vocabulary.tokens, NONE, 40).propose(
            given, 2000, seed=3, sequence=0
        )
        assert len(made.trees) > 1900
        for ids in made.trees.tokens:
            assert ids[0] == root
            assert root not in ids[1:]
            assert is_whole(ids.tobytes(), vocabulary.arities)


def test_a_parent_without_the_tuple_of_its_system_is_refused():
    vocabulary = Vocabulary((tuple_of(2), ADD, Symbol("x"), CONSTANT))
    made = Mutator(vocabulary, vocabulary.tokens, NONE, 40)
    with pytest.raises(ValueError, match="tuple"):
        made.propose(TreeBatch.of([(b"\2", ())]), 1, seed=0, sequence=0)


def shares(parents, allowed, count=40_000):
    """How often each tree comes out of one vocabulary of x, a slot and some operators."""
    vocabulary = Vocabulary((ADD, MULTIPLY, EXP, Symbol("x"), CONSTANT))
    made = Mutator(vocabulary, allowed, NONE, 60).propose(parents, count, seed=11, sequence=0)
    counts = Counter(ids.tobytes() for ids in made.trees.tokens)
    return {ids: number / count for ids, number in counts.items()}


def test_random_trees_have_the_shares_of_their_definition():
    """A leaf with probability 0.45, of which 0.3 are slots; then unary 0.25 and binary 0.3."""
    found = shares(NONE, (ADD, MULTIPLY, EXP, Symbol("x"), CONSTANT))
    leaf, unary = 0.45, 0.25
    assert abs(found[b"\3"] - leaf * 0.7) < 0.012
    assert abs(found[b"\4"] - leaf * 0.3) < 0.012
    assert abs(found[b"\2\3"] - unary * leaf * 0.7) < 0.008
    assert abs(found[b"\0\3\3"] - 0.3 * 0.5 * (leaf * 0.7) ** 2) < 0.006


def test_moves_have_the_weights_of_their_definition():
    """Without operators a lone x can but become a slot and come back, which is computed here."""
    found = shares(TreeBatch.of([(b"\3", ())]), (Symbol("x"),))
    # To a slot by a leaf that replaces (3), changes (2) or is substituted for (1.5) an x; back by
    # the first two, or by crossing with the parent (2). All other moves leave a leaf alone here.
    there, back = 0.3 * 6.5 / 16.5, (0.7 * 5 + 2) / 16.5
    twice = there * (1 - back) + (1 - there) * there
    expected = 0.95 * (0.7 * there + 0.3 * twice) + 0.05 * 0.3
    assert abs(found[b"\4"] - expected) < 0.008
    assert found[b"\3"] + found[b"\4"] == pytest.approx(1)


def test_sums_and_scalings_come_out_as_often_as_their_moves():
    found = shares(TreeBatch.of([(b"\3", ())]), (ADD, MULTIPLY, Symbol("x")))
    single, combine, loosen, everywhere = 0.95 * 0.7, 2 / 16.5, 2 / 16.5, 1.5 / 16.5
    scaled = single * (loosen * 0.5 + everywhere * 0.6 * 0.5)
    shifted = single * (combine * 0.7 * 0.5 + everywhere * 0.6 * 0.5)
    # Other moves, and two moves in a row, give them too, but seldom.
    assert scaled < found[b"\1\4\3"] < scaled + 0.03
    assert shifted < found[b"\0\3\1\4\3"] < shifted + 0.03


# The core makes the reference's trees, constants and marks, whatever the configuration.

CONFIGURATIONS = 2000


def sample(rng, ids):
    """Any part of the ids, also none."""
    return bytes(i for i in ids if rng.random() < rng.choice([0, 0.5, 1, 1]))


def random_alphabet(rng, facts):
    operators = [i for i, count in enumerate(facts.arities) if count]
    root = rng.choice(operators) if operators and rng.random() < 0.3 else None
    binary = [i for i in facts.ids(2) if i != root]
    signs = [rng.choice([*binary, None]) for _ in range(2)]
    return Alphabet(
        leaves=sample(rng, [i for i in facts.ids(0) if i != facts.constant]),
        unary=sample(rng, [i for i in facts.ids(1) if i != root]),
        binary=sample(rng, binary),
        plus=signs[0],
        times=signs[1],
        root=root,
    )


def random_parents(rng, facts, root):
    without = () if root is None else (root,)
    parents = []
    for _ in range(rng.randint(0, 4)):
        formulas = 1 if root is None else facts.arities[root]
        parts = [random_ids(rng, facts, rng.randint(0, 3), without) for _ in range(formulas)]
        parents.append((b"" if root is None else bytes([root])) + b"".join(parts))
    return parents


def test_the_core_and_the_reference_make_the_same_trees():
    rng = random.Random(4)
    made = 0
    for _ in range(CONFIGURATIONS):
        facts = random_facts(rng)
        alphabet = random_alphabet(rng, facts)
        without = () if alphabet.root is None else (alphabet.root,)
        blocks = [random_ids(rng, facts, 2, without) for _ in range(rng.randint(0, 3))]
        most = rng.choice([1, 5, 20, 40, 200])
        given = (facts.arities, facts.commutative, facts.constant)
        made_of = (arrays(blocks, facts, rng), most)
        parents = arrays(random_parents(rng, facts, alphabet.root), facts, rng)
        call = (parents, 12, rng.getrandbits(64), rng.choice([0, 1, rng.getrandbits(64)]))
        core = _core.Mutator(_core.TreeTable(*given), _core.Alphabet(**asdict(alphabet)), *made_of)
        found = core.propose(*call)
        expected = reference.Mutator(TreeTable(*given), alphabet, *made_of).propose(*call)
        for ours, theirs in zip(expected, found, strict=True):
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs)
        check(found, facts, alphabet.root, most)
        made += len(found[3])
    assert made > 5 * CONFIGURATIONS


def check(found, facts, root, most):
    tokens, offsets, constants, is_random = found
    trees = split(tokens, offsets)
    assert len(is_random) == len(trees)
    assert len(constants) == tokens.tolist().count(facts.constant)
    for ids in trees:
        assert is_whole(ids, facts.arities)
        assert len(ids) <= most
        assert root is None or (ids[0] == root and root not in ids[1:])


def test_a_tree_that_grows_past_all_bounds_is_dropped():
    """Substitution everywhere multiplies lengths: 40 000 leaves by a block of 40 000."""
    comb = bytes([1] * 20_000 + [0] * 20_001)
    arities, given = bytes([0, 2, 0]), (np.frombuffer(comb, np.uint8), np.array([0, len(comb)]))
    batch = (*given, np.zeros(0))
    alphabet = {"leaves": b"\0", "unary": b"", "binary": b"\1", "plus": 1, "times": 1, "root": None}
    core = _core.Mutator(
        _core.TreeTable(arities, bytes(3), 2), _core.Alphabet(**alphabet), batch, _core.MAX_NODES
    )
    _, offsets, _, _ = core.propose(batch, 200, 0, 0)
    assert 0 < len(offsets) - 1 < 200
    assert np.diff(offsets).max() <= _core.MAX_NODES == reference.MAX_NODES
