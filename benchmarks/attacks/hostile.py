"""Input made to hang or crash: texts through the parser, formulas through the verifier.

``PYTHONPATH=src:benchmarks python -m attacks.hostile [--share 0.01]`` reads 10^5 texts (only an
error of our own is allowed, each within a second), verifies 10^4 formulas with a limit of 1 s (each
must end by 2 s) and 200 with a limit of 8 s (by 9 s), and prints every offender and the largest
memory used, which must stay below 2 GB.
"""

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from attacks.cases import LINE, Statement, cauchy, dirichlet, on_face, statement
from attacks.children import CRASH, HANG, Reply, ask_all
from attacks.right import forms
from attacks.strings import texts
from attacks.wrong import constants, mutated
from symplex.errors import SymplexError
from symplex.expression.parse import parse
from symplex.problem import Problem

TEXTS = 100_000
_CHUNK = 500
FORMULAS, HOSTILE, LONG = 10_000, 2_000, 200
MEGABYTES = 2_048.0
_HEAT = cauchy("u_t = u_xx", "sin(x)")
_STATEMENTS: tuple[Statement, ...] = (
    _HEAT,
    cauchy("u_t + u_x^2/2 = 0", "abs(x)"),
    cauchy("u_t + u*u_x = 0", "sign(x)"),
    dirichlet("u_xx + u_yy = 0", "x*y", {"x": (-1, 1), "y": (-1, 1)}),
    statement("u_x = 1", {"x": (-1, 1)}, [("x = 0", "u = 0")], {"k": [0, 1]}),
    cauchy("u_t = diff(u*u_x, x)", "max(-x, 0)"),
)


@final
@dataclass(frozen=True)
class Chunk:
    """Texts to be read in one go."""

    seed: int
    count: int
    seconds: float = 1.0
    """What one of them may take."""


@final
@dataclass(frozen=True)
class Formula:
    """An answer to be verified within a limit."""

    statement: Statement
    answer: Mapping[str, str]
    seconds: float
    is_hostile: bool


def read_chunk(chunk: Chunk) -> tuple[str, str]:
    """Read every text as a formula, and now and then as an equation; name the offenders."""
    offenders: list[str] = []
    scope = Problem.from_statement(_STATEMENTS[3]).scope
    for index, text in enumerate(texts(chunk.count, chunk.seed)):
        start = time.perf_counter()
        try:
            if index % 10:
                parse(text, scope)
            else:
                Problem([text], {"x": [0, 1], "t": [0, 1]}, [("t = 0", f"u = {text}")])
        except SymplexError:
            pass
        except Exception as error:  # what must never happen
            offenders.append(f"{type(error).__name__}: {text[:80]!r}")
        if time.perf_counter() - start > chunk.seconds:
            offenders.append(f"slow: {text[:80]!r}")
    return ("offended" if offenders else "read"), "; ".join(offenders)


def verify_formula(formula: Formula) -> tuple[str, str]:
    """The verdict with a time limit of its own."""
    from symplex.proof.answer import read_formulas  # late: only the child pays for it
    from symplex.proof.verify import verify
    from symplex.work.budget import Limits

    problem = Problem.from_statement(formula.statement)
    answer = read_formulas(problem, formula.answer)
    certificate = verify(problem, answer, Limits(seconds=formula.seconds))
    return certificate.status.value, certificate.level


def hostile_formulas(count: int, seconds: float, seed: int = 0) -> Iterator[Formula]:
    """Towers, huge powers, nested roots, long sums, deep nesting, huge rationals."""
    rng = random.Random(f"hostile formulas {seed} {seconds}")
    made = 0
    while made < count:
        try:
            stated, answer = _stated(rng.choice(_MAKERS)(rng), rng)
            parse(answer, Problem.from_statement(stated).answer_scope)
        except SymplexError:
            continue
        made += 1
        yield Formula(stated, {"u": answer}, seconds, is_hostile=True)


def _stated(text: str, rng: random.Random) -> tuple[Statement, str]:
    """A formula as a wrong answer, or as a true one whose proof has to digest it."""
    moved = re.sub(r"\bx\b", "(x - t)", text)
    match rng.randrange(6):
        case 0:
            return cauchy("u_t = 0", text), text
        case 1:
            at_zero = on_face(text, ("x",), x=0)
            return statement(f"u_x = diff({text}, x)", LINE, [("x = 0", f"u = {at_zero}")]), text
        case 2:
            return cauchy("u_t + u_x = 0", moved), moved
        case 3:
            return _HEAT, f"exp(-t)*sin(x) + 0*({text})"
        case 4:
            return _HEAT, f"exp(-t)*sin(x) + ({text}) - ({text})"
        case _:
            return rng.choice(_STATEMENTS), text


def _tower(rng: random.Random) -> str:
    height = rng.randint(2, 12)
    return "exp(" * height + rng.choice(("20 + x", "x", "x^2 + 1", "-x")) + ")" * height


def _power(rng: random.Random) -> str:
    exponents = [rng.choice(("1000", "999", "(-1000)", "500")) for _ in range(rng.randint(1, 4))]
    return "(" * len(exponents) + "x + 2" + "".join(f")^{e}" for e in exponents)


def _roots(rng: random.Random) -> str:
    text = "x^2 + 1"
    for index in range(rng.randint(3, 25)):
        text = f"sqrt({index + 1} + {text})" if rng.random() < 0.7 else f"({text})^(1/{index + 3})"  # noqa: PLR2004
    return text


def _sum(rng: random.Random) -> str:
    part = rng.choice(("sin({}*x)", "x^{}", "exp(-{}*x)", "abs(x - {}/100)", "max(x, {})"))
    return " + ".join(part.format(index + 1) for index in range(rng.choice((30, 90, 200, 300))))


def _deep(rng: random.Random) -> str:
    names = ("sin", "cos", "tanh", "atan", "abs", "exp", "log", "sqrt", "cosh", "erf")
    text = "x"
    for _ in range(rng.randint(5, 60)):
        text = f"{rng.choice(names)}({text} + {rng.randint(1, 9)})"
    return text


def _rational(rng: random.Random) -> str:
    top, bottom = rng.getrandbits(rng.choice((100, 2500))), rng.getrandbits(2500) + 1
    return f"x*{top}/{bottom} + ({bottom}/{top + 1})*x^{rng.randint(2, 900)}"


def _product(rng: random.Random) -> str:
    count = rng.choice((5, 15, 40))
    return "*".join(f"(x + {index} + sin({index}*x))" for index in range(1, count)) + "*x^300"


def _overflow(rng: random.Random) -> str:
    size = rng.choice(("10^300", "10^400", "1000^100", "exp(10^300)", "exp(exp(800 + x))"))
    return rng.choice((f"x*{size}*{size}", f"sin({size}*x)", f"x + 1/({size})", f"cosh({size})*x"))


def _kinks(rng: random.Random) -> str:
    text = "x"
    for _ in range(rng.randint(3, 30)):
        text = f"abs({text} - 1/{rng.randint(2, 9)})"
    return text


_MAKERS: tuple[Callable[[random.Random], str], ...] = (
    *(_tower, _power, _roots, _sum, _deep, _rational, _product, _overflow, _kinks),
)


def ordinary_formulas(count: int, seconds: float) -> Iterator[Formula]:
    """Wrong and true answers of the other attacks, again and again if there are too few."""
    every = [*constants.attacks(), *mutated.attacks(), *forms.attacks()]
    for index in range(count):
        attack = every[index % len(every)]
        yield Formula(attack.statement, attack.answer, seconds, is_hostile=False)


def offences(pairs: Sequence[tuple[Formula, Reply]]) -> list[str]:
    """A line for every formula that crashed, ended late or took too much memory."""
    lines: list[str] = []
    for formula, reply in pairs:
        late = reply.seconds > formula.seconds + 1
        if reply.status in {HANG, CRASH} or late or reply.megabytes > MEGABYTES:
            text = "; ".join(formula.answer.values())[:120]
            lines.append(
                f"{reply.status} after {reply.seconds:.1f} s, {reply.megabytes:.0f} MB "
                f"({reply.detail}): {formula.statement['equations'][0]} | {text}"
            )
    return lines


def _read_all(share: float, jobs: int) -> list[str]:
    chunks = [Chunk(seed, _CHUNK) for seed in range(max(round(TEXTS * share / _CHUNK), 1))]
    pairs = list(ask_all(chunks, read_chunk, seconds=120, jobs=jobs))
    print(f"texts {len(pairs) * _CHUNK}: {dict(Counter(reply.status for _, reply in pairs))}")
    return [f"chunk {c.seed}: {r.status} {r.detail}" for c, r in pairs if r.status != "read"]


def _verify_all(formulas: Sequence[Formula], title: str, jobs: int) -> list[str]:
    seconds = formulas[0].seconds + 4
    pairs = list(ask_all(formulas, verify_formula, seconds=seconds, jobs=jobs))
    statuses = dict(Counter(reply.status for _, reply in pairs))
    slowest = max(reply.seconds for _, reply in pairs)
    memory = max(reply.megabytes for _, reply in pairs)
    print(f"{title} {len(pairs)}: {statuses}, slowest {slowest:.1f} s, memory {memory:.0f} MB")
    return offences(pairs)


def main(arguments: Sequence[str] | None = None) -> int:
    """The harness from the command line; the exit code is 1 if anything offends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the texts and formulas")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    options = parser.parse_args(arguments)

    def count(whole: int) -> int:
        return max(round(whole * options.share), 1)

    lines = _read_all(options.share, options.jobs)
    hostile = list(hostile_formulas(count(HOSTILE), 1.0))
    lines += _verify_all(hostile, "hostile formulas, 1 s", options.jobs)
    ordinary = list(ordinary_formulas(count(FORMULAS - HOSTILE), 1.0))
    lines += _verify_all(ordinary, "other formulas, 1 s", options.jobs)
    long = list(hostile_formulas(count(LONG), 8.0, seed=1))
    lines += _verify_all(long, "hostile formulas, 8 s", options.jobs)
    print(f"{len(lines)} offences")
    print("\n".join(lines))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
