"""The text of a polynomial: what tells it from others of its ring.

The same text as python-flint's own `str`, which keeps the memory of every text that it has made
(0.9): a process that compares millions of polynomials would grow for ever.
"""

from collections.abc import Iterator

from flint import fmpq_mpoly, fmpz_mpoly


def polynomial_text(polynomial: fmpq_mpoly | fmpz_mpoly) -> str:
    """The terms in their order, as in ``2/3*g0^2*g1 - g2 + 1``; ``0`` if there are none."""
    return "".join(_signed(polynomial)) or "0"


def _signed(polynomial: fmpq_mpoly | fmpz_mpoly) -> Iterator[str]:
    for place, (exponents, value) in enumerate(polynomial.terms()):
        factors = [
            f"g{index}" if power == 1 else f"g{index}^{power}"
            for index, power in enumerate(exponents)
            if power
        ]
        negative = value < 0
        size = -value if negative else value
        if size != 1 or not factors:
            factors.insert(0, str(size))
        sign = (" - " if negative else " + ") if place else ("-" if negative else "")
        yield sign + "*".join(factors)
