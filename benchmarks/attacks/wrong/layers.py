"""Layers that are left on surfaces: normal fluxes that jump, kinks off characteristics.

Σ c·∂F leaves Σ c·[F]·∂g on a surface g = 0. The attacks leave something, or break a hypothesis of
the rule: smooth coefficients, fluxes of first degree, surfaces at which the equation counts.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, cauchy, dirichlet

KIND = "flux that jumps"
_NORMALS = ((1, 0), (1, 1), (2, -1), (1, 3))
_SLOPES = (("1", "1"), ("1", "3"), ("2", "1"), ("-1", "1"))
"""The slopes by g behind and ahead of g = 0; the coefficients are 3 and 1, so 1 and 3 balance."""


def attacks() -> Iterator[Attack]:
    """Layered media, inclusions, kinks of wave equations, and broken hypotheses."""
    yield from _media()
    yield from _inclusions()
    yield from _waves()
    yield from _degenerate()


def medium(coefficient: str, names: str = "xy") -> str:
    """The divergence of a coefficient times the gradient."""
    return " + ".join(f"diff(({coefficient})*u_{name}, {name})" for name in names) + " = 0"


def layered(a: int, b: int, slopes: tuple[str, str]) -> tuple[str, str]:
    """A statement with coefficients 3 and 1 on the sides of g = 0, and an answer bent there."""
    guard = f"({a}*x + ({b})*y)"
    answer = f"({slopes[1]})*max({guard}, 0) + ({slopes[0]})*min({guard}, 0) + ({b})*x - ({a})*y"
    return medium(f"2 - sign({guard})"), answer


def _still(equation: str, answer: str, reason: str, box: Box = PLANE) -> Attack:
    return Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _media() -> Iterator[Attack]:
    reason = "the normal part of the flux jumps at the layer"
    for (a, b), slopes in product(_NORMALS, _SLOPES):
        if slopes == ("1", "3"):
            continue
        yield _still(*layered(a, b, slopes), reason)
    outside = "a coefficient that jumps stands before a measure"
    yield _still("(2 - sign(x))*(u_xx + u_yy) = 0", "max(3*x, x)", outside)
    yield _still("(2 - sign(x))*diff(2*u_x, x) + u_yy = 0", "max(3*x, x)", outside)
    yield _still("u_xx*(2 - sign(x)) + diff((2 - sign(x))*u_y, y) = 0", "max(3*x, x)", outside)
    corner = "four media meet, and the normal flux jumps on two of the four rays"
    yield _still(medium("2 - sign(x)*sign(y)"), "max(3*x, x)", corner)
    yield _still(medium("2 - sign(x*y)"), "max(3*y, y)", corner)
    yield _still(medium("2 + max(sign(x), sign(y))"), "x", corner)


def _inclusions() -> Iterator[Attack]:
    reason = "the dipole of a cylinder of conductivity 1 in a medium of conductivity 3 is 1/2"
    for dipole in ("1/3", "-1/2", "1", "1/2 + 10^(-25)"):
        answer = f"x*(1 + ({dipole})*(9/16)/max(9/16, x^2 + y^2))"
        yield _still(medium("2 + sign(x^2 + y^2 - 9/16)"), answer, reason)
    other = "the layer and the bend of the answer are on different circles"
    answer = "x*(1 + 1/(8*max(1/4, x^2 + y^2)))"
    yield _still(medium("2 + sign(x^2 + y^2 - 9/16)"), answer, other)
    sphere = "the dipole of a cylinder, in a sphere"
    answer = "x*(1 + (27/128)/max(9/16, x^2 + y^2 + z^2)^(3/2))"
    yield _still(medium("2 + sign(x^2 + y^2 + z^2 - 9/16)", "xyz"), answer, sphere, SPACE)


_PROFILES = ("abs(R)", "relu(R)", "max(R, 3*R)")


def _waves() -> Iterator[Attack]:
    reason = "the kink does not move with the speed of waves"
    for profile, c, speed in product(_PROFILES, ("1", "2"), ("0", "1/2", "1", "2", "-3")):
        if abs(Fraction(speed)) == Fraction(c):
            continue
        answer = profile.replace("R", f"(x - ({speed})*t)")
        for more, box in (("", LINE), (" - u_yy", PLANE)):
            stated = cauchy(f"u_tt - ({c})^2*u_xx{more} = 0", answer, box)
            yield Attack(KIND, stated, {"u": answer}, reason)
    answer = "abs(x - t) + relu(x)"
    mixed = "two kinks, and one of them at rest"
    yield Attack(KIND, cauchy("u_tt = u_xx", answer), {"u": answer}, mixed)


def _degenerate() -> Iterator[Attack]:
    """The equation is multiplied by what vanishes on the kink, or is nonlinear in the slopes."""
    factor = "multiplied by what vanishes at the kink: nothing is said of it there"
    for first, answer in product(
        ("(x - t)", "(x - t)^2", "sin(x - t)", "abs(x - t)"), ("abs(x - t)", "relu(x - t)")
    ):
        equation = f"{first}*(u_tt - 4*u_xx) = 0"
        yield Attack(KIND, cauchy(equation, answer), {"u": answer}, factor)
    shock = "characteristics leave the kink on both sides: Lax's condition fails"
    for stress in ("u_x^3", "u_x^2", "u_x^3/2 + u_x/2"):
        stated = cauchy(f"u_tt = diff({stress}, x)", "relu(x - t)")
        yield Attack(KIND, stated, {"u": "relu(x - t)"}, shock)
    speeds = "solved by one value of the parameter alone"
    stated = cauchy("u_tt = k^2*u_xx", "abs(x - t)", parameters={"k": [0, 1]})
    yield Attack(KIND, stated, {"u": "abs(x - t)"}, speeds)
    stated = cauchy("u_tt = u_xx", "k*abs(x - k*t)", parameters={"k": [0, 2]})
    yield Attack(KIND, stated, {"u": "k*abs(x - k*t)"}, speeds)
