"""The methods in the order in which they are tried."""

from support.textbook import initial, is_solved
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.pdes.catalogue import methods_with

# The methods in their order.


def test_every_method_has_a_name_of_its_own():
    names = [method.name for method in METHODS]
    assert len(set(names)) == len(names)


def test_what_needs_sympy_alone_comes_last():
    assert "SymPy" in METHODS[-1].name


def test_some_method_solves_each_of_these():
    for problem in (
        initial("u_xx + u = x", 0, 1, 1, 0),
        initial("u_x = u*(2 - u)", 0, 1, 1),
        initial("u_xx = 2*u*u_x", 0, "1/2", 0, 1),
    ):
        assert any(is_solved(method, problem) for method in METHODS[:-1])


# The methods for equations in several variables.


def test_each_has_a_name_of_its_own():
    names = [method.name for method in methods_with(())]
    assert len(set(names)) == len(names) >= 13


def test_they_say_nothing_of_ordinary_equations():
    from support.textbook import initial, proposals

    problem = initial("u_x = u", 0, 1, 1)
    assert [found for method in methods_with(()) for found in proposals(method, problem)] == []
