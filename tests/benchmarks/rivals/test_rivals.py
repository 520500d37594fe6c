"""Which rivals there are; computer algebra and ourselves among them."""

import pytest

from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.solver.solution.solve import solve
from symplex_benchmarks.rivals.catalogue import METHODS, all_methods, methods_named
from symplex_benchmarks.rivals.computer_algebra import ComputerAlgebra
from symplex_benchmarks.rivals.fex import FEX
from symplex_benchmarks.rivals.ours import Ours
from symplex_benchmarks.rivals.rival import Answer, Rival
from symplex_benchmarks.rivals.ssde import SSDE


def test_all_methods_are_those_that_are_no_variant_of_ours():
    assert all_methods()[0] == "symplex"
    assert {"ssde", "fex", "pinn-dsr", "kan", "pinn", "weno", "sympy"} <= {*all_methods()}
    assert "symplex-paper" not in all_methods()


def test_a_name_that_is_none_is_a_mistake_with_the_nearest():
    with pytest.raises(SettingsError, match="did you mean 'weno'"):
        methods_named(["wenno"])
    assert methods_named(["weno", "kan", "weno"]) == ("weno", "kan")


@pytest.mark.parametrize("name", ["symplex", "symplex-paper", "weno", "sympy"])
def test_what_needs_no_library_of_the_extra_can_be_made(name):
    assert METHODS[name].made().name == name


def test_ours_has_as_many_threads_as_every_other_method():
    assert [METHODS["symplex"].made(*given).threads for given in ((), (3,))] == [1, 3]


def test_ours_alone_chooses_its_device():
    assert METHODS["symplex"].made(1, "cuda").device == "cuda"
    assert METHODS["weno"].made(1, "cuda").name == "weno"


def test_ours_is_never_told_the_faces():
    assert not any(entry.takes_faces for name, entry in METHODS.items() if "symplex" in name)


def test_an_answer_holds_nothing_that_it_was_not_given():
    answer = Answer()
    assert (answer.formulas, answer.values, answer.candidates) == (None, None, 0)
    assert dict(answer.settings) == {}


def test_the_symbolic_rivals_are_rivals():
    rivals: list[Rival] = [SSDE(), FEX()]
    assert [rival.name for rival in rivals] == ["ssde", "fex"]


def test_the_formula_and_its_size_come_back():
    problem = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    answer = Ours(threads=2).solve(problem, seed=0, seconds=999)
    assert answer.formulas == {"u": "exp(-t)"}
    assert answer.storage == len("exp(-t)")
    assert answer.settings["recipe"] == "default"


def test_where_nothing_is_found_the_reason_is_said():
    contradictory = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 1"), ("t = 0", "u = 2")])
    answer = Ours().solve(contradictory, seed=0, seconds=999)
    assert answer.formulas is None
    assert answer.reason.startswith("no formula")


def test_its_search_is_told_the_device(monkeypatch):
    told = {}

    def solved(problem, **given):
        told.update(given)
        return solve(problem, time_limit=999)

    monkeypatch.setattr("symplex_benchmarks.rivals.ours.solve", solved)
    problem = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    answer = Ours(recipe="symformer", device="cuda").solve(problem, seed=0, seconds=999)
    assert (told["device"], told["recipe"]) == ("cuda", "symformer")
    assert answer.settings["device"] == "cuda"


def _answer(problem):
    return ComputerAlgebra().solve(problem, seed=0, seconds=10)


def _is_proved(problem, answer):
    formulas = {name: parse(text, problem.answer_scope) for name, text in answer.formulas.items()}
    return verify(problem, formulas).is_exact


@pytest.mark.parametrize(
    "problem",
    [
        Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")]),
        Problem(["u_xx = -u"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 0", "u_x = 2")]),
        # A condition that `ics` cannot say.
        Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u + u_x = 4")]),
    ],
)
def test_ordinary_equations_are_solved_with_their_conditions(problem):
    assert _is_proved(problem, _answer(problem))


def test_a_first_order_equation_in_the_plane_is_solved_with_its_data():
    problem = Problem(
        ["2*u_x + u_t = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = exp(-x^2)")]
    )
    assert _is_proved(problem, _answer(problem))


@pytest.mark.parametrize("name", ["burgers", "heat", "poisson-exp"])
def test_where_sympy_has_no_method_it_is_quoted(name):
    answer = _answer(load(name))
    assert answer.formulas is None
    assert answer.reason.startswith("SymPy")
