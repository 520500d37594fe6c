"""Genetic programming, as symbolic rivals use it."""

import numpy as np

from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, MULTIPLY, SIN, SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex_benchmarks.rivals.symbolic.genetic import Genetic, GeneticSettings
from symplex_benchmarks.rivals.symbolic.queue import Scored

WORDS = Vocabulary((ADD, SUBTRACT, MULTIPLY, SIN, Symbol("x"), Symbol("y"), CONSTANT))
ENCODING = TreeEncoding(WORDS)
GRAMMAR = Grammar(WORDS, max_length=12, max_depth=5)
X, Y = ENCODING.symbol("x"), ENCODING.symbol("y")
WANTED = ENCODING.apply(SIN, X) + Y * X


def genetic(seed=0, **settings):
    rng = np.random.default_rng(seed)
    return Genetic(ENCODING, GRAMMAR, rng, GeneticSettings(population=60, **settings))


def _differing(first, second):
    return sum(a != b for a, b in zip(first, second, strict=False))


def score(trees):
    """By how many tokens a tree differs from the wanted one."""
    return [Scored(t, abs(len(t) - len(WANTED)) + _differing(t.ids, WANTED.ids)) for t in trees]


def test_children_are_legal_trees_with_a_value_for_each_slot():
    parents = score([X + ENCODING.slot(2.5), WANTED, X * Y])
    children = genetic().offspring(parents)
    assert len({child.ids for child in children}) > 10
    assert admits(GRAMMAR, TokenBatch.of([list(child.ids) for child in children])).all()
    for child in children:
        assert child.ids.count(ENCODING.slot_id) == len(child.constants)


def test_constants_are_inherited():
    parents = score([ENCODING.slot(2.5) * X])
    children = genetic(mutation=0.0).offspring(parents)
    assert {value for child in children for value in child.constants} == {2.5}


def test_evolution_finds_what_is_rewarded_and_the_seed_fixes_how():
    first = score([X, Y, X + Y])
    runs = [genetic(seed=3, generations=25).evolve(first, score, lambda: False) for _ in range(2)]
    assert WANTED.ids in {one.tree.ids for one in runs[0]}
    assert [one.tree for one in runs[0]] == [one.tree for one in runs[1]]


def test_evolution_ends_when_it_is_told_to():
    first = score([X, Y])
    assert genetic().evolve(first, score, lambda: True) == first
