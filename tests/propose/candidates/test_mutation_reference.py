"""The core makes the reference's trees, constants and marks, whatever the configuration."""

import random
from dataclasses import asdict

import numpy as np

from support.encoded_trees import arrays, is_whole, random_facts, random_ids, split
from symplex.numerics.evaluation import _core
from symplex.propose.candidates import mutation_reference as reference
from symplex.propose.candidates.alphabet import Alphabet
from symplex.propose.candidates.tree_keys_reference import TreeTable

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
