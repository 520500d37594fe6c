from support.statements import formula
from symplex.expression import number
from symplex.proof.contradictions.elimination import Elimination, Row


def row(right, source=0, **entries):
    made = {name: formula(str(value)) for name, value in entries.items()}
    return Row(made, formula(str(right)), frozenset({source}))


def test_equations_that_agree_are_possible():
    elimination = Elimination()
    assert elimination.impossible([row(3, 0, a=1, b=2), row(6, 1, a=2, b=4)]) is None
    assert elimination.rank == 1


def test_the_sources_of_what_is_impossible_are_known():
    rows = [row(1, 0, a=1), row(5, 1, c=1), row(2, 2, b=1), row(4, 3, a=1, b=1)]
    left = Elimination().impossible(rows)
    assert left is not None
    assert left.sources == {0, 2, 3}
    assert left.right == number(1)


def test_what_vanishes_only_by_a_theorem_is_no_pivot():
    left = Elimination().impossible([row(1, 0, a="sin(pi)")])
    assert left is not None


def test_values_are_those_of_some_sources():
    elimination = Elimination()
    elimination.impossible([row(3, 0, a=1, b=1), row(1, 1, b=1)])
    assert elimination.values(frozenset({0, 1})) == {"a": number(2), "b": number(1)}
    assert elimination.values(frozenset({0})) == {}


def test_a_reduced_row_lacks_what_is_solved_for():
    elimination = Elimination()
    elimination.impossible([row(3, 0, a=1, b=1)])
    assert set(elimination.reduced(row(1, 1, a=2, b=5)).entries) == {"b"}
