from support.statements import ordinary
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.parameters import at_choices
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

PROBLEM = ordinary("u_x = k*u", ("x = 0", "u = k"), parameters={"k": [1, 2]})


WHY = Reason(Code.CONTRADICTION_REMAINDER, value="1")


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
