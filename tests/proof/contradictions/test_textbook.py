"""What the textbook proposes, shown by the kernel and said in sentences."""

from support.statements import formula, on_rod, on_square, ordinary
from symplex.codes import StatementCode
from symplex.expression import number, symbol
from symplex.expression.operators import Rule
from symplex.expression.render import to_text
from symplex.proof.advice.advisor import shown_on
from symplex.proof.contradictions.proposals import only_solutions
from symplex.proof.contradictions.sentences import formulas_text, only_solution, with_data
from symplex.reasons import Reason
from symplex.solver.consistency import textbook
from symplex.work.budget import Budget


def test_the_one_solution_is_found_and_proved():
    found = next(
        only_solutions(
            textbook,
            ordinary("u_x = u^2", ("x = 0", "u = 1"), domain={"x": [0, "1/2"]}),
            Budget.unlimited(),
        )
    )
    assert to_text(found["u"]) == "1/(1 - x)"


def test_there_may_be_none():
    problem = on_rod("u_t = u_xx", ("t = 0", "u = exp(sin(x))"), ("x = 0", "u = 1"))
    assert list(only_solutions(textbook, problem, Budget.unlimited())) == []


BOX = on_square("u_x = 0").domain


def test_identities_hold_for_all_constants():
    space = shown_on(BOX, Budget.unlimited(), ["c#1"])
    free = symbol("c#1")
    assert space.is_zero(free * formula("sin(x)^2 + cos(x)^2") - free)
    assert not space.is_zero(free)


def test_an_open_box_lacks_its_faces():
    x = formula("x")
    assert shown_on(BOX, Budget.unlimited(), is_open=True).signs.holds(x, Rule.POSITIVE)
    assert not shown_on(BOX, Budget.unlimited()).signs.holds(x, Rule.POSITIVE)


def test_equations_with_their_data():
    assert with_data(["E"], []) == "E"
    assert with_data(["E", "F"], ["a", "b"]) == "E and F with a, b"


def test_solutions_in_sentences():
    formulas = {"u": formula("sin(x)"), "v": formula("cos(x)")}
    assert formulas_text(formulas) == "u = sin(x), v = cos(x)"
    said = only_solution({"u": formula("x")}, number(1), number(2))
    facts = {"solution": "u = x", "left": "1", "right": "2"}
    assert said == Reason(StatementCode.CONTRADICTION_ONLY_SOLUTION, **facts)
