from support.statements import on_rod, ordinary
from symplex.expression.render import to_text
from symplex.proof.contradictions.proposals import proved_solutions
from symplex.solver.consistency import textbook
from symplex.work.budget import Budget


def test_formulas_are_proved():
    found = next(
        proved_solutions(
            textbook,
            ordinary("u_x = u^2", ("x = 0", "u = 1"), domain={"x": [0, "1/2"]}),
            Budget.unlimited(),
        )
    )
    assert to_text(found["u"]) == "1/(1 - x)"


def test_there_may_be_none():
    problem = on_rod("u_t = u_xx", ("t = 0", "u = exp(sin(x))"), ("x = 0", "u = 1"))
    assert list(proved_solutions(textbook, problem, Budget.unlimited())) == []
