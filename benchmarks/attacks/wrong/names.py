"""Wrong answers with names that a program might use inside itself.

A variable, a parameter or an unknown may be called anything that is no function: none of these
names may change the verdict.
"""

import re
from collections.abc import Iterator
from itertools import product

from attacks.cases import Attack, Statement, cauchy, dirichlet, statement

KIND = "name"
NAMES = (
    *(
        "mixing",
        "flux",
        "s",
        "r",
        "q",
        "p",
        "e",
        "I",
        "E",
        "i",
        "j",
        "gen0",
        "gen",
        "x0",
        "x_0",
        "S",
    ),
    *(
        "N",
        "O",
        "Q",
        "C",
        "oo",
        "zoo",
        "nan",
        "inf",
        "beta",
        "gamma",
        "zeta",
        "tau",
        "theta",
        "h",
        "H",
    ),
    *(
        "lam",
        "alpha",
        "d",
        "D",
        "y1",
        "Max",
        "Abs",
        "Heaviside",
        "Derivative",
        "Symbol",
        "one",
        "zero",
    ),
    *(
        "time",
        "left",
        "right",
        "jump",
        "normal",
        "mu",
        "xi",
        "eta",
        "omega",
        "speed",
        "slope",
        "piece",
    ),
    *("Integer", "true", "false", "root", "value", "number", "var0", "w", "k0", "T", "c0", "eps"),
)
_SHOCK = cauchy("u_t + diff(u^2/2, x) = 0", "sign(x)")
_DISC = cauchy("u_t + diff(u^2/2, x) = 0", "(1 - sign(x))/2")
_VALLEY = cauchy("u_t + u_x^2/2 = 0", "abs(x)")
_STEP = dirichlet("diff((3 + sign(x))/2*u_x, x) = 0", "x")
_RIDGE = dirichlet("abs(u_x) = 1", "abs(x)")
_SIGN = statement("u_x = sign(k)", {"x": (-1, 1)}, [("x = 0", "u = 0")], {"k": [0, 1]})
_BASES: tuple[tuple[Statement, str, str], ...] = (
    (_SHOCK, "sign(x)", "an expansion shock"),
    (_DISC, "(1 - sign(x - t/4))/2", "the shock moves at 1/2"),
    (_VALLEY, "abs(x) - t/2", "a valley must be rounded"),
    (_STEP, "x", "the flux jumps at 0"),
    (_RIDGE, "abs(x)", "a valley is no viscosity solution of |u'| = 1"),
    (_SIGN, "x", "wrong at k = 0"),
)


def attacks() -> Iterator[Attack]:
    """Each base with its variable, its unknown, and its parameter renamed."""
    for name, (stated, answer, reason) in product(NAMES, _BASES):
        yield _renamed("x", name, stated, answer, reason)
    for name, (stated, answer, reason) in product(NAMES[::2], _BASES[::2]):
        if "_" not in name:
            yield _renamed("u", name, stated, answer, reason)
    for name in NAMES:
        yield _renamed("k", name, *_BASES[-1])


def _renamed(old: str, new: str, stated: Statement, answer: str, reason: str) -> Attack:
    """One symbol renamed everywhere; derivatives by a variable are written with `diff`."""

    def text(formula: str) -> str:
        if old == "x":
            formula = re.sub(r"\bu_x\b", f"diff(u, {new})", formula)
        if old == "u":
            formula = re.sub(r"\bu_([xt]+)\b", rf"{new}_\1", formula)
        return re.sub(rf"\b{old}\b", new, formula)

    changed = statement(
        [text(equation) for equation in stated["equations"]],
        {text(name): ends for name, ends in stated["domain"].items()},
        [(text(c["where"]), text(c["equation"])) for c in stated["conditions"]],
        {text(name): ends for name, ends in stated["parameters"].items()},
        [text(name) for name in stated["unknowns"]],
    )
    unknown = changed["unknowns"][0]
    return Attack(KIND, changed, {unknown: text(answer)}, f"{reason}; {old} is called {new}")
