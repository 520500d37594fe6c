"""Kinks and jumps in the equation itself: what `diff` acts on is not differentiable.

A smooth answer whose flux jumps with the coefficient leaves a delta function in the equation.
"""

from collections.abc import Iterator

from attacks.cases import LINE, PLANE, Attack, Statement, cauchy, dirichlet, statement

KIND = "coefficient"
_STEPS = (
    "(3 + sign(P))/2",
    "2 + sign(P)",
    "1 + relu(sign(P))",
    "1 + max(sign(P), 0)",
    "3 - sign(P)",
    "2 + sign(P^3)",
    "2 + sign(10^9*P)",
    "2 + min(sign(P), 1/2)",
    "exp(sign(P))",
    "sqrt(2 + sign(P))",
    "1 + (1 + sign(P))^2",
    "2 + abs(1 + sign(P))",
)
"""Positive functions that jump where P = 0."""
_POINTS = ("x", "(x - 1/3)", "(x + sqrt(2)/5)")
_JUMP = "the flux jumps with the coefficient: the left side holds a delta function"
_MOVING = (
    "exp(t - x) - 1",
    "x^2 + 2*t - 1",
    "exp(t + x) - 2",
    "x + x^3 + 6*x*t - 1 - 2*t - x^2",
    "exp(t)*cosh(x) - 2",
    "x^2 + 2*t - 3/2 + x/2",
)
"""Solutions of the heat equation whose zeros move."""
_LATENT = "the zero moves, so the time derivative of sign(u) is a delta function on it"


def attacks() -> Iterator[Attack]:
    """Transmission, derivatives of kinked sources, two phases, total variation."""
    yield from _transmission()
    yield from _sources()
    yield from _phases()
    yield from _fluxes()


def _made(statement_of: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, statement_of, {"u": answer}, reason)


def _transmission() -> Iterator[Attack]:
    for step in _STEPS:
        for point in _POINTS:
            a = f"({step.replace('P', point)})"
            yield _made(dirichlet(f"diff({a}*u_x, x) = 0", "x"), "x", _JUMP)
            yield _made(dirichlet(f"diff({a}*u, x) = 0", "1"), "1", _JUMP)
            both = f"diff({a}*u_x, x) + diff({a}*u_y, y) = 0"
            yield _made(dirichlet(both, "2*x + y", PLANE), "2*x + y", _JUMP)
            law = f"u_t + diff({a}*u, x) = 0"
            yield _made(cauchy(law, "1"), "1", _JUMP)
        slanted = f"({step.replace('P', '(x - y/2)')})"
        both = f"diff({slanted}*u_x, x) + diff({slanted}*u_y, y) = 0"
        yield _made(dirichlet(both, "x", PLANE), "x", _JUMP)
        late = f"({step.replace('P', '(t - 1/2)')})"
        yield _made(cauchy(f"diff({late}*u, t) + u_x = 0", "1"), "1", _JUMP)
        moving = f"({step.replace('P', '(x - t)')})"
        equation = f"diff({moving}*u, t) + 2*diff({moving}*u, x) = 0"
        yield _made(cauchy(equation, "1"), "1", _JUMP)


def _sources() -> Iterator[Attack]:
    """Derivatives of |x|, sign and max in the statement, of an order at which they are deltas."""
    delta = "the right side holds a delta function, the left side does not"
    for point in ("x", "(x - 1/3)", "(2*x - 1)"):
        for source in (
            f"sign({point})",
            f"max({point}, 0)^0*sign({point})",
            f"{point}*0 + sign({point})",
        ):
            yield _made(dirichlet(f"u_x = diff({source}, x)", "1"), "1", delta)
            yield _made(dirichlet(f"u_xx = diff({source}, x)", "x"), "x", delta)
            yield _made(cauchy(f"u_t = diff({source}, x)", "x"), "x", delta)
        for source in (
            f"abs({point})",
            f"max({point}, 0)",
            f"relu({point})",
            f"sqrt({point}^2)",
            f"min({point}, 0)",
            f"max({point}, 2*{point})",
        ):
            yield _made(dirichlet(f"u_xx = diff({source}, x, 2)", "1"), "1", delta)
            yield _made(dirichlet(f"u_x = diff({source}, x, 2)", "1"), "1", delta)
            yield _made(dirichlet(f"diff({source}*u, x, 2) = 0", "1"), "1", delta)
            yield _made(cauchy(f"u_t = diff({source}, x, 2) + u_xx", "x"), "x", delta)
            yield _made(cauchy(f"u_t + u_x = diff({source}, x, x)", "x - t"), "x - t", delta)


def _phases() -> Iterator[Attack]:
    for answer in _MOVING:
        for heat in (
            "u + sign(u)",
            "u + 2*sign(u)",
            "u + max(sign(u), 0)",
            "u + sign(u^3)/10^6",
            "u - relu(-sign(u))",
            "2*u - u + relu(sign(u))",
        ):
            yield _made(cauchy(f"diff({heat}, t) = u_xx", answer), answer, _LATENT)
    two = "the flux jumps where u changes its sign"
    for factor in ("2 + sign(u)", "1 + max(sign(u), 0)", "(3 + sign(u))/2", "exp(sign(u))"):
        for answer in ("x", "2*x - 1", "x + 1/3"):
            yield _made(dirichlet(f"diff(({factor})*u_x, x) = 0", answer), answer, two)
            yield _made(cauchy(f"u_t = diff(({factor})*u_x, x)", answer), answer, two)
    for answer in ("x + y", "x*y", "x^2 - y^2"):
        equation = "diff((2 + sign(u))*u_x, x) + diff((2 + sign(u))*u_y, y) = 0"
        yield _made(dirichlet(equation, answer, PLANE), answer, two)


def _fluxes() -> Iterator[Attack]:
    """Total variation, p-Laplace and the like at a kink: the flux jumps."""
    jump = "the flux has different values on the two sides of the kink"
    for kink in (
        "abs(x)",
        "1 - abs(x)",
        "abs(x - 1/4)",
        "max(x, -2*x)",
        "sqrt(x^2)",
        "relu(x) - x",
    ):
        for flux in (
            "sign(u_x)",
            "abs(u_x)*u_x",
            "u_x^3",
            "u_x/sqrt(1 + u_x^2)",
            "atan(u_x)",
            "exp(u_x)",
            "u_x + u_x^3",
            "max(u_x, 2*u_x)",
            "tanh(u_x)",
            "sinh(u_x)",
        ):
            yield _made(dirichlet(f"diff({flux}, x) = 0", kink), kink, jump)
            if flux != "sign(u_x)":
                yield _made(cauchy(f"u_t = diff({flux}, x)", kink), kink, jump)
    quiet = statement("diff(sign(u_x), x) = 0", LINE, [("x = -1", "u = 1"), ("x = 1", "u = 1")])
    yield _made(quiet, "x^2", "the sign of the gradient jumps from -1 to 1")
    yield _made(quiet, "cosh(x) - cosh(1) + 1", "the sign of the gradient jumps from -1 to 1")
