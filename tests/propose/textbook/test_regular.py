"""The regular solution where the centre has no condition."""

from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.odes.euler import Euler
from symplex.propose.textbook.pdes.regular import is_singular, is_underdetermined, regular_solution
from symplex.work.budget import Budget

DISC = Problem(["u_r = u_r"], {"r": [0, 1]}, [("r = 1", "u = 3")]).changed(
    equations=Problem(["u_rr = (4*u - r*u_r)/r^2"], {"r": [0, 1]}).equations
)


def test_what_is_singular_and_what_lacks_conditions():
    ring = Problem(["u_rr = (4*u - r*u_r)/r^2"], {"r": [1, 2]}, [("r = 1", "u = 3")])
    assert is_singular(DISC)
    assert is_underdetermined(DISC)
    assert not is_singular(ring)


def test_powers_with_negative_exponents_have_no_weight():
    found = regular_solution((Euler(),), DISC, Budget.unlimited())
    assert found is not None
    assert to_text(found["u"]) == "3*r^2"


def test_coupled_equations_are_declined():
    coupled = Problem(
        ["u_rr = v/r", "v_rr = u/r"], {"r": [0, 1]}, [("r = 1", "u = 1")], unknowns=["u", "v"]
    )
    assert regular_solution((Euler(),), coupled, Budget.unlimited()) is None
