from support.statements import formula, on_square
from symplex.expression import symbol
from symplex.expression.operators import Rule
from symplex.proof.contradictions.shown import shown_on
from symplex.work.budget import Budget

BOX = on_square("u_x = 0").domain


def test_identities_hold_for_all_constants():
    space = shown_on(BOX, Budget.unlimited(), ["c#1"])
    free = symbol("c#1")
    assert space.is_zero(free * formula("sin(x)^2 + cos(x)^2") - free)
    assert not space.is_zero(free)


def test_an_open_box_lacks_its_faces():
    x = formula("x")
    assert shown_on(BOX, Budget.unlimited(), is_open=True).signs.holds(x, Rule.POSITIVE)
    assert not shown_on(BOX, Budget.unlimited()).signs.holds(x, Rule.POSITIVE)
