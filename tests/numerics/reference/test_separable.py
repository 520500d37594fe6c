"""Separated linear equations."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.numerics.reference.separable import separable
from symplex.reasons import Code


def test_a_box_of_three_variables():
    box = {name: [1, 2] for name in "xyz"}
    sides = [
        (f"{name} = {end}", "u = 1/sqrt({} + {}^2 + {}^2)".format(end**2, *set("xyz") - {name}))
        for name in "xyz"
        for end in (1, 2)
    ]
    stated = system("u_xx + u_yy + u_zz = 0", box, *sides)
    assert is_honest(solved(separable, stated), stated, "1/sqrt(x^2 + y^2 + z^2)")


def test_slopes_on_faces_and_a_coefficient_that_varies():
    stated = system(
        "u_xx + x*u_x + u_yy = x*(1 - y) + 2",
        {"x": [0, 1], "y": [0, 1]},
        *(("x = 0", "u = y^2"), ("x = 1", "u_x = 1 - y")),
        *(("y = 0", "u = x"), ("y = 1", "u_y = 2 - x")),
    )
    assert is_honest(solved(separable, stated), stated, "x*(1 - y) + y^2")


def test_a_constant_left_open_is_refused():
    faces = [(f"{name} = {end}", f"u_{name} = 0") for name in "xy" for end in (0, 1)]
    stated = system("u_xx + u_yy = 0", {"x": [0, 1], "y": [0, 1]}, *faces)
    with refused(Code.REFERENCE_NOT_DETERMINED):
        solved(separable, stated)


def test_mixed_derivatives_are_refused():
    faces = [(f"{name} = {end}", "u = 0") for name in "xy" for end in (0, 1)]
    with refused(Code.REFERENCE_NOT_SEPARABLE):
        solved(
            separable,
            system("u_xx + u_xy + u_yy = 1", {"x": [0, 1], "y": [0, 1]}, *faces),
        )
