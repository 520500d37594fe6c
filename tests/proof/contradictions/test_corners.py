from support.statements import faces, on_rod, on_square
from symplex.proof.contradictions.corners import corner_jumps
from symplex.reasons import Code, Reason


def test_values_that_jump_at_a_corner():
    jumps = list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = cos(x)"), ("x = 0", "u = 0"))))
    assert [jump.order for jump in jumps] == [0]
    values = Reason(Code.CONTRADICTION_VALUES, what="u", one="1", other="0")
    facts = dict(jumps[0].reason.facts)
    assert (facts["place"], facts["how"]) == ("x = 0, t = 0", values)


def test_slopes_that_jump_at_a_corner():
    jumps = list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("x = 0", "u_x = 2"))))
    assert [jump.order for jump in jumps] == [1]


def test_every_corner_of_a_square_is_looked_at():
    jumps = list(
        corner_jumps(on_square("u_xx + u_yy = 0", *faces("u = 1", "u = 0", "u = 0", "u = 0")))
    )
    assert len(jumps) == 2


def test_data_that_agree_do_not_jump():
    square = on_square("u_xx + u_yy = 0", *faces("u = 0", "u = y", "u = 0", "u = x"))
    assert list(corner_jumps(square)) == []
    assert list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 0", "u = 2")))) == []
