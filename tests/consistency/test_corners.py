from support.statements import faces, on_rod, on_square
from symplex.consistency.corners import corner_jumps


def test_values_that_jump_at_a_corner():
    jumps = list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = cos(x)"), ("x = 0", "u = 0"))))
    assert [jump.order for jump in jumps] == [0]
    assert "disagree where their faces meet (x = 0, t = 0)" in jumps[0].sentence
    assert "u is 1 by the first and 0 by the second" in jumps[0].sentence


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
