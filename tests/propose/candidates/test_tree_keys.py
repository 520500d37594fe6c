"""Keys under which trees are remembered."""

import random
from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.encoded_trees import arrays, random_facts, random_ids
from support.encodings import FORMULAS, SYSTEMS, encoded
from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Expression, Operator, leaf, symbol
from symplex.expression import apply as applied
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, MAX, MULTIPLY, SIN, SUBTRACT
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation import _core
from symplex.numerics.evaluation.evaluator import Engine
from symplex.propose.candidates import tree_keys_reference as reference
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.propose.candidates.tree_keys_reference import TreeTable, siphash
from symplex.propose.candidates.vocabulary import search_vocabulary

# Keys agree with the canonical form and between engines; what was seen is remembered in order.

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


# Keys of trees: they forget constants and the order of commutative arguments, nothing else.


def key(tree: EncodedTree):
    """Whatever the search looks trees up by."""
    return TreeKeys(tree.encoding.vocabulary).key(tree)


def model_of(expression: Expression):
    """What a key must distinguish: nested tokens, commutative arguments as sorted."""

    def combine(token, below, _):
        is_free = isinstance(token, Operator) and token.commutative
        return (repr(token), *(sorted(below) if is_free else below))

    return expression.fold(combine)


def swapped(expression: Expression, flips) -> Expression:
    """The expression with the arguments of some of its commutative operators exchanged."""

    def combine(token, below, value):
        if isinstance(token, Operator):
            is_swapped = token.commutative and next(flips)
            return applied(token, *(reversed(below) if is_swapped else below))
        return leaf(token, value)

    return expression.fold(combine)


@given(FORMULAS | SYSTEMS, st.randoms(use_true_random=False))
def test_keys_forget_constants_and_the_order_of_commutative_arguments(expression, rng):
    flips = iter(lambda: rng.random() < 0.5, None)
    tree, other = encoded(expression, swapped(expression, flips))
    assert key(tree) == key(other)
    assert key(tree) == key(tree.with_constants([value + 1 for value in tree.constants]))


FEW = st.sampled_from([symbol("x"), symbol("y"), leaf(CONSTANT, 2.0)])
ROWS = st.sampled_from([ADD, MULTIPLY, SUBTRACT, MAX])
CONFUSABLE = st.recursive(
    FEW,
    lambda below: (
        st.builds(applied, ROWS, below, below) | st.builds(lambda e: applied(EXP, e), below)
    ),
    max_leaves=4,
)


@given(CONFUSABLE, CONFUSABLE)
def test_keys_forget_nothing_else(first, second):
    one, two = encoded(first, second)
    assert (key(one) == key(two)) == (model_of(first) == model_of(second))


def test_keys_of_all_small_trees_are_as_many_as_there_are_trees():
    leaves = [symbol("x"), symbol("y"), leaf(CONSTANT, 1.0)]
    pairs = [applied(row, a, b) for row in (ADD, SUBTRACT, MAX) for a in leaves for b in leaves]
    nested = [applied(row, a, b) for row in (ADD, SUBTRACT) for a in pairs for b in leaves]
    found = [*leaves, *pairs, *nested]
    keys = {key(tree) for tree in encoded(*found)}
    assert len(keys) == len({model_of(expression) for expression in found})


def test_keys_of_examples():
    x, y, z = (symbol(name) for name in "xyz")
    a, b, c, d = encoded(x + applied(SIN, y), applied(SIN, y) + x, x - y, y - x)
    assert key(a) == key(b)
    assert key(c) != key(d)
    left, right = encoded(x * (y + z), (z + y) * x)
    assert key(left) == key(right)
    # Sums are not flattened: another grouping is another tree.
    terms = (x, y, z)
    one, two = encoded(reduce(lambda s, t: s + t, terms), reduce(lambda s, t: t + s, terms))
    other, _ = encoded(x + (y + z), x)
    assert key(one) == key(two)
    assert key(one) != key(other)


# The reference of canonical keys against published values and a definition by recursion.

# From the test vectors that its authors publish, for 128 bits.
PUBLISHED = {
    0: "a3817f04ba25a8e66df67214c7550293",
    1: "da87c1d86b99af44347659119b22fc45",
    2: "8177228da4a45dc7fca38bdef60affe4",
}


@pytest.mark.parametrize("length", PUBLISHED)
def test_siphash_gives_the_published_values(length):
    assert siphash(bytes(range(length))).hex() == PUBLISHED[length]


def spelled(ids, facts):
    """The canonical form by recursion, and what is left of the ids."""
    token, rest = ids[0], ids[1:]
    parts = []
    for _ in range(facts.arities[token]):
        part, rest = spelled(rest, facts)
        parts.append(part)
    if facts.commutative[token]:
        parts.sort()
    return bytes([token]) + b"".join(parts), rest


def test_the_canonical_form_is_its_definition():
    rng = random.Random(0)
    for _ in range(500):
        facts = random_facts(rng)
        table = TreeTable(facts.arities, facts.commutative, facts.constant)
        ids = random_ids(rng, facts, 3)
        assert table.canonical(ids) == spelled(ids, facts)[0]
        assert table.end(ids, 0) == len(ids)


def test_a_commutative_operator_of_three_arguments_is_refused():
    with pytest.raises(ExpressionError, match="two arguments"):
        TreeTable(bytes([0, 3]), bytes([0, 1]), 0)
