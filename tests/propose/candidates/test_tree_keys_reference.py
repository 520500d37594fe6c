"""The reference of canonical keys against published values and a definition by recursion."""

import random

import pytest

from support.encoded_trees import random_facts, random_ids
from symplex.errors import ExpressionError
from symplex.propose.candidates.tree_keys_reference import TreeTable, siphash

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
