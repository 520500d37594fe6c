"""Trees while they grow."""

import numpy as np
import pytest

from symplex.expression import CONSTANT, Symbol
from symplex.expression.operators import ADD, SIN, SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.relations import ANCESTOR, OTHER, PARENT, SIBLING
from symplex.expression.vocabulary import Vocabulary

TOKENS = Vocabulary((ADD, SUBTRACT, SIN, Symbol("x"), Symbol("y"), CONSTANT))
GRAMMAR = Grammar(TOKENS, max_depth=3, max_length=7, max_constants=1)
PLUS, MINUS, SINE, X, Y, C = range(6)


def grown(*tokens: int) -> Growth:
    growth = Growth(GRAMMAR, 1)
    for token in tokens:
        growth.write(np.array([token]))
    return growth


def legal(*tokens: int) -> set[int]:
    return set(np.flatnonzero(grown(*tokens).mask()[0]).tolist())


def test_the_open_slot_knows_its_neighbours():
    growth = grown(PLUS, SINE, X)
    assert (growth.open[0], growth.depth[0]) == (1, 1)
    assert growth.parent_token[0] == PLUS
    assert growth.sibling_token[0] == SINE
    assert growth.relations()[0].tolist() == [PARENT, SIBLING, OTHER]
    assert grown(PLUS, SINE).relations()[0].tolist() == [ANCESTOR, PARENT]


def test_a_tree_is_finished_when_no_argument_is_open():
    assert not grown(PLUS, X).finished[0]
    assert grown(PLUS, X, Y).finished[0]


def test_the_difference_of_a_variable_with_itself_is_never_completed():
    assert X not in legal(MINUS, X)
    assert Y in legal(MINUS, X)


def test_the_last_argument_varies_where_the_others_are_constant():
    assert C not in legal(SINE)
    assert C not in legal(PLUS, C)


def test_constants_are_counted():
    assert C in legal(PLUS, X)
    assert C not in legal(PLUS, C, PLUS, X)


def test_only_leaves_fit_at_the_greatest_depth():
    assert legal(PLUS, PLUS, PLUS) <= {X, Y, C}


def test_rows_can_be_kept_several_times():
    growth = Growth(GRAMMAR, 2)
    growth.write(np.array([X, PLUS]))
    growth.keep(np.array([1, 1, 0]))
    assert growth.tokens[:, 0].tolist() == [PLUS, PLUS, X]
    assert growth.finished.tolist() == [False, False, True]


@pytest.mark.parametrize("seed", range(20))
def test_legal_tokens_never_run_past_the_limits(seed):
    rng, growth = np.random.default_rng(seed), Growth(GRAMMAR, 50)
    while not growth.finished.all():
        mask = growth.mask()
        growth.write(np.array([rng.choice(np.flatnonzero(row)) for row in mask]))
    assert growth.position <= GRAMMAR.max_length
    assert (growth.constants <= GRAMMAR.max_constants).all()
