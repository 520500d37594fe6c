"""Families for several unknowns at once."""

from support.writing import Writing, is_whole, text_of, writing
from symplex.problem import Problem
from symplex.propose.candidates.ansatz_systems import of_systems


def test_of_one_variable_each_unknown_has_constants_of_its_own():
    pair = Writing(
        Problem(
            ["u_x = v", "v_x = -u"],
            {"x": [0, 1]},
            [("x = 0", "u = 1"), ("x = 0", "v = 0")],
            unknowns=["u", "v"],
        )
    )
    found = [tree for tree in of_systems(pair.problem, pair.encoding, None) if tree.ids]
    assert all(is_whole(tree) and len(tree.components) == 2 for tree in found)
    texts = {tuple(map(text_of, tree.components)) for tree in found}
    assert ("1 + 1*x + 1*x^2",) * 2 in texts
    assert ("1*sin(1*x) + 1*cos(1*x)",) * 2 in texts
    assert ("1*1 + 1*x", "1*sin(1*x) + 1*cos(1*x)") in texts


def test_an_unknown_without_data_balances_products_of_the_others():
    flow = writing("taylor-green")
    found = list(of_systems(flow.problem, flow.encoding, flow.encoding.symbol("t")))
    assert all(is_whole(tree) and len(tree.components) == 3 for tree in found)
    pressure = flow.problem.unknowns.index("p")
    balances = {text_of(tree.components[pressure]) for tree in found}
    assert any("cos(x)*cos(x)" in text for text in balances)
    assert {tree.components[0].symbols for tree in found} == {
        frozenset({"x", "y", "t"}),
        frozenset({"x", "y"}),
    }


def test_where_every_unknown_has_data_nothing_is_to_be_balanced():
    pair = writing("acoustics-standing")
    assert not list(of_systems(pair.problem, pair.encoding, pair.encoding.symbol("t")))
    assert not list(of_systems(pair.problem, pair.encoding, None))
