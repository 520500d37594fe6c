"""The grammar's rules, the growth's bookkeeping and replay, against independent recursions."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from symplex.errors import ExpressionError, SettingsError
from symplex.expression import CONSTANT, OPERATORS, Derivative, Number, Symbol, tuple_of
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.relations import (
    OTHER,
    RELATIONS,
    Relations,
    as_printed,
    in_whole_trees,
    told,
)
from symplex.expression.sequences.replay import admits, cut, is_degenerate, replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary

NAMES = ("+", "-", "*", "/", "max", "neg", "sin", "cos", "exp", "log", "square", "sqrt", "abs")
X, Y, TWO = Symbol("x"), Symbol("y"), Number(Fraction(2))
WIDE = Vocabulary((*(OPERATORS[name] for name in NAMES), X, Y, CONSTANT, TWO, OPERATORS["pi"]))
SHORT = {"x": X, "y": Y, "c": CONSTANT, "2": TWO}


def ids(text: str, vocabulary: Vocabulary = WIDE) -> list[int]:
    return [vocabulary.id_of(SHORT.get(w) or OPERATORS[w]) for w in text.split()]


def batch(*texts: str) -> TokenBatch:
    return TokenBatch.of(ids(text) for text in texts)


def grow(grammar: Grammar, rows: int, seed: int) -> TokenBatch:
    """Choose uniformly among what the mask allows."""
    random = np.random.default_rng(seed)
    growth = Growth(grammar, rows)
    sizes = np.zeros(rows, dtype=np.int64)
    while not growth.finished.all():
        legal = growth.mask()
        assert legal.any(axis=1).all()
        sizes += ~growth.finished
        growth.write(np.argmax(random.random(legal.shape) * legal, axis=1))
    return TokenBatch.of(growth.tokens[row, :size] for row, size in enumerate(sizes))


# What each node is to each node: self, parent, child, sibling, ancestor, other (0 to 5), rows
# from node i, columns to node j, written by hand.
BY_HAND = {
    "x": ["0"],
    "sin x": ["02", "10"],
    "+ x y": ["022", "103", "130"],
    "sin cos x": ["025", "102", "410"],
    "+ sin x y": ["0252", "1023", "4105", "1350"],
    "+ x sin y": ["0225", "1035", "1302", "4510"],
    "sin + x y": ["0255", "1022", "4103", "4130"],
    "sin cos exp x": ["0255", "1025", "4102", "4410"],
    "+ * x y x": ["02552", "10223", "41035", "41305", "13550"],
    "- x * y c": ["02255", "10355", "13022", "45103", "45130"],
    "* + x y sin c": ["025525", "102235", "410355", "413055", "135502", "455510"],
    "+ sin * x y c": ["025552", "102553", "410225", "441035", "441305", "135550"],
}


@pytest.mark.parametrize("text", BY_HAND)
def test_relations_equal_those_written_by_hand(text: str) -> None:
    free = Grammar(WIDE, max_depth=9, max_length=30)
    found = in_whole_trees(replay(free, batch(text)).relations)[0]
    assert ["".join(map(str, row)) for row in found.tolist()] == BY_HAND[text]


def links(tokens: list[int], arities: np.ndarray) -> dict[int, int]:
    """Each node's parent, by recursive descent."""
    above: dict[int, int] = {}

    def descend(place: int, parent: int) -> int:
        above[place] = parent
        after = place + 1
        for _ in range(int(arities[tokens[place]])):
            after = descend(after, place)
        return after

    assert descend(0, -1) == len(tokens)
    return above


def chain(above: dict[int, int], node: int) -> list[int]:
    return [] if above[node] < 0 else [above[node], *chain(above, above[node])]


def relation(above: dict[int, int], i: int, j: int) -> int:
    cases = (
        i == j,
        above[i] == j,
        above[j] == i,
        above[i] == above[j] != -1,
        j in chain(above, i),
        True,
    )
    return cases.index(True)


def printed_relation(above: dict[int, int], i: int, j: int) -> int:
    """The cases of paper §4.1, in their order."""
    cases = (
        i == j,
        above[j] == i,
        above[i] == j,
        above[i] == above[j] != -1,
        i in chain(above, j),
        True,
    )
    return cases.index(True)


def test_relations_and_slots_equal_a_recursive_computation() -> None:
    grammar = Grammar(WIDE, max_depth=7, max_length=20)
    trees = grow(grammar, 200, seed=3)
    seen = replay(grammar, trees)
    relations = in_whole_trees(seen.relations)
    for row, tokens in enumerate(trees):
        above = links(tokens.tolist(), WIDE.arities)
        size = range(len(tokens))
        expected = [[relation(above, i, j) for j in size] for i in size]
        assert relations[row, : len(tokens), : len(tokens)].tolist() == expected
        printed = [[printed_relation(above, i, j) for j in size] for i in size]
        found = as_printed(seen.relations)[row, : len(tokens), : len(tokens)]
        assert found.tolist() == printed
        for place in size:
            elder = [other for other in range(place) if above[other] == above[place] != -1]
            none = len(WIDE)
            assert seen.siblings[row, place] == (tokens[elder[-1]] if elder else none)
            assert seen.parents[row, place] == (tokens[above[place]] if place else none)
            assert seen.depths[row, place] == len(chain(above, place))


def random_grammar(random: np.random.Generator) -> Grammar:
    operators = [OPERATORS[n] for n in NAMES if random.random() < 0.6]
    leaves = [X, *(token for token in (Y, CONSTANT, TWO) if random.random() < 0.5)]
    outputs = int(random.integers(1, 4))
    roots = [tuple_of(outputs)] if outputs > 1 else []
    return Grammar(
        Vocabulary((*operators, *leaves, *roots)),
        max_depth=int(random.integers(1, 8)),
        max_length=int(random.integers(4, 25)),
        max_constants=int(random.integers(0, 4)),
        nested_trigonometry=bool(random.integers(2)),
        nested_exponentials=bool(random.integers(2)),
    )


def test_growth_keeps_every_limit_and_never_meets_a_dead_end() -> None:
    random = np.random.default_rng(0)
    for seed in range(40):
        grammar = random_grammar(random)
        vocabulary = grammar.vocabulary
        trees = grow(grammar, 50, seed)
        assert replay(grammar, trees).legal.all()
        for tokens in trees:
            tree = vocabulary.decode(tokens.tolist())
            assert tree.size <= grammar.max_length
            assert tree.depth <= grammar.max_depth
            assert len(tree.constants) <= grammar.max_constants
            assert (tree.root == grammar.tuple_token) == (grammar.outputs > 1)


PLAIN = Grammar(WIDE, max_depth=6, max_length=12, max_constants=2)


@pytest.mark.parametrize(
    "text",
    ["- x x", "/ y y", "max x x", "neg neg x", "exp exp x", "sin cos x", "sin + x cos y",
     "+ c c", "+ c 2", "sin c", "* 2 pi", "abs neg x", "exp log x", "- * c x * c x",
     "/ sin + x y sin + x y", "+ c + c + c x", "neg sin neg neg x"],
)  # fmt: skip
def test_degenerate_and_excessive_trees_are_not_admitted(text: str) -> None:
    assert not admits(PLAIN, batch(text))[0]


@pytest.mark.parametrize(
    "text", ["c", "x", "- x y", "- x c", "+ x x", "- sin x sin y", "exp neg exp x", "sin exp neg x",
             "- - x y x", "/ * x y * y x", "+ sin x cos y", "max c x"],
)  # fmt: skip
def test_sound_trees_are_admitted(text: str) -> None:
    assert admits(PLAIN, batch(text))[0]


def test_switches_allow_nesting() -> None:
    open_minded = Grammar(WIDE, nested_trigonometry=True, nested_exponentials=True)
    assert admits(open_minded, batch("sin cos x", "exp exp x", "sin + x cos y")).all()


def holds_degenerate(text: list[str]) -> bool:
    """The definition, by recursion on words."""

    def read(place: int) -> tuple[list[str], list[list[str]], int]:
        after, below = place + 1, []
        for _ in range(OPERATORS[text[place]].arity if text[place] in OPERATORS else 0):
            branch, _, after = read(after)
            below.append(branch)
        return text[place:after], below, after

    constant = ("c", "2", "pi")
    for place in range(len(text)):
        _, below, _ = read(place)
        if below and all(len(b) == 1 and b[0] in constant for b in below):
            return True
        if text[place] in ("-", "/", "max", "min") and below[0] == below[1]:
            return True
    return False


def test_degenerate_trees_are_those_of_the_definition() -> None:
    small = Vocabulary((OPERATORS["-"], OPERATORS["+"], OPERATORS["sin"], X, CONSTANT))
    words = ["-", "+", "sin", "x", "c"]
    trees: list[list[int]] = []
    for size in range(1, 8):
        for tokens in product(range(5), repeat=size):
            left = np.cumsum(small.arities[list(tokens)].astype(int) - 1)
            if left[-1] == -1 and (left[:-1] >= 0).all():
                trees.append(list(tokens))
    assert len(trees) > 2000
    seen = TokenBatch.of(trees)
    grammar = Grammar(small, max_depth=9, max_length=9, max_constants=9)
    rows = replay(grammar, seen)
    found = is_degenerate(grammar, rows.tokens, rows.lengths)
    expected = [holds_degenerate([words[t] for t in tree]) for tree in trees]
    assert found.tolist() == expected


def test_a_cut_keeps_all_but_the_subtree() -> None:
    kept = cut(PLAIN, batch("+ sin x * y c", "sin x"), np.array([1, 0]))
    assert kept.prefixes[0, :1].tolist() == ids("+")
    assert kept.starts.tolist() == [1, 0]
    assert kept.open_after.tolist() == [1, 0]
    assert kept.rest_length.tolist() == [3, 0]
    assert kept.rest_constants.tolist() == [1, 0]


def test_what_is_not_a_tree_is_refused() -> None:
    for text in ("+ x", "x y", "sin"):
        with pytest.raises(ExpressionError, match="whole trees"):
            replay(PLAIN, batch(text))
    with pytest.raises(ExpressionError, match="token ids below"):
        replay(PLAIN, TokenBatch.of([[200]]))
    with pytest.raises(ExpressionError, match="one place"):
        cut(PLAIN, batch("x"), np.array([1]))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"max_depth": -1}, "max_depth must be at least 0"),
        ({"max_length": 0}, "max_length must be at least 1"),
        ({"allowed": frozenset({Symbol("z")})}, "must be in the vocabulary"),
        ({"allowed": frozenset({OPERATORS["+"]})}, "needs a leaf"),
        ({"allowed": frozenset({CONSTANT}), "max_constants": 0}, "needs a leaf"),
    ],
)
def test_impossible_grammars_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Grammar(WIDE, **changes)  # pyright: ignore[reportArgumentType]


def test_systems_and_unknowns() -> None:
    pair = Vocabulary((tuple_of(2), OPERATORS["+"], X))
    with pytest.raises(SettingsError, match="2 formulas"):
        Grammar(pair, max_depth=0)
    with pytest.raises(SettingsError, match="one tuple"):
        Grammar(Vocabulary((tuple_of(2), tuple_of(3), X)))
    with pytest.raises(SettingsError, match="unknown"):
        Grammar(Vocabulary((Derivative("u"), X)))


def test_without_a_variable_only_constants_remain() -> None:
    constants = Grammar(WIDE, allowed=frozenset({OPERATORS["+"], CONSTANT, TWO}))
    trees = grow(constants, 20, seed=0)
    assert {len(tokens) for tokens in trees} == {1}


def test_a_network_is_told_all_of_the_tree_or_none_of_it() -> None:
    grammar = Grammar(WIDE, max_depth=7, max_length=20)
    relations = replay(grammar, grow(grammar, 50, seed=4)).relations
    assert told(Relations.TREE, relations) is relations
    assert np.all(told(Relations.NONE, relations) == OTHER)
    shuffled = told(Relations.SHUFFLED, relations)
    assert np.all(shuffled == shuffled[0])  # the same in every tree
    counts = np.bincount(told(Relations.SHUFFLED, np.zeros((60, 60), np.uint8)).ravel())
    assert len(counts) == RELATIONS
    assert counts.min() > 0.8 * counts.mean()
    one = told(Relations.SHUFFLED, relations[:, 5:6], first=5)
    assert np.array_equal(one, shuffled[:, 5:6])  # step by step, or at once
