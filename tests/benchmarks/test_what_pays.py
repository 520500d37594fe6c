"""What is said of methods and ingredients is what the kept rows say."""

import pytest

import what_pays as pays
from support.checkout import ROOT
from symplex.problem import Problem
from symplex.propose.textbook.catalogue import METHODS
from symplex.work.budget import Budget

KEPT = pays.read(pays.KEPT)
DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])


def row(problem, origin, without="", candidates=0, inside=()):
    return {
        **{"collection": pays.HANDBOOK, "problem": problem, "without": without},
        **{"status": "exact" if origin else "none", "origin": origin, "candidates": candidates},
        **{"steps": 10 * candidates, "inside": dict(inside)},
    }


ROWS = [
    row("a", "lift > statement formula", candidates=10),
    row("b", "method: Riccati", inside={"Riccati": ["Bernoulli"], "Euler's equation": ["Riccati"]}),
    row("c", "reduction: characteristics > method: Riccati", candidates=4),
    row("d", None, candidates=90),
    row("a", "ansatz", "lifts", candidates=30),
    row("b", None, "Riccati"),
    row("c", "method: Riccati", "Riccati", candidates=6),
    row("b", "method: Riccati", "Bernoulli"),
]


def found(name):
    (one,) = (one for one in pays.worth(ROWS) if one.name == name)
    return one


def test_a_part_is_worth_the_proofs_that_are_lost_without_it():
    riccati = found("Riccati")
    assert (riccati.named, riccati.runs, riccati.lost) == (2, 2, ("b",))
    assert (riccati.candidates, riccati.steps) == ((4, 6), (40, 60))
    assert found("lifts").lost == ()
    assert found("lifts").candidates == (10, 30)
    assert (found("Bernoulli").named, found("Bernoulli").runs) == (0, 1)
    assert (found("superposition").runs, found("travelling wave").steps) == (0, None)
    table = pays.worth_table(ROWS)
    assert "| Riccati | 2 | 2 | 1: b | 4 → 6 | 40 → 60 |" in table
    assert table.index("| Riccati |") < table.index("| lifts |")


def test_answers_are_counted_by_who_wrote_them():
    table = pays.origin_table(ROWS)
    assert "handbook: 3 of 4" in table
    assert [line for line in table.splitlines() if line.startswith("| lift > statement")]
    assert pays.sentence(ROWS) == "3 of 4 on file are proved, 0 of them by SymFormer"


def test_every_problem_first_and_then_without_what_its_answer_is_due_to():
    first = [one for one in ROWS if not one["without"]]
    every = list(pays.tasks(first, [pays.HANDBOOK]))
    whole = [task for task in every if not task.without]
    assert every[: len(whole)] == whole
    left_out = {(task.problem, task.without) for task in every[len(whole) :]}
    assert {("b", "Riccati"), ("b", "Bernoulli"), ("c", "characteristics")} <= left_out
    assert {("a", "lifts"), ("a", "statement-formulas")} <= left_out
    assert not any(problem == "d" for problem, _ in left_out)
    again = {(task.problem, task.without) for task in pays.tasks(ROWS, [pays.HANDBOOK])}
    assert ("b", "Riccati") not in again
    many = [{**first[0], "problem": str(k)} for k in range(20)]
    assert sum(task.without == "lifts" for task in pays.tasks(many, [pays.HANDBOOK])) == 12


@pytest.mark.parametrize(("without", "count"), [("", 1), ("constant coefficients", 0)])
def test_a_method_is_silent_wherever_it_is_asked(without, count):
    (method,) = (one for one in METHODS if one.name == "constant coefficients")
    with pays.silent(without):
        assert len(list(method.propose(DECAY, Budget.unlimited()))) == count
    assert len(list(method.propose(DECAY, Budget.unlimited()))) == 1


def test_a_row_is_made_of_a_run(tmp_path):
    made = pays.Task(pays.FOURTEEN, "heat").row(most=1_000)
    assert (made["status"], made["origin"]) == ("exact", "lift > statement formula")
    without = pays.Task(pays.FOURTEEN, "heat", "lifts").row(most=1_000)
    assert without["origin"] != made["origin"]
    assert pays.read(tmp_path / "none.jsonl") == []


def test_every_row_is_kept_once():
    keys = [(one["collection"], one["problem"], one["without"]) for one in KEPT]
    assert len(set(keys)) == len(keys) > 900
    for one in KEPT:
        assert (one["origin"] is None) == (one["status"] != "exact")


def test_the_pages_say_what_the_kept_rows_say():
    assert pays.origin_table(KEPT) in (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert pays.sentence(KEPT) in readme
    assert pays.worth_table(KEPT) in (ROOT / "docs" / "textbook.md").read_text(encoding="utf-8")
