from itertools import count

import pytest

from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, MULTIPLY, SIN
from symplex.expression.render import to_text
from symplex.expression.vocabulary import Vocabulary
from symplex_benchmarks.rivals.fex.trees import Choices, Shape, Special, TreeBuilder, numbers_of

CHOICES = Choices((*Special, SIN, EXP), (ADD, MULTIPLY))
ENCODING = TreeEncoding(Vocabulary((ADD, MULTIPLY, SIN, EXP, Symbol("x"), Symbol("y"), CONSTANT)))


def built(shape, actions):
    numbers = count(2)
    tree = TreeBuilder(ENCODING, shape, CHOICES).build(actions, lambda: float(next(numbers)))
    return to_text(ENCODING.decode(tree))


def test_a_leaf_is_a_linear_combination_of_a_function_of_each_variable():
    sine, itself, add = 3, 2, 0
    text = built(Shape.DEPTH1, [add, sine, itself])
    assert text == "sin(y)*3 + (sin(x)*2 + 0) + (y*5 + (x*4 + 0))"


def test_a_unary_node_is_scaled_and_shifted():
    exponential, times, one, nothing = 4, 1, 1, 0
    assert built(Shape.DEPTH2_SUB, [exponential, times, one, nothing]) == "exp(2*3)*1 + 0"


@pytest.mark.parametrize("shape", list(Shape))
def test_no_tree_has_more_numbers_than_are_counted(shape):
    actions = [1 if n == 2 else 3 for n in CHOICES.counts(shape)]
    tree = TreeBuilder(ENCODING, shape, CHOICES).build(actions, lambda: 1.0)
    assert len(tree.constants) == numbers_of(shape, 2)


def test_every_node_has_as_many_choices_as_its_kind():
    assert CHOICES.counts(Shape.DEPTH2_SUB) == (5, 2, 5, 5)
    assert CHOICES.operators == {ADD, MULTIPLY, SIN, EXP}
