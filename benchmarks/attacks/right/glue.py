"""True answers beside those of `wrong.glue`: with the hypothesis that they lack."""

from collections.abc import Iterator, Sequence
from typing import Any

from attacks.cases import PLANE, SPACE, Attack, Statement, statement
from attacks.wrong.glue import BAND

KIND = "true glue"
_CROSSING = "abs(x - t) + abs(y - t)"
_ROWS: Sequence[tuple[str, str, Sequence[Any]]] = (
    ("max(abs(x) - t, k)", "u_t + 1 = (1 - sign(abs(x) - k))/2", ("1/4", 1)),
    ("max(k + t - x^2, 0)", "u_t = (1 + sign(k - x^2))/2", ("1/4", 1)),
    ("abs(x - t - k)", "u_t = -sign(x - k)", (0, "1/2")),
    ("max(1/2 + t - x^2, 0)", "u_t = (1 + sign(1/2 - x^2))/2", (0, 1)),
    ("max(x - t, 0)", "u_t = -(1 + sign(x))/2", (0, 1)),
    ("max(1/2 - abs(x - t), 0)", "u_t = sign(x)*(1 + sign(1/2 - abs(x)))/2", (0, 1)),
)


def attacks() -> Iterator[Attack]:
    """Slopes that jump on a face, and planes inside of the domain."""
    for answer, rate, ends in _ROWS:
        stated = statement(f"u = {answer}", BAND, [("t = 0", rate)], {"k": list(ends)})
        yield _true(stated, answer, "every piece reaches t = 0 in a thick part")
    box = {**PLANE, "t": (0, 1)}
    stated = statement(f"u = {_CROSSING}", box, [("t = 0", "u_t = -sign(x) - sign(y)")])
    yield _true(stated, _CROSSING, "the kinks cross with independent slopes")
    for condition in ("u_y = 0", "diff(u^2, x) = 0"):
        stated = statement("u^2 = x^2", SPACE, [("x = 0", condition)])
        yield _true(stated, "abs(x)", "what the condition asks for does not jump")


def _true(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason, is_right=True)
