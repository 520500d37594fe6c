"""Fluxes that hold the derivative of a jump, which leaves a δ that no side of the jump shows."""

from collections.abc import Iterator

from attacks.cases import LINE, PLANE, Attack, cauchy, dirichlet

KIND = "divergence"
_AT_REST = (
    *("diff(u_xx, x) = 0", "diff((1 + x^2)*u_xx, x) = 0", "diff(u_xx, x, 2) = 0"),
    *("diff(diff(u_x, x), x) = 0", "diff(diff(u, x), x) = 0", "diff(diff(diff(u, x), x), x) = 0"),
    *("diff(u_xx + u^2, x) = 2*x", "diff(exp(u_xx), x) = 0", "diff(u_xx^2, x) = 0"),
    *("diff(u_x*u_xx, x) = 0", "u_xx + diff(u_xx, x) = 0", "diff(u_x, x) = 0"),
    "u + diff(u_xx, x, 2) = abs(x)",
)
_MOVING = (
    *("diff(u_xx, x)", "diff(u_tx, x)", "diff(u_tt, x)", "diff(u_xx, t)", "diff(u_tx, t)"),
    *("diff(diff(u_t, x), t)", "diff(u_xx + u*u_xx, x)", "diff(u_x^2, x) + diff(u_xx, x)"),
    *("diff(u_xx, x) - u_xxx/2", "diff(diff(u, t), x)", "diff(diff(u, x), t, 2)"),
    *("diff(u_x*u_tx, x)", "diff(u_t, x)", "diff(diff(u, x, t), x)"),
)
_TWISTED = ("diff(u_xx, y) = 0", "diff(u_xy, x) = 0", "diff(u_y, x, 2) = 0", "diff(u, y, x, 2) = 0")


def attacks() -> Iterator[Attack]:
    """Kinks at rest, kinks that travel, and one whose height changes along it."""
    still = "u_xx is 2·δ at 0: what is differentiated is no function, or jumps"
    for equation in _AT_REST:
        yield Attack(KIND, dirichlet(equation, "abs(x)", LINE), {"u": "abs(x)"}, still)
    carried = "u_t + u_x is 0, and the rest is a multiple of a derivative of δ(x - t)"
    for term in _MOVING:
        stated = cauchy(f"u_t + u_x + {term} = 0", "abs(x - t)")
        yield Attack(KIND, stated, {"u": "abs(x - t)"}, carried)
    for equation in _TWISTED:
        stated = dirichlet(equation, "y*abs(x)", PLANE)
        yield Attack(KIND, stated, {"u": "y*abs(x)"}, "u_xxy is 2·δ(x)")
