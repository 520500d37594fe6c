from support.statements import formula
from symplex.expression import number
from symplex.proof.contradictions.exact import is_zero
from symplex.proof.contradictions.transported import Line, carried
from symplex.work.budget import Budget

ZERO, ONE, TWO = number(0), number(1), number(2)
START = {"x": ONE, "t": ZERO}
DIRECTION = {"x": TWO, "t": ONE}


def test_where_a_line_ends():
    assert Line(START, DIRECTION, TWO).end == {"x": number(5), "t": TWO}


def test_decay_and_sources_along_a_line():
    line = Line(START, DIRECTION, TWO)
    assert carried(line, number(3), ZERO, ZERO, Budget.unlimited()) == number(3)
    # x is 1 + 2s: the integral from 0 to 2 is 6.
    assert carried(line, number(3), ZERO, formula("x"), Budget.unlimited()) == number(9)
    found = carried(line, number(3), ONE, ONE, Budget.unlimited())
    assert found is not None
    assert is_zero(found - formula("1 + 2*exp(-2)"))


def test_backwards():
    line = Line(START, DIRECTION, -TWO)
    assert carried(line, number(3), ZERO, formula("x"), Budget.unlimited()) == number(5)


def test_a_source_without_an_integral():
    assert (
        carried(Line(START, DIRECTION, TWO), ONE, ZERO, formula("exp(sin(x))"), Budget.unlimited())
        is None
    )
