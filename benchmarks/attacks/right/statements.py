"""True answers of statements that are written in unusual ways: divergences, sums, kinks that match.

Fluxes of smooth answers with their expansions beside them, shocks of laws whose flux is a sum of
divergences, kinked coefficients whose fluxes match, and products with something that vanishes.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, Attack, Statement, cauchy, on_face, shifted, statement

KIND = "written flux"
_SHIFTS = ("0", "1/3", "-1/4", "sqrt(2)/3")
_SMOOTH = (("sin(x)", "cos(x)"), ("exp(x)", "exp(x)"), ("x^3 - x", "3*x^2 - 1"))
_CHAIN_RULES = (
    ("diff(u^2, x)", "2*u*u_x"),
    ("diff(exp(u), x)", "exp(u)*u_x"),
    ("diff(atan(u), x)", "u_x/(1 + u^2)"),
    ("diff(x*u, x)", "u + x*u_x"),
    ("diff(u*u_x, x)", "u_x^2 + u*u_xx"),
    ("diff(sin(u), x)", "cos(u)*u_x"),
    ("diff(log(1 + u^2), x)", "2*u*u_x/(1 + u^2)"),
    ("diff(diff(u^2, x), x)", "2*u_x^2 + 2*u*u_xx"),
    ("diff(u/(2 + x), x)", "u_x/(2 + x) - u/(2 + x)^2"),
    ("diff(x*diff(u, x), x)", "u_x + x*u_xx"),
    ("u*diff(u^2, x)", "2*u^2*u_x"),
    ("diff(u, x)^2", "u_x*diff(u, x)"),
)
"""What the chain rule makes of a divergence."""
_BURGERS = (
    "diff(u^2/2, x)",
    "diff(u^2, x) - diff(u^2/2, x)",
    "diff(u^2/2 + 3, x)",
    "2*diff(u^2/4, x)",
    "diff(u^2/3, x) + diff(u^2/6, x)",
    "diff(u^3, x) - diff(u^3 - u^2/2, x)",
    "diff(u*(u + 2)/2, x) - diff(u, x, 1)",
    "diff((u - 1)^2/2 + u, x)",
)
_KINKS = (
    ("abs(P)", "sign(P)"),
    ("relu(P)", "relu(sign(P))"),
    ("max(P, 3*P)", "(2 + sign(P))"),
    ("-sqrt(4*P^2)", "(-2*sign(P))"),
)
"""A kink and its slope elsewhere."""
_EVEN = ("D^2", "D^4", "abs(D)", "cosh(D)")


def attacks() -> Iterator[Attack]:
    """Every true answer of an unusual statement."""
    yield from _chain_rules()
    yield from _shocks()
    yield from _matching_kinks()
    yield from _matching_coefficients()
    yield from _peaks()
    yield from _vanishing_factors()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason, is_right=True)


def _at_zero(equation: str, answer: str) -> Statement:
    return statement(equation, LINE, [("x = 0", f"u = {on_face(answer, LINE, x=0)}")])


def _chain_rules() -> Iterator[Attack]:
    for (divergence, expanded), (answer, slope) in product(_CHAIN_RULES, _SMOOTH):
        equation = f"{divergence} + u_x = {expanded} + {slope}"
        yield _made(_at_zero(equation, answer), answer, "the chain rule for a smooth function")


def _shocks() -> Iterator[Attack]:
    """Each sum is (u²/2)_x, so a falling jump moves at the mean of its states."""
    for law, (a, b) in product(_BURGERS, ((2, 0), (1, -1), (3, 1), (0, -2))):
        answer = f"{(a + b) // 2} - {(a - b) // 2}*sign(x - {(a + b) // 2}*t)".replace("- -", "+ ")
        yield _made(cauchy(f"u_t + {law} = 0", answer), answer, "Rankine-Hugoniot and Lax")


def _matching_kinks() -> Iterator[Attack]:
    """With u = x - K the flux u + K is smooth. And u = x where K enters on both sides."""
    for (kink, slope), shift in product(_KINKS, _SHIFTS):
        k, answer = shifted(kink, shift), shifted(f"x - ({kink})", shift)
        yield _made(_at_zero(f"diff(u + {k}, x) = 1", answer), answer, "u + K = x")
        yield _made(_at_zero(f"diff(u + {k}, x, 2) = 0", answer), answer, "u + K = x")
        same = shifted(f"diff(u + {kink}, x) = 1 + {slope}", shift)
        yield _made(_at_zero(same, "x"), "x", "the derivative of a continuous kink is its slope")


def _matching_coefficients() -> Iterator[Attack]:
    """a·u_x = 1 on both sides, where a jumps."""
    coefficients = (
        ("(2 + sign(P))", "min(P, P/3)"),
        ("(2 - sign(P))", "max(P, P/3)"),
        ("(3 + sign(P))", "min(P/2, P/4)"),
    )
    for (a, answer), shift in product(coefficients, _SHIFTS):
        formula = shifted(answer, shift)
        for equation in ("diff(A*u_x, x) = 0", "u_t = diff(A*u_x, x)", "diff(A*u_x - 1, x) = 0"):
            stated = shifted(equation.replace("A", a), shift)
            with_data = cauchy if "u_t" in equation else _at_zero
            yield _made(with_data(stated, formula), formula, "the flux is 1 on both sides")


def _peaks() -> Iterator[Attack]:
    """H((u - |P|)_x) = H(1), u = 0: at the peak D⁺ = [-1, 1], where a convex even H ≤ H(1)."""
    for h, shift in product(_EVEN, _SHIFTS[:2]):
        inner = h.replace("D", shifted("diff(u - abs(P), x)", shift))
        value = h.replace("D", "(1)")
        yield _made(_at_zero(f"{inner} = {value}", "0"), "0", "a peak is a viscosity solution")
        yield _made(cauchy(f"u_t + {inner} = {value}", "0"), "0", "a peak is a viscosity solution")


def _vanishing_factors() -> Iterator[Attack]:
    """A factor that vanishes forgives what it vanishes on: x·δ = 0."""
    for truth in ("exp(-t)*sin(x)", "exp(t + x)", "x^2 + 2*t"):
        for factor in ("x", "x^2", "sin(x)", "u"):
            equation = f"{factor}*(u_t - diff(u_x, x)) = 0"
            yield _made(cauchy(equation, truth), truth, "a solution of the second factor")
    for equation in ("x*u_x = 0", "x^2*u_x = 0", "sin(x)*diff(u, x) = 0"):
        yield _made(_at_zero(equation, "sign(x)"), "sign(x)", "x times a delta at 0 is 0")
