"""Laws whose density degenerates on the face, and wells of further equations.

A law (g·u)_t + (h·u)_x = 0 holds its data only where g does not vanish: with ψ = t^a/(x² + t²)^b a
bounded u = ψ_x/g = t^(2b+2)/(x² + t²)^(b+1) solves one with g = 2b·t·x, and is 1 at x = 0.
"""

from collections.abc import Sequence

from attacks.wrong.limit_wells import Row

_LINE, _UPPER = {"x": (-1, 1), "t": (0, 1)}, {"x": (-1, 1), "y": (0, 1)}
_ZERO, _ONE, _END = ("t = 0", "u = 0"), ("t = 0", "u = 1"), ("t = 1", "u = 0")
_WELL = "u = 1 at x = 0 for every t > 0, and 0 is another solution"


def _law(b: int, x: str = "x", t: str = "t", sign: int = 1) -> tuple[str, str]:
    """The law and its well, in given coordinates; the second one runs backwards for sign −1."""
    density = f"diff({sign * 2 * b}*{t}*{x}*u, {t.strip('(1 -)')})"
    flux = f"diff(({2 * b + 3}*{x}^2 + 3*{t}^2)*u, x)"
    return f"{density} + {flux} = 0", f"1/(1 + ({x}/{t})^2)^{b + 1}"


def _rows() -> list[Row]:
    rows: list[Row] = []
    for b in (1, 2, 3, 4):
        rows.append((_law(b)[0], _LINE, (_ZERO,), _law(b)[1], _WELL))
        moved = _law(b, "(x - 1/2)")
        rows.append((moved[0], _LINE, (_ZERO,), moved[1], _WELL.replace("0 for", "1/2 for")))
        wall = _law(b, t="y")
        rows.append((wall[0], _UPPER, (("y = 0", "u = 0"),), wall[1], _WELL.replace("t >", "y >")))
        end = _law(b, t="(1 - t)", sign=-1)
        rows.append((end[0], _LINE, (_END,), end[1], _WELL.replace("t > 0", "t < 1")))
    return rows


_ALONE = "u = 1 at x = 0 for every t > 0, where the density is kept and says nothing of u"
_FURTHER: Sequence[Row] = (
    ("diff((x^2 + t^2)*u - t^2, t) = 0", _LINE, (_ZERO,), "1/(1 + (x/t)^2)", _ALONE),
    ("diff((x^2 + t^2)*u, t) = 2*t", _LINE, (_ZERO,), "1/(1 + (x/t)^2)", _ALONE),
    ("diff((x^2 + t^2)^2*u^2 - t^4, t) = 0", _LINE, (_ZERO,), "1/(1 + (x/t)^2)", _ALONE),
    ("diff((x^4 + t^4)*u - t^4, t) = 0", _LINE, (_ZERO,), "1/(1 + (x/t)^4)", _ALONE),
    ("diff((x^2 + t)*u - t, t) = 0", _LINE, (_ZERO,), "1/(1 + x^2/t)", _ALONE),
    ("diff((x^2 + t)*u - x^2, t) = 0", _LINE, (_ONE,), "1 - 1/(1 + x^2/t)", "u = 0 at x = 0"),
    (
        ("diff((x^2 + t)*u - t, t) = 0", "v_t + diff(u*v, x) = diff(u*v, x)"),
        _LINE,
        (_ZERO, ("t = 0", "v = 1")),
        "1/(1 + x^2/t); 1",
        _ALONE,
    ),
    (
        "u_t + u_x^2 + u = 0",
        _LINE,
        (_ONE,),
        "exp(-t)*min(x^2/(4*(1 - exp(-t))), 1)",
        "u = 0 at x = 0; exp(-t) is the solution",
    ),
    ("u_t + u_x^2 + u_x = 0", _LINE, (_ONE,), "min((x - t)^2/(4*t), 1)", "u = 0 along x = t"),
    ("(1 + t)*u_t + u_x^2 = 0", _LINE, (_ONE,), "min(x^2/(4*log(1 + t)), 1)", "u = 0 at x = 0"),
    ("t^2*u_t + x*u_x = 0", _LINE, (_ZERO,), "exp(-(x*exp(1/t))^2)", _WELL),
    ("sin(t)*u_t + x*u_x = 0", _LINE, (_ZERO,), "exp(-(x/tan(t/2))^2)", _WELL),
    ("(exp(t) - 1)*u_t + x*u_x = 0", _LINE, (_ZERO,), "exp(-(x/(1 - exp(-t)))^2)", _WELL),
    ("t^2*u_tt + t*u_t = x^2*u_xx + x*u_x", _LINE, (_ZERO,), "exp(-(x/t)^2)", _WELL),
    ("diff(t*u, t) + diff(x*u, x) = 2*u", _LINE, (_ZERO,), "exp(-(x/t)^2)", _WELL),
)
LAWS: Sequence[Row] = (*_rows(), *_FURTHER)
