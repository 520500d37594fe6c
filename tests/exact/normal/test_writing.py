import pytest

from symplex.exact.normal.functions import field_of
from symplex.exact.normal.writing import written
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.work.budget import Budget

SCOPE = Scope((), ("a", "b", "c", "k"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c/sqrt(1 - c^2)", "c/sqrt(1 - c^2)"),
        ("1/4/k^4", "1/(4*k^4)"),
        ("-1/k", "-1/k"),
        ("(a + b)^2/(a - b)", "(a + b)^2/(a - b)"),
        ("exp(-k)^2*3", "3/exp(2*k)"),
        ("(sqrt(5) - 3)/2", "sqrt(5)/2 - 3/2"),
        ("sqrt(2)*sqrt(3)", "sqrt(6)"),
        ("a - a", "0"),
        ("-3/2", "-3/2"),
        ("b - a", "b - a"),
        ("-k*a^2", "-a^2*k"),
        ("-2*k", "-2*k"),
    ],
)
def test_formulas_are_written_as_a_person_would(text: str, expected: str) -> None:
    field = field_of(frozenset(), lambda _: 0, Budget.unlimited())
    assert to_text(written(field.ring, field.elements([parse(text, SCOPE)])[0])) == expected
