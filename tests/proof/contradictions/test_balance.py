import pytest

from support.statements import faces, on_rod, on_square
from symplex.proof.contradictions.balance import balance
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

COLD = (("x = 0", "u = 0"), ("x = pi", "u = 0"))
SHUT = (("x = 0", "u_x = 0"), ("x = pi", "u_x = 0"))
FLUXES = faces("u_x = 0", "u_x = 2", "u_y = 0", "u_y = 2")


@pytest.mark.parametrize(
    ("problem", "bad"),
    [
        (on_square("u_xx + u_yy = 4", *FLUXES), False),
        (on_square("u_xx + u_yy = 3", *FLUXES), True),
        (
            on_square("u_xx + u_yy = 12*x^2", *faces("u_x = 0", "u_x = 4", "u_y = 0", "u_y = 0")),
            False,
        ),
        (
            on_square(
                "diff((1 + x)*u_x, x) + u_yy = 1",
                *faces("u_x = 0", "u_x = 0", "u_y = 0", "u_y = 0"),
            ),
            True,
        ),
        (on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 1", "u = 2"), *SHUT), True),
        (on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 1", "u = 1"), *SHUT), False),
        (on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 1", "u = sin(x)"), *COLD), True),
        (
            on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 1", "u = exp(-1)*sin(x)"), *COLD),
            False,
        ),
        # Well-posed, and with data of which no integral is known.
        (on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), *COLD), False),
        (on_square("u_xx + u_yy = exp(sin(x*y))", *FLUXES), False),
        # Regular at the axis or not: nobody says.
        (
            on_square(
                "x*u_xx + u_x + x*u_yy = x", *faces("u_x = 0", "u_x = 0", "u_y = 0", "u_y = 0")[1:]
            ),
            False,
        ),
    ],
)
def test_data_in_and_out_of_balance(problem, bad):
    assert bool(list(balance(problem, Budget.unlimited()))) is bad


def test_a_system_is_balanced_equation_by_equation():
    flow = faces("u = 1", "u = 0", "v = 0", "v = 0")
    problem = on_square(["u_x + v_y = 0", "u_y = v_x"], *flow, unknowns=["u", "v"])
    (found,) = balance(problem, Budget.unlimited())
    assert found.first == "equations[0] (u_x + v_y = 0)"
    facts = {"inside": "0", "boundary": "-1"}
    assert found.because == Reason(Code.CONTRADICTION_INTEGRALS, **facts)
