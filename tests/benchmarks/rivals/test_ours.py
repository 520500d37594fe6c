from symplex.problem import Problem
from symplex.solver.solution.solve import solve
from symplex_benchmarks.rivals.ours import Ours


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
