"""One spelling for what is plainly the same."""

import pytest

from symplex.proof.pieces.spelling import plain, settled


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(-x)^2", "x^2"),
        ("abs(-x)", "abs(x)"),
        ("abs(abs(x))", "abs(x)"),
        ("(-(-abs(x)))^4", "x^4"),
        ("(-x)^3", "(-x)^3"),
        ("sqrt((-x)^2 + y^2)", "sqrt(x^2 + y^2)"),
    ],
)
def test_plain(text, expected, read):
    assert plain(read(text)) == read(expected)


def test_a_base_is_settled_unless_that_is_longer(read, context):
    one, two = (settled(read(text), context.normaliser) for text in ("x*x + y*y", "y*y + x*x"))
    assert one == two
    product = read("(x + y)^5")
    assert settled(product, context.normaliser) == product
