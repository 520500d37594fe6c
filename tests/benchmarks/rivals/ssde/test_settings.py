from symplex.expression import CONSTANT, Symbol
from symplex.expression.vocabulary import Vocabulary
from symplex_benchmarks.rivals.ssde.settings import SSDESettings


def test_the_settings_of_a_search_and_of_its_trees_are_those_that_were_given():
    chosen = SSDESettings(batch=7, queue=3, taught=2, shortening=5, max_length=11)
    found = chosen.search
    assert (found.batch, found.queue, found.taught, found.shortening) == (7, 3, 2, 5)
    assert chosen.grammar(Vocabulary((Symbol("x"), CONSTANT))).max_length == 11
