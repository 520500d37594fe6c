from support.statements import formula
from symplex.expression import number
from symplex.proof.contradictions.sentences import formulas_text, only_solution, with_data
from symplex.reasons import Code, Reason


def test_equations_with_their_data():
    assert with_data(["E"], []) == "E"
    assert with_data(["E", "F"], ["a", "b"]) == "E and F with a, b"


def test_solutions_in_sentences():
    formulas = {"u": formula("sin(x)"), "v": formula("cos(x)")}
    assert formulas_text(formulas) == "u = sin(x), v = cos(x)"
    said = only_solution({"u": formula("x")}, number(1), number(2))
    facts = {"solution": "u = x", "left": "1", "right": "2"}
    assert said == Reason(Code.CONTRADICTION_ONLY_SOLUTION, **facts)
