import math

import pytest

from support.fields import read
from symplex.exact.coefficients.nearness import Nearness, values_near
from symplex.expression import number


def test_parameters_are_in_the_middle_unless_they_are_given() -> None:
    box = {"k": (number(1), number(2))}
    assert values_near(box, ("A",), {"A": 3.0}) == {"k": 1.5, "A": 3.0}
    assert values_near(box, ("A",), {"A": 3.0, "k": 1.0}) == {"k": 1.0, "A": 3.0}


def test_values_of_some_constants_alone_are_of_no_use() -> None:
    assert values_near({}, ("A", "B"), {"A": 3.0}) is None
    assert values_near({}, ("A",), None) is None


def test_distances_are_relative_to_the_terms() -> None:
    made = read("A - B", "1000*A - 1000*B", "A*B", "sin(A)", values={"A": 1.0, "B": 1.0 + 1e-6})
    distances = [made.near.distance(top) for top in made.tops]
    assert distances[0] == pytest.approx(5e-7, rel=1e-3)
    assert distances[1] == pytest.approx(distances[0])
    assert distances[2] == pytest.approx(1.0)
    assert distances[3] == pytest.approx(math.sin(1.0))


def test_nothing_is_known_without_values() -> None:
    made = read("A - B")
    assert made.near.distance(made.tops[0]) == 1.0
    assert not made.near.is_known
    partly = Nearness(made.field.ring, {"A": 1.0})
    assert partly.distance(made.tops[0]) == 1.0
