"""The text of a polynomial is that of python-flint, and costs no memory that stays."""

import random
from pathlib import Path

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz, fmpz_mpoly_ctx

from symplex.expression.polynomial_text import polynomial_text

NAMES = [f"g{index}" for index in range(49)]


def made(rng, context, number):
    terms = {}
    for _ in range(rng.randrange(6)):
        exponents = [0] * len(NAMES)
        for _ in range(rng.randrange(4)):
            exponents[rng.randrange(len(NAMES))] += rng.randrange(1, 3)
        terms[tuple(exponents)] = number(rng)
    return context.from_dict(terms)


def test_it_is_the_text_of_flint():
    rng = random.Random(0)
    rationals = fmpq_mpoly_ctx.get(NAMES, Ordering.lex)
    whole = fmpz_mpoly_ctx.get(NAMES, Ordering.lex)
    for _ in range(300):
        one = made(rng, rationals, lambda r: fmpq(r.randrange(-4, 5), r.choice((1, 1, 2, 3))))
        other = made(rng, whole, lambda r: fmpz(r.randrange(-4, 5)))
        assert polynomial_text(one) == str(one)
        assert polynomial_text(other) == str(other)


def test_it_costs_no_memory_that_stays():
    g = fmpq_mpoly_ctx.get(NAMES, Ordering.lex).gens()
    polynomial = (g[0] + 2 * g[1] - g[48]) ** 2
    texts = {polynomial_text(polynomial) for _ in range(200)}
    before = megabytes()
    texts |= {polynomial_text(polynomial) for _ in range(1_000)}
    assert len(texts) == 1
    assert megabytes() - before < 1.5  # flint's own would take more than 3


def megabytes():
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1000
