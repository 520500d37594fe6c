"""Which tokens a search writes with."""

from fractions import Fraction

import pytest

from symplex.errors import ExpressionError, SettingsError
from symplex.expression import CONSTANT, OPERATORS, Number, Operator, Symbol, tuple_of
from symplex.expression.operators import ABS, ADD, COS, EXP, LOG, MULTIPLY, PI, SIN, SUBTRACT, TANH
from symplex.expression.vocabulary import Vocabulary
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.propose.candidates.alphabet import Alphabet
from symplex.propose.candidates.tree_keys import token_facts
from symplex.propose.candidates.tree_keys_reference import TreeTable
from symplex.propose.candidates.vocabulary import search_vocabulary

# The tokens of a search, and which of them a stage and a round may use.

HEAT = bundled("parametric-heat")


def operators_of(tokens):
    return {token for token in tokens if isinstance(token, Operator)}


def test_rounds_only_add_operators():
    first, second, last = search_vocabulary(HEAT).rounds
    assert first < second < last
    assert {ADD, SIN, COS} <= first
    assert {LOG, TANH} <= second - first
    assert ABS in last - second
    assert {row for row in OPERATORS.values() if row.arity} <= last


def test_a_stage_uses_its_own_symbols_and_the_last_round_goes_on():
    found = search_vocabulary(HEAT)
    allowed = found.allowed(("x", "y"), 0)
    assert {t.name for t in allowed if isinstance(t, Symbol)} == {"x", "y"}
    assert operators_of(allowed) == found.rounds[0] | {PI}
    assert {CONSTANT, Number(Fraction(0)), Number(Fraction(1)), Number(Fraction(2))} <= allowed
    assert found.allowed(("x",), 2) == found.allowed(("x",), 99)
    assert allowed <= set(found.vocabulary.tokens)


def test_the_numbers_of_the_statement_are_words_but_not_without_limit():
    one = Problem(["u_x = 7*u/3"], {"x": [0, 1]}, [("x = 0", "u = 5")])
    numbers = [t for t in search_vocabulary(one).vocabulary.tokens if isinstance(t, Number)]
    assert {Number(Fraction(n)) for n in (0, 1, 2, 7, 3, 5)} == set(numbers)
    total = " + ".join(f"{n}*x^2" for n in range(3, 100))
    many = Problem([f"u_x = {total}"], {"x": [0, 1]}, [("x = 0", "u = 5")])
    assert sum(isinstance(t, Number) for t in search_vocabulary(many).vocabulary.tokens) == 40


def test_a_system_has_a_root_of_its_own():
    def roots(problem):
        tokens = search_vocabulary(problem).vocabulary.tokens
        return [token for token in operators_of(tokens) if token.is_tuple]

    assert roots(bundled("acoustics-standing")) == [tuple_of(2)]
    assert roots(HEAT) == []


def test_the_user_adds_and_forbids_operators():
    found = search_vocabulary(HEAT, {"abs": True, "sin": False})
    assert ABS in found.rounds[0]
    assert SIN not in found.vocabulary.tokens
    assert all(SIN not in operators for operators in found.rounds)
    assert SIN in search_vocabulary(HEAT, {"abs": True}).vocabulary.tokens


@pytest.mark.parametrize("name", ["sine", "pi", ""])
def test_an_unknown_operator_is_an_error_that_names_those_there_are(name):
    for is_wanted in (True, False):
        with pytest.raises(SettingsError, match=f"there is no operator '{name}'; there are"):
            search_vocabulary(HEAT, {name: is_wanted})


def test_the_numbering_is_always_the_same():
    assert search_vocabulary(HEAT) == search_vocabulary(bundled("parametric-heat"))


# Which tokens new parts of trees are made of.

X, Y = Symbol("x"), Symbol("y")
VOCABULARY = Vocabulary((tuple_of(2), ADD, MULTIPLY, SUBTRACT, EXP, X, Y, CONSTANT, PI))
TABLE = TreeTable(*token_facts(VOCABULARY))


def ids(*tokens):
    return bytes(VOCABULARY.id_of(token) for token in tokens)


def test_allowed_tokens_are_sorted_by_kind():
    found = Alphabet.of(VOCABULARY, {tuple_of(2), MULTIPLY, ADD, EXP, Y, CONSTANT, PI})
    assert found.leaves == ids(Y, PI)
    assert found.unary == ids(EXP)
    assert found.binary == ids(ADD, MULTIPLY)
    assert (found.plus, found.times) == tuple(ids(ADD, MULTIPLY))
    assert found.root == VOCABULARY.id_of(tuple_of(2))
    found.check(TABLE)


def test_signs_that_are_not_allowed_and_tuples_that_do_not_exist_are_none():
    plain = Vocabulary((ADD, MULTIPLY, X, CONSTANT))
    found = Alphabet.of(plain, {X, MULTIPLY})
    assert (found.plus, found.times, found.root) == (None, 1, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"leaves": ids(CONSTANT)},
        {"leaves": ids(EXP)},
        {"leaves": b"\xff"},
        {"unary": ids(ADD)},
        {"binary": ids(tuple_of(2))},
        {"plus": VOCABULARY.id_of(EXP)},
        {"times": VOCABULARY.id_of(tuple_of(2))},
        {"root": VOCABULARY.id_of(X)},
        {"root": 300},
    ],
)
def test_ids_that_are_not_what_they_are_said_to_be_are_refused(wrong):
    right = {
        "leaves": ids(X),
        "unary": ids(EXP),
        "binary": ids(ADD),
        "plus": VOCABULARY.id_of(ADD),
        "times": VOCABULARY.id_of(MULTIPLY),
        "root": VOCABULARY.id_of(tuple_of(2)),
    }
    Alphabet(**right).check(TABLE)
    with pytest.raises(ExpressionError):
        Alphabet(**{**right, **wrong}).check(TABLE)
