"""What the walk over a formula meets: derivatives as they were written."""

import pytest

from symplex.expression import Derivative, leaf
from symplex.expression.differentiated import placeholder
from symplex.expression.parse import Scope, parse, read

SCOPE = Scope(("x", "t"), ("k",), ("u",))


def recorded(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(record.formula, record.by) for record in read(text, SCOPE).differentiated]


def expected(*pairs: tuple[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    return [(parse(formula, SCOPE), tuple(by)) for formula, by in pairs]


@pytest.mark.parametrize(
    "text", ["u_xx + x", "diff(u, x, 2)", "diff(u_t, x)", "diff(diff(u, x), t)"]
)
def test_derivatives_of_unknowns_are_leaves(text):
    reading = read(text, SCOPE)
    assert not reading.differentiated
    assert reading.kept == reading.tree


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("diff(k*(3 + sign(x))/2*u_x, x)", [("k*(3 + sign(x))/2*u_x", "x")]),
        ("diff(sign(x), x)", [("sign(x)", "x")]),
        ("diff(abs(x), x, 2)", [("abs(x)", "xx")]),
        ("diff(abs(x)*u, x, t, x)", [("abs(x)*u", "xtx")]),
        ("diff(u^2, x) + diff(u^3, t)", [("u^2", "x"), ("u^3", "t")]),
        ("diff(x*diff(u*u_x, x), x)", [("u*u_x", "x"), ("x*(u_x*u_x + u*u_xx)", "x")]),
    ],
)
def test_every_other_derivative_is_recorded_as_it_was_written(text, records):
    assert recorded(text) == expected(*records)


def test_a_derivative_of_a_derivative_is_one_derivative():
    assert recorded("diff(diff(abs(x), x), t)") == expected(("abs(x)", "xt"))
    assert recorded("diff(diff(1*u, x), t)") == expected(("1*u", "xt"))


def test_a_derivative_that_expands_to_a_leaf_stays_recorded():
    reading = read("diff(+diff(1*u, x), t)", SCOPE)
    assert reading.tree == leaf(Derivative("u", ("x", "t")))
    assert [record.by for record in reading.differentiated] == [("x",), ("t",)]
    assert reading.differentiated[1].with_placeholders == leaf(placeholder(0))
    assert reading.kept == leaf(placeholder(1))


def test_the_kept_tree_stops_at_the_outermost_derivative():
    reading = read("3*diff(x*diff(u^2, x), x) - u", SCOPE)
    assert reading.kept.derivatives == {placeholder(1), Derivative("u")}
    assert reading.differentiated[1].with_placeholders.derivatives == {placeholder(0)}
    assert reading.tree.derivatives == {Derivative("u", ("x",) * order) for order in range(3)}
