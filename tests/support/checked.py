"""Statements with true and false answers of every notion, and proofs that tell lies about them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from symplex.budget import Budget
from symplex.expression import Symbol, leaf, number
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor
from symplex.proof.checker import Refused, check
from symplex.proof.kernel.advice import Proof, Rewriting
from symplex.proof.kernel.kernel import examine

X, XT = {"x": [-1, 1]}, {"x": [-1, 1], "t": [0, 1]}
XY, XYT = {"x": [-1, 1], "y": [-1, 1]}, {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
K = {"k": [0, 1]}
KM = {"k": [0, 1], "m": [0, 1]}
HALF = {"x": [0, 1], "t": [0, 1]}


def stated(equation, domain, *conditions, parameters=None):
    """A problem in one unknown."""
    return Problem([equation], domain, list(conditions), parameters=parameters)


def answered(problem, text):
    """The answer that a text gives."""
    return {"u": parse(text, problem.answer_scope)}


def examined(problem, text):
    """An answer, and what the kernel followed on the way."""
    answer = answered(problem, text)
    return answer, examine(problem, answer, Budget(20.0), Advisor)[1]


def accepts(problem, answer, proof):
    """Whether the checker is convinced."""
    try:
        check(problem, answer, proof, Budget(20.0))
    except Refused:
        return False
    return True


HEAT = stated("u_t = u_xx", XT, ("t = 0", "u = sin(x)"))
TRANSPORT = stated("u_t + u_x = 0", XT, ("t = 0", "u = abs(x)"))
BURGERS = stated("u_t + u*u_x = 0", XT, ("t = 0", "u = (1 - sign(x))/2"))
POROUS = stated("u_t = diff(u*u_x, x)", HALF, ("t = 0", "u = 0"), ("x = 0", "u = t"))
FRONT = stated("u_t + abs(u_x) = 0", XT, ("t = 0", "u = abs(x)"))
TERMINAL = stated("-u_t + u_x^2/2 = 0", XT, ("t = 1", "u = -abs(x)"))
SQUARE = stated(
    "sqrt(u_x^2 + u_y^2) = 1", XY, *((f"{v} = {e}", "u = 0") for v in "xy" for e in (-1, 1))
)
CONE = stated("u_t + sqrt(u_x^2 + u_y^2) = 0", XYT, ("t = 0", "u = sqrt(x^2 + y^2)"))

TRUE = (
    (HEAT, "exp(-t)*sin(x)"),
    (stated("u_t = u_xx", XT, ("t = 0", "u = cos(2*x)")), "exp(-4*t)*(cos(x)^2 - sin(x)^2)"),
    (stated("u_xx + u_yy = 0", XY, ("x = -1", "u = exp(-1)*sin(y)")), "exp(x)*sin(y)"),
    (stated("u_x = 1/(2*sqrt(x))", {"x": [1, 4]}, ("x = 1", "u = 1")), "sqrt(x)"),
    (stated("u_x = 1/x", {"x": [1, 4]}, ("x = 1", "u = 0")), "log(x^2)/2"),
    (stated("u_x = 1/(1 + x^2)", X, ("x = 1", "u = pi/4")), "atan(x)"),
    (stated("u_x = k", X, ("x = 0", "u = 0"), parameters=K), "k*x"),
    (TRANSPORT, "abs(x - t)"),
    (stated("u_t + u*u_x = 0", XT, ("t = 0", "u = max(x, 0)")), "max(x, 0)/(1 + t)"),
    (POROUS, "max(t - x, 0)"),
    (FRONT, "max(abs(x) - t, 0)"),
    (TERMINAL, "-abs(x) - (1 - t)/2"),
    (SQUARE, "1 - max(abs(x), abs(y))"),
    (CONE, "max(sqrt(x^2 + y^2) - t, 0)"),
    (stated("abs(u_x) = 1", X, ("x = -1", "u = 0"), ("x = 1", "u = 0")), "1 - abs(x)"),
    (BURGERS, "(1 - sign(x - t/2))/2"),
)
"""Each is the solution, in the notion that fits."""

FALSE = (
    (HEAT, "exp(-t)*sin(x) + t/1000"),
    (HEAT, "exp(-t)*sin(x) + sign(t)"),
    (HEAT, "exp(-2*t)*sin(x)"),
    (TRANSPORT, "abs(x - 2*t)"),
    (TRANSPORT, "abs(x) - t"),
    (POROUS, "t - x"),
    (FRONT, "abs(x) - t"),
    (TERMINAL, "-abs(x) + (1 - t)/2"),
    (CONE, "sqrt(x^2 + y^2) - t"),
    (SQUARE, "max(abs(x), abs(y)) - 1"),
    (BURGERS, "(1 - sign(x - t))/2"),
    (stated("u_t + u*u_x = 0", XT, ("t = 0", "u = (1 + sign(x))/2")), "(1 + sign(x - t/2))/2"),
    (stated("u_t = u_xx", XT, ("t = 0", "u = 0")), "sign(t)"),
    (
        stated("u_t = u_xx", XT, ("t = 0", "u = sign(k^2)"), parameters={"k": [-1, 1]}),
        "sign(t + k^2)",
    ),
    (stated("u_t = abs(x)/x", XT, ("t = 0", "u = 0")), "t"),
    (
        stated(
            "u_xx = 0", HALF, ("x = 0", "u = 0"), ("x = 0", "u_x = sign(k - 1/2)^2"), parameters=K
        ),
        "x + 0*abs(k - 1/2)",
    ),
    (stated("u_x = sign(k^2 - m)^2 + 0*abs(k^2 - m)", X, ("x = 0", "u = 0"), parameters=KM), "x"),
    (
        stated(
            "diff(u_x + 0*abs(x), x) = 1 - sign(k^2 - m)^2", X, ("x = 0", "u = 0"), parameters=KM
        ),
        "x",
    ),
    (
        stated(
            "diff(u_x + 0*abs(x), x) = sign(cos(pi/5) - (1 + sqrt(5))/4)^2", X, ("x = 0", "u = 0")
        ),
        "x^2/2",
    ),
    (
        stated("u_t + u*u_x = 0", XT, ("t = 0", "u = x + (1 - sign(k^2 - m)^2)*x"), parameters=KM),
        "x/(t + 1) + (1 - sign(k^2 - m)^2)*x",
    ),
    (stated("u_t + u*abs(u_x) = 0", XT, ("t = 0", "u = 1 + abs(x)")), "(1 + abs(x))/(1 + t)"),
    (
        stated("abs(u_x - u_y + 6*sign(x - y)) = 2", XY, ("x = 0", "u = 2 - 2*abs(y)")),
        "2 - 2*abs(x - y)",
    ),
    (stated("diff((3 + sign(x))/2*u_x, x) = 0", X, ("x = -1", "u = -1"), ("x = 1", "u = 1")), "x"),
    (stated("u_t = u_xx", HALF, ("t = 0", "u = 0"), ("x = 0", "u = 0")), "0*log(-(0*x))"),
)
"""None solves its problem in any notion; each breaks one hypothesis."""


class Liar(dict):
    """Advice for every question: what was advised about anything, and lies made to measure."""

    def __init__(self, lie, pool, rng):
        super().__init__(pool)
        self._lie, self._rng = lie, rng
        self._pool = [record for records in pool.values() for record in records]

    def get(self, key, default=()):
        """True words about the key, some about others, and lies."""
        others = self._rng.sample(self._pool, min(3, len(self._pool)))
        return [*super().get(key, default), *others, *self._lie(key, self._rng)]


OK = ("ranges", 64, ("ok",))


def lies_of_signs(key, rng):
    """Records that would show any sign if they were believed."""
    formula, _ = key
    cut = (
        "cut",
        next(iter(formula.symbols), "x"),
        Fraction(rng.randint(-9, 9), 10),
        ("out", 0),
        ("out", 0),
    )
    yield from (
        ("form", number(1), OK),
        ("fact", 0, Fraction(rng.randint(1, 4)), OK),
        ("ranges", 64, cut),
    )
    yield ("factors", Fraction(rng.choice((1, -1))), ((formula, 1, rng.choice((1, -1)), OK),))
    yield ("factors", Fraction(1), ((formula, rng.choice((2, -2)), 0, ()),))
    yield ("locus", ((Fraction(1), "x", 2),), OK, 0, OK)


def lies_of_identities(key, rng):
    """Generators and rules that would make a formula vanish if they were believed."""
    whole = {key.tokens[i:]: ("power", [(number(0), 1)], None) for i in range(len(key.tokens))}
    yield Rewriting((key, leaf(Symbol("x"))), whole)
    yield Rewriting((number(0), leaf(Symbol("x")), leaf(Symbol("t"))), {})
    kinds = [
        ("exp", [], []),
        ("angle", [], [], Fraction(rng.randint(0, 24), 12)),
        ("log", [], []),
        ("arc", 1, None, 0),
    ]
    yield Rewriting((), {key.tokens[i:]: rng.choice(kinds) for i in range(len(key.tokens))})


def lying(proof, rng) -> Proof:
    """A proof that has an answer to everything."""
    everywhere = [
        (region, record) for region, records in proof.contradictions.items() for record in records
    ]
    return replace(
        proof,
        signs=Liar(lies_of_signs, proof.signs, rng),
        identities=Liar(lies_of_identities, proof.identities, rng),
        contradictions={
            r: [*proof.contradictions[r], ((0,), OK), ((0, 1), ("form", number(1), OK))]
            for r, _ in everywhere
        },
        factors=Liar(
            lambda g, r: [(Fraction(r.choice((1, -1))), ((g, r.choice((1, 2, -2))),))],
            proof.factors,
            rng,
        ),
        roots=Liar(
            lambda f, _: [((number(1), Fraction(1)),), ((f.arguments[0], Fraction(2)),)],
            proof.roots,
            rng,
        ),
        polynomials=Liar(
            lambda k, r: [(number(r.randint(-1, 1)), number(1))], proof.polynomials, rng
        ),
        squares=Liar(lambda *_: [((Fraction(1), "x", 2),)], proof.squares, rng),
        normal=Liar(lambda *_: [number(0)], proof.normal, rng),
    )


def tampered(record, rng):
    """A record in which one word was changed."""
    if isinstance(record, tuple | list) and record:
        at = rng.randrange(len(record))
        changed = [*record[:at], tampered(record[at], rng), *record[at + 1 :]]
        return tuple(changed) if isinstance(record, tuple) else changed
    if isinstance(record, Rewriting):
        if rng.random() < 0.5 or not record.rules:
            return Rewriting(tampered(record.generators, rng), record.rules)
        node = rng.choice(list(record.rules))
        return Rewriting(
            record.generators, {**record.rules, node: tampered(record.rules[node], rng)}
        )
    if isinstance(record, Fraction | int):
        return record + rng.choice((-1, 1))
    if isinstance(record, str):
        return rng.choice(("ok", "out", "x", "t"))
    return record * 2 if hasattr(record, "tokens") else None


def tamperings(proof, rng, count) -> Iterator[Proof]:
    """Proofs in which one record was changed or left out."""
    fields = [name for name, records in vars(proof).items() if records]
    for _ in range(count):
        name = rng.choice(fields)
        records = dict(getattr(proof, name))
        key = rng.choice(list(records))
        records[key] = [tampered(r, rng) for r in records[key]] if rng.random() < 0.8 else []
        yield replace(proof, **{name: records})


def generator(seed):
    """Random choices that can be repeated."""
    return random.Random(seed)
