"""The recurrent network of symbolic rivals."""

from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, MULTIPLY, SIN
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import Vocabulary
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.recurrent import Recurrent, RecurrentSettings

WORDS = Vocabulary((ADD, MULTIPLY, SIN, Symbol("x"), Symbol("y"), CONSTANT))
ENCODING = TreeEncoding(WORDS)
GRAMMAR = Grammar(WORDS, max_length=9)
X, Y = ENCODING.symbol("x"), ENCODING.symbol("y")


def sines(trees):
    return sum(tree.ids.count(ENCODING.ids[SIN]) for tree in trees) / len(trees)


def learnt(settings, queue=()):
    policy = Recurrent(ENCODING, GRAMMAR, 0, settings)
    before = sines(policy.sample(400))
    for _ in range(15):
        trees = policy.sample(100)
        policy.learn([Scored(t, 9.0 / (1 + t.ids.count(ENCODING.ids[SIN]))) for t in trees], queue)
    return before, sines(policy.sample(400))


def test_the_risk_seeking_gradient_makes_what_is_rewarded_likelier():
    before, after = learnt(RecurrentSettings(learning_rate=0.02, queue=0.0, quantile=0.2))
    assert after > 1.3 * before


def test_the_queue_is_imitated():
    flat = RecurrentSettings(learning_rate=0.02, quantile=0.01)
    policy = Recurrent(ENCODING, GRAMMAR, 0, flat)
    wanted = X * Y
    for _ in range(60):
        policy.learn([Scored(X, 1.0)], [Scored(wanted, 0.0)])
    assert sum(tree == wanted for tree in policy.sample(100)) > 30


def test_trees_that_the_grammar_forbids_teach_nothing():
    policy = Recurrent(ENCODING, GRAMMAR, 0, RecurrentSettings())
    twin = Recurrent(ENCODING, GRAMMAR, 0, RecurrentSettings())
    nested = ENCODING.apply(SIN, ENCODING.apply(SIN, X))
    policy.learn([Scored(nested, 0.0)], [Scored(nested, 0.0)])
    assert policy.sample(50) == twin.sample(50)


def test_the_seed_fixes_the_samples():
    first, second, other = (Recurrent(ENCODING, GRAMMAR, s, RecurrentSettings()) for s in (1, 1, 2))
    trees = first.sample(30)
    assert trees == second.sample(30)
    assert trees != other.sample(30)
