"""Keys agree with the canonical form and between engines; what was seen is remembered in order."""

import random

import numpy as np
import pytest

from support.encoded_trees import arrays, random_facts, random_ids
from symplex.expression.encoding import TreeEncoding
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation import _core
from symplex.numerics.evaluation.evaluator import Engine
from symplex.propose.candidates import tree_keys_reference as reference
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.propose.candidates.vocabulary import search_vocabulary

PROBLEM = bundled("parametric-heat")
VOCABULARY = search_vocabulary(PROBLEM).vocabulary
ENGINES = pytest.mark.parametrize("which", Engine)


def test_the_core_and_the_reference_give_the_same_keys():
    rng = random.Random(1)
    for _ in range(1000):
        facts = random_facts(rng)
        made = (facts.arities, facts.commutative, facts.constant)
        trees = [random_ids(rng, facts, rng.randint(0, 4)) for _ in range(rng.randint(0, 6))]
        tokens, offsets, _ = arrays(trees, facts, rng)
        found = _core.TreeTable(*made).keys(tokens, offsets)
        expected = reference.TreeTable(*made).keys(tokens, offsets)
        assert found.shape == (len(trees), 16)
        assert np.array_equal(found, expected)


def test_keys_do_not_depend_on_threads():
    rng = random.Random(5)
    facts = random_facts(rng)
    trees = [random_ids(rng, facts, rng.randint(0, 3)) for _ in range(20_011)]
    tokens, offsets, _ = arrays(trees, facts, rng)
    table = _core.TreeTable(facts.arities, facts.commutative, facts.constant)
    one = table.keys(tokens, offsets)
    assert len(one) == len(trees)
    assert all(
        np.array_equal(table.keys(tokens, offsets, threads), one) for threads in (0, 2, 3, 7)
    )


@ENGINES
def test_keys_are_equal_exactly_for_equal_canonical_forms(which):
    """Small trees over few tokens, so that many of them are the same but for an order."""
    rng = random.Random(2)
    facts = reference.TreeTable(*_small_facts())
    forms, keys = set(), set()
    table = _core.TreeTable if which is Engine.COMPILED else reference.TreeTable
    spellings = {_small_tree(rng, 2) for _ in range(3000)}
    for ids in spellings:
        form = facts.canonical(ids)
        key = table(*_small_facts()).keys(
            np.frombuffer(ids, np.uint8), np.array([0, len(ids)], np.int64)
        )
        forms.add(form)
        keys.add((form, key.tobytes()))
    assert len(forms) < 0.7 * len(spellings)
    assert len(keys) == len({key for _, key in keys}) == len(forms)


def _small_facts():
    return bytes([0, 0, 1, 2, 2]), bytes([0, 0, 0, 1, 0]), 0


def _small_tree(rng, depth):
    token = rng.choice([0, 1, 1, 3, 3, 4] if depth else [0, 1])
    below = (_small_tree(rng, depth - 1) for _ in range(_small_facts()[0][token]))
    return bytes([token]) + b"".join(below)


@ENGINES
def test_keys_forget_the_order_of_commutative_arguments_only(which):
    keys, encoding = TreeKeys(VOCABULARY, which), TreeEncoding(VOCABULARY)

    def key(text):
        return keys.key(encoding.encode(parse(text, PROBLEM.answer_scope)))

    assert key("x + sin(y)") == key("sin(y) + x")
    assert key("x*(y + t)") == key("(t + y)*x")
    assert key("max(x, y)") == key("max(y, x)")
    assert key("x - y") != key("y - x")
    assert key("x + (y + t)") != key("(x + y) + t")


def test_keys_do_not_change_between_versions():
    """Saved runs hold them."""
    table = _core.TreeTable(*_small_facts())
    tokens, offsets = np.array([3, 1, 0], np.uint8), np.array([0, 3], np.int64)
    expected = reference.siphash(bytes([3, 0, 1]))
    assert table.keys(tokens, offsets).tobytes() == expected
    assert expected.hex() == "beb1bc1132605a69bb8a74de20fb9b5f"
