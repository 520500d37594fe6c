"""Smooth functions that pass for a modulus or a step: right to many digits, and wrong."""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, Attack, Statement, cauchy, dirichlet

KIND = "smoothed"
_SHARP = ("10^6", "10^30", "10^100")
_MODULI = (
    "X*tanh(K*X)",
    "sqrt(X^2 + 1/K^2)",
    "log(cosh(K*X))/K",
    "X*erf(K*X)",
    "2/pi*X*atan(K*X)",
    "X^2/sqrt(X^2 + 1/K^2)",
    "log(2*cosh(K*X))/K",
    "K*X^2/sqrt(1 + K^2*X^2)",
)
_STEPS = (
    "tanh(K*X)",
    "erf(K*X)",
    "2/pi*atan(K*X)",
    "X/sqrt(X^2 + 1/K^2)",
    "K*X/sqrt(1 + K^2*X^2)",
    "1 - 2/(1 + exp(2*K*X))",
)
_WITH_A_MODULUS: tuple[tuple[Statement, str], ...] = (
    (cauchy("u_t = u_x^2/2", "abs(x)"), "M(x) + t/2"),
    (cauchy("u_t + u_x^2/2 = 0", "-abs(x)"), "-M(x) - t/2"),
    (cauchy("u_t + abs(u_x) = 0", "-abs(x)"), "-M(x) - t"),
    (dirichlet("abs(u_x) = 1", "1 - abs(x)"), "1 - M(x)"),
    (cauchy("u_t + u_x = 0", "abs(x)"), "M(x - t)"),
    (cauchy("u_t = diff(u*u_x, x)", "max(-x, 0)"), "(M(x - t) + t - x)/2"),
    (cauchy("u_t + abs(u_x) = 0", "abs(x)"), "(M(abs(x) - t) + abs(x) - t)/2"),
    (cauchy("u_t + u_x^2/2 = 0", "min(x, 0)"), "(x - t/2 - M(x - t/2))/2"),
)
"""M is put for the modulus in a true answer."""
_WITH_A_STEP: tuple[tuple[Statement, str], ...] = (
    (cauchy("u_t + u*u_x = 0", "(1 - sign(x))/2"), "(1 - S(x - t/2))/2"),
    (cauchy("u_t + diff(u^2/2, x) = 0", "-sign(x)"), "-S(x)"),
    (cauchy("u_t + u_x = 0", "sign(x)"), "S(x - t)"),
    (dirichlet("u_xx = 2*sign(x)", "x*abs(x)", LINE), "x^2*S(x)"),
)


def attacks() -> Iterator[Attack]:
    """Each smooth stand-in at three sharpnesses in each true answer."""
    for (stated, answer), modulus, sharp in product(_WITH_A_MODULUS, _MODULI, _SHARP):
        yield _made(stated, answer, "M", modulus, sharp)
    for (stated, answer), step, sharp in product(_WITH_A_STEP, _STEPS, _SHARP):
        yield _made(stated, answer, "S", step, sharp)


def _made(stated: Statement, answer: str, mark: str, form: str, sharp: str) -> Attack:
    """The stand-in written out for the one call of the mark in an answer."""
    before, _, rest = answer.partition(f"{mark}(")
    depth, end = 1, 0
    while depth:
        depth += (rest[end] == "(") - (rest[end] == ")")
        end += 1
    inside = f"({rest[: end - 1]})"
    written = form.replace("X", inside).replace("K", f"({sharp})")
    text = f"{before}({written}){rest[end:]}"
    reason = f"{form} with K = {sharp} is smooth: neither the data nor the equation hold exactly"
    return Attack(KIND, stated, {"u": text}, reason)
