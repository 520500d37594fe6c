"""The methods for equations in several variables."""

from symplex.propose.textbook.pdes.catalogue import methods_with


def test_each_has_a_name_of_its_own():
    names = [method.name for method in methods_with(())]
    assert len(set(names)) == len(names) >= 13


def test_they_say_nothing_of_ordinary_equations():
    from support.textbook import initial, proposals

    problem = initial("u_x = u", 0, 1, 1)
    assert [found for method in methods_with(()) for found in proposals(method, problem)] == []
