"""Evolution on a line, discretised in space."""

import numpy as np
import pytest

from support.reasons import refused
from support.references import ON_LINE, system
from symplex.numerics.reference.line import Line, Padding, statement, tail
from symplex.reasons import Code


def half_line():
    return statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = x^2"), ("x = -1", "u = 1")))


def test_the_sides_of_a_half_line():
    stated = half_line()
    assert (stated.time, stated.space, stated.held) == ("t", "x", (True, False))
    line = Line(stated, Padding(0.0, 10.0, low_fades=False, high_fades=True), 20)
    assert line.ends == (-1.0, 11.0)
    fade = line.rows[0].fade
    assert fade[0] == pytest.approx(1.0)
    assert fade[-1] < 1e-3
    assert [len(row.points) for row in line.rows] == [19, 1]


def test_the_tail_says_whether_data_are_resolved():
    narrow = statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = exp(-20*x^2)")))
    padding = Padding(3.0, 3.0, low_fades=True, high_fades=True)
    assert tail(Line(narrow, padding, 16)) > 1e-3
    assert tail(Line(narrow, padding, 200)) < 1e-9


def test_data_that_end_beyond_the_box_are_refused():
    stated = statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = sqrt(x + 1)")))
    with np.errstate(all="ignore"), refused(Code.REFERENCE_DATA_UNDEFINED_BEYOND):
        Line(stated, Padding(3.0, 3.0, low_fades=True, high_fades=True), 16).initial()


def test_a_statement_without_a_whole_state_is_refused():
    with refused(Code.REFERENCE_NO_SLICE):
        statement(system("u_tt = u_xx", ON_LINE, ("t = 0", "u = x")))


def test_a_state_that_is_given_twice_is_refused():
    with refused(Code.REFERENCE_NO_SLICE):
        statement(system("u_t = u_xx", ON_LINE, ("t = 0", "u = x"), ("t = 0", "u = 2*x")))
