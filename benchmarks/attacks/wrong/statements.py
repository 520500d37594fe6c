"""Statements that deceive: what stands inside of `diff` jumps, has a kink, or enters nonlinearly.

The answers are smooth or piecewise smooth, and satisfy almost everywhere what the expanded equation
says. As the statement is written, a jump of a flux is a measure that nothing balances, and the
derivative of a kink under a convex function is a Hamilton-Jacobi equation of its own. Orders that
cancel change nothing: what remains decides. See `divergences` for products and mixed derivatives.
"""

from collections.abc import Iterator
from itertools import islice, product

from attacks.cases import LINE, PLANE, Attack, Statement, cauchy, dirichlet, on_face, statement

KIND = "statement"
SHIFTS = ("0", "1/3", "-1/4", "sqrt(2)/3")
_JUMPS = ("sign(P)", "relu(sign(P))", "sign(P)*cos(x)", "(x + 2)*sign(P)/3")
_KINKS = ("abs(P)", "relu(P)", "max(P, 2*P)", "-sqrt(4*P^2)")
_SMOOTH = (("0", "0"), ("x", "1"), ("sin(x)", "cos(x)"), ("exp(x)", "exp(x)"))
"""A formula and its derivative."""
_EVEN_FLUXES = ("u^2/2", "u^4/4", "cos(u)", "u^2 - u^4", "cosh(u)")
_CONVEX = ("D^2", "D*D", "D^4", "abs(D)", "cosh(D)", "sqrt(1 + D^2)")
"""Even and convex, and smaller at 0 than anywhere else; D is a divergence."""
_IN_TIME = (
    ("abs(t - 1/2)", "sign(t - 1/2)"),
    ("relu(t - 1/3)", "relu(sign(t - 1/3))"),
    ("min(t, 1/2)", "relu(sign(1/2 - t))"),
    ("2*t", "2"),
)
_NOTHING = (
    "0*u_xx",
    "u_xx - diff(1*u_x, x)",
    "diff(u, x, 2) - u_xx",
    "diff(2*u, x) - 2*u_x",
    "diff(u^2, x) - 2*u*u_x",
    "diff(x*u, x) - u - x*u_x",
    "diff(3*u, x, 2) - 3*u_xx",
)
"""Zero for every Lipschitz function, as a distribution."""


def at(text: str, shift: str) -> str:
    """A formula in P = x less a shift."""
    return text.replace("P", f"(x - ({shift}))" if shift != "0" else "x")


def made(stated: Statement, answer: str, reason: str) -> Attack:
    """An attack of this kind on one unknown."""
    return Attack(KIND, stated, {"u": answer}, reason)


def at_zero(equation: str, answer: str) -> Statement:
    """An equation on a line, with the answer's value at 0."""
    return statement(equation, LINE, [("x = 0", f"u = {on_face(answer, LINE, x=0)}")])


def attacks() -> Iterator[Attack]:
    """Every way in which a statement deceives."""
    yield from _jumping_fluxes()
    yield from _stationary_jumps()
    yield from _jumping_coefficients()
    yield from _kinks_twice()
    yield from _jumping_densities()
    yield from _squares()
    yield from _squares_in_time()
    yield from _hidden_orders()
    yield from _systems()


def _jumping_fluxes() -> Iterator[Attack]:
    """(u + J)_x = g with u smooth: J_x holds a delta where J jumps, and u_x and g hold none."""
    reason = "the flux jumps and the answer is smooth: a delta is left"
    for jump, (formula, slope), shift in product(_JUMPS, _SMOOTH, SHIFTS):
        rest = {"sign(P)*cos(x)": " - sin(x)*sign(P)", "(x + 2)*sign(P)/3": " + sign(P)/3"}
        equation = f"diff(u + {jump}, x) = {slope}{rest.get(jump, '')}"
        yield made(at_zero(at(equation, shift), formula), formula, reason)


def _stationary_jumps() -> Iterator[Attack]:
    """u_t + (f(u) + J)_x = 0 with u = ±c and f even: f(u) does not jump, and J does."""
    reason = "f(u) is the same on both sides, so the jump of the other term is not balanced"
    jumps = ("sign(P)", "relu(sign(P))", "2*sign(P) + x - x")
    for flux, jump, shift in product(_EVEN_FLUXES, jumps, SHIFTS):
        answer = at("-sign(P)", shift)
        yield made(cauchy(at(f"u_t + diff({flux} + {jump}, x) = 0", shift), answer), answer, reason)


def _jumping_coefficients() -> Iterator[Attack]:
    """(a·u_x)_x = 0 with a that jumps and u_x = 1 or 2: the flux jumps with a."""
    reason = "the coefficient jumps and the slope does not, so the flux has a delta"
    coefficients = ("(2 + sign(P))", "(1 + relu(sign(P)))", "(3 - sign(P)*cos(P)^2)", "sign(P)")
    for a, shift, answer in product(coefficients[:2], SHIFTS, ("x", "2*x + 1")):
        yield made(at_zero(at(f"diff({a}*u_x, x) = 0", shift), answer), answer, reason)
        yield made(cauchy(at(f"u_t = diff({a}*u_x, x)", shift), answer), answer, reason)
    for a, shift in product(coefficients[2:], SHIFTS):
        expanded = {"sign(P)": "0"}.get(a, "2*sign(P)*cos(P)*sin(P)")
        equation = at(f"diff({a}*u_x, x) = {expanded}", shift)
        yield made(at_zero(equation, "x"), "x", reason)


def _kinks_twice() -> Iterator[Attack]:
    """A kink differentiated twice is a delta, and u is smooth."""
    reason = "the second derivative of a kink is a delta"
    for kink, shift, answer in product(_KINKS, SHIFTS, ("0", "x", "1 - 3*x")):
        for equation in (f"diff(u + {kink}, x, 2) = 0", f"u_xx + diff(diff({kink}, x), x) = 0"):
            yield made(at_zero(at(equation, shift), answer), answer, reason)


def _jumping_densities() -> Iterator[Attack]:
    """(ρ(t)·u)_t with ρ that jumps at t = s: [ρ]·u(x, s) is left on that line."""
    reason = "the density jumps in time, so its derivative holds a measure on a line"
    densities = ("(2 + sign(Q))", "(1 + relu(sign(Q)))", "(3 - sign(Q))")
    truths = ("exp(-t)*sin(x)", "exp(t + x)", "x^2 + 2*t")
    for density, time, truth in product(densities, ("1/2", "1/3", "sqrt(2)/2"), truths):
        rho = density.replace("Q", f"t - {time}")
        yield made(cauchy(f"diff({rho}*u, t) = {rho}*u_xx", truth), truth, reason)
        yield made(cauchy(f"diff(u + {rho}, t) = u_xx", truth), truth, reason)


def _squares() -> Iterator[Attack]:
    """H((u + K)_x) = H(c), u = 0 and K = c|P|: at the valley p = 0 is a subgradient, H(0) < H(c).

    So K is no supersolution of H(p) - H(c); upside down, -K is no subsolution of H(c) - H(p).
    """
    reason = "u + K is no viscosity solution: H is smaller between the two slopes"
    for h, c, shift in product(_CONVEX, ("1", "3/2"), SHIFTS):
        value = h.replace("D", f"({c})")
        for sign, side in (("", "+"), ("-", "-")):
            inner = h.replace("D", at(f"diff(u {side} {c}*abs(P), x)", shift))
            yield made(at_zero(f"{sign}({inner}) = {sign}({value})", "0"), "0", reason)


def _squares_in_time() -> Iterator[Attack]:
    """u_t + H((u + K)_x) = H(c) + T', u = T(t), K = c|P|: as above at every time but the kink's.

    v = T + K has v_t = T' and D⁻v contains (T', 0), where T' + H(0) < H(c) + T'.
    """
    reason = "u + K is no viscosity solution: H is smaller between the two slopes"
    for h, c, shift, (formula, rate) in product(_CONVEX, ("1", "3/2"), SHIFTS[:2], _IN_TIME):
        value = h.replace("D", f"({c})")
        for sign, side in (("+", "+"), ("-", "-")):
            inner = h.replace("D", at(f"diff(u {side} {c}*abs(P), x)", shift))
            equation = f"u_t {sign} ({inner}) = {sign}({value}) + {rate}".replace("= +", "= ")
            yield made(cauchy(equation, formula), formula, reason)


def _hidden_orders() -> Iterator[Attack]:
    """Terms that cancel for every Lipschitz function leave the eikonal equation, and a valley."""
    reason = "what cancels says nothing, and a valley is no viscosity solution of what is left"
    left = ("u_x^2 = 1", "abs(u_x) = 1", "u_x^4 + u_x^2 = 2")
    for nothing, rest, shift in product(_NOTHING, left, SHIFTS):
        answer = at("abs(P)", shift)
        yield made(at_zero(f"{nothing} + {rest}", answer), answer, reason)


def _systems() -> Iterator[Attack]:
    """An honest equation beside one that deceives."""
    sources = (_jumping_fluxes, _kinks_twice, _squares, _hidden_orders)
    for attack in (one for source in sources for one in islice(source(), 0, None, 8)):
        conditions = [(c["where"], c["equation"]) for c in attack.statement["conditions"]]
        conditions.append(("x = 0", "v = 0"))
        stated = statement(
            (*attack.statement["equations"], "v_xx + v = 0*u"), LINE, conditions, None, ("u", "v")
        )
        yield Attack(KIND, stated, {**attack.answer, "v": "sin(x)"}, attack.reason)
    reason = "across y = x the slope jumps, so u_xx holds a delta"
    for factor in ("2", "x + 3", "exp(y)"):
        equation = f"diff(({factor})*u_x, x) = diff({factor}, x)*u_x"
        yield made(dirichlet(equation, "abs(x - y)", PLANE), "abs(x - y)", reason)
