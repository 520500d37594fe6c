"""Conditions on the same points, at corners, and at fixed parameters."""

import pytest

from support.statements import faces, on_line, on_rod, on_square, ordinary
from symplex.codes import StatementCode
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.corners import corner_jumps
from symplex.proof.contradictions.parameters import at_choices
from symplex.proof.contradictions.pointwise import covers, pointwise
from symplex.reasons import Reason
from symplex.work.budget import Budget


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (
            ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 0", "u = 2")),
            StatementCode.CONTRADICTION_VALUES,
        ),
        (
            ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 0", "u^2 = 2")),
            StatementCode.CONTRADICTION_REMAINDER,
        ),
        (
            ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 0", "u = 1 + 10^(-13)")),
            StatementCode.CONTRADICTION_VALUES,
        ),
        (
            on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 0", "u = cos(x)")),
            StatementCode.CONTRADICTION_VALUES,
        ),
        (
            on_square("u_xx + u_yy = 0", ("x = 0", "u = y"), ("x = 0", "u_y = 0")),
            StatementCode.CONTRADICTION_VALUES,
        ),
        (
            on_rod("u_t = u_xx", ("t = 0", "u = x^2"), ("x = 1, t = 0", "u = 3")),
            StatementCode.CONTRADICTION_VALUES,
        ),
        (
            on_rod("u_t = u_xx", ("t = 0", "u = x^2"), ("t = 0", "u_t = 0")),
            StatementCode.CONTRADICTION_SIDES,
        ),
        (
            on_line("u_t + u*u_x = 0", ("t = 0", "u = x"), ("t = 0", "u_t = 0")),
            StatementCode.CONTRADICTION_SIDES,
        ),
        (
            ordinary("u_xx = u", ("x = 0", "u = 1"), ("x = 0", "u_x = 1"), ("x = 0", "u_xxx = 3")),
            StatementCode.CONTRADICTION_REMAINDER,
        ),
        (
            ordinary("u_x = u^2", ("x = 0", "u = 1"), ("x = 0", "u_x = 3")),
            StatementCode.CONTRADICTION_SIDES,
        ),
        (
            on_square(["u_x = u", "u_y = x*u"], ("x = 0, y = 0", "u = 1")),
            StatementCode.CONTRADICTION_REMAINDER,
        ),
        (
            ordinary("u_x = 0", ("x = 0", "2*u + u_x = 1"), ("x = 0", "4*u + 2*u_x = 3")),
            StatementCode.CONTRADICTION_REMAINDER,
        ),
    ],
)
def test_conditions_on_the_same_points(problem, why):
    found = list(pointwise(problem))
    assert len(found) == 1
    assert found[0].because.code is why


@pytest.mark.parametrize(
    "problem",
    [
        on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 0", "u_t = -sin(x)")),
        on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 0", "u_x = cos(x)")),
        # A corner belongs to neither face, also where its own value is stated.
        on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("x = 0", "u = 0")),
        on_rod("u_t = u_xx", ("x = 0", "u = 0"), ("x = 0, t = 0", "u = 1")),
        # At the corners of this square the data give a Laplacian of zero.
        on_square("u_xx + u_yy = -1", *faces("u = 0", "u = 0", "u = 0", "u = 0")),
        # A kink of the data, and one of the solution.
        on_rod("u_t = u_xx", ("t = 0", "u = abs(x - 1)"), ("t = 0", "u_t = 1")),
        on_line("u_t + u_x^2 = 0", ("t = 0", "u = x^2"), ("t = 0", "u_t = 0")),
        # A coefficient that vanishes where the data stand: u = exp(2*sqrt(x)).
        ordinary("sqrt(x)*u_x = u", ("x = 0", "u = 1")),
        ordinary("u_xx = u", ("x = 0", "u = 1"), ("x = 0", "u_x = 2"), ("x = 0", "u_xxx = 2")),
        # A jump of the data at the very point.
        on_line("u_t + u_x = 0", ("t = 0", "u = sign(x)"), ("x = 0, t = 0", "u = 1")),
    ],
)
def test_silence_where_conditions_agree_or_nothing_is_sure(problem):
    assert list(pointwise(problem)) == []


def test_a_face_covers_its_points_and_not_its_edge():
    problem = on_rod(
        "u_t = u_xx", ("t = 0", "u = 0"), ("x = 1, t = 0", "u = 0"), ("x = 0", "u = 0")
    )
    start, point, wall = (condition.region for condition in problem.conditions)
    assert covers(problem, start, point)
    assert not covers(problem, point, start)
    assert not covers(problem, start, wall)


def test_values_that_jump_at_a_corner():
    jumps = list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = cos(x)"), ("x = 0", "u = 0"))))
    assert [jump.order for jump in jumps] == [0]
    values = Reason(StatementCode.CONTRADICTION_VALUES, what="u", one="1", other="0")
    facts = dict(jumps[0].reason.facts)
    assert (facts["place"], facts["how"]) == ("x = 0, t = 0", values)


def test_slopes_that_jump_at_a_corner():
    jumps = list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("x = 0", "u_x = 2"))))
    assert [jump.order for jump in jumps] == [1]


def test_every_corner_of_a_square_is_looked_at():
    jumps = list(
        corner_jumps(on_square("u_xx + u_yy = 0", *faces("u = 1", "u = 0", "u = 0", "u = 0")))
    )
    assert len(jumps) == 2


def test_data_that_agree_do_not_jump():
    square = on_square("u_xx + u_yy = 0", *faces("u = 0", "u = y", "u = 0", "u = x"))
    assert list(corner_jumps(square)) == []
    assert list(corner_jumps(on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 0", "u = 2")))) == []


PROBLEM = ordinary("u_x = k*u", ("x = 0", "u = k"), parameters={"k": [1, 2]})


WHY = Reason(StatementCode.CONTRADICTION_REMAINDER, value="1")


def test_a_contradiction_must_show_at_both_choices():
    seen = []

    def always(problem, _):
        seen.append(problem)
        yield Contradiction("a", "b", "x = 0", WHY)

    (found,) = at_choices(always, PROBLEM, Budget.unlimited())
    assert found.where.startswith("k = ")
    assert found.where.endswith(", x = 0")
    assert len(seen) == 2
    assert seen[0].conditions[0].right != seen[1].conditions[0].right
    assert all(problem.equations[0].text == "u_x = k*u" for problem in seen)
    assert not any(problem.parameters for problem in seen)


def test_one_that_shows_at_one_choice_is_none():
    seen = []

    def once(problem, _):
        seen.append(problem)
        if len(seen) == 1:
            yield Contradiction("a", "b", "", WHY)

    assert at_choices(once, PROBLEM, Budget.unlimited()) == ()


def test_without_parameters_once_is_enough():
    found = [Contradiction("a", "b", "", WHY)]
    problem = ordinary("u_x = u", ("x = 0", "u = 1"))
    assert at_choices(lambda *_: iter(found), problem, Budget.unlimited()) == (found[0],)
