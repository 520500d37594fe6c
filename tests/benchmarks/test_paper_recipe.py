"""Runs of the paper's recipe: operators, switches, the step at which a run fails, and tables."""

import json
import tomllib
from dataclasses import replace

import numpy as np
import pytest

from paper_recipe import tables
from paper_recipe.__main__ import main
from paper_recipe.one import row, switched
from paper_recipe.watched import Watch
from support.checkout import BENCHMARKS, ROOT
from support.writing import writing
from symplex.errors import SettingsError
from symplex.expression import OPERATORS
from symplex.expression.sequences.relations import Relations
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Adam, Fixed, LevenbergMarquardt
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex.propose.candidates.settings import PAPER, PolicyKind
from symplex.solver.search.policy_learner import PolicyLearner
from symplex.solver.search.state import Progress, Writing

TABLE = tomllib.loads((BENCHMARKS / "paper_operators.toml").read_text(encoding="utf-8"))
ANSWERS = tomllib.loads((BENCHMARKS / "answers.toml").read_text(encoding="utf-8"))
ARITHMETIC = {"+", "-", "*", "/", "neg"}


def test_there_is_a_row_of_operators_for_each_of_the_14():
    assert set(TABLE) == set(ANSWERS)
    assert all(set(row) >= ARITHMETIC for row in TABLE.values())
    assert all(OPERATORS[name].arity for row in TABLE.values() for name in row)


@pytest.mark.parametrize("name", TABLE)
def test_operators_follow_the_rule_from_the_statement_alone(name):
    problem = bundled(name)
    written = {
        row.name
        for equation in problem.all_equations
        for side in (equation.left, equation.right)
        for row in side.operators
    }
    chosen = set(TABLE[name]) - ARITHMETIC
    functions = {"sin", "cos", "exp", "sqrt", "abs"} & written
    kinks = {"relu", "abs"} if written & {"max", "min"} else set()
    assert functions | (kinks & {"relu"}) <= chosen
    hamilton_jacobi = {"relu", "abs"} if name in ("eikonal", "burgers") or "hj" in name else set()
    parabolic = {"exp"} if "heat" in name else set()
    powers = {"square"} if written & {"square", "cube", "power"} else set()
    assert chosen == functions | (kinks & {"relu"}) | hamilton_jacobi | parabolic | powers


def test_switches_are_departures_by_name():
    assert switched({}) == PAPER
    turned = switched(
        {"literals": "true", "network.relations": "none", "fit": "lm", "policy": "symformer"}
    )
    assert turned.literals
    assert turned.network.relations is Relations.NONE
    assert isinstance(turned.fit, LevenbergMarquardt)
    assert turned.policy is PolicyKind.SYMFORMER
    assert switched({"stage_epochs": "200"}) == replace(PAPER, stage_epochs=200)
    assert switched({"refit": "400"}).refit == Adam(steps=400, rate=0.02)
    assert switched({"learning.entropy": "0.1"}).learning.entropy == 0.1
    assert switched({"network.causal": "true"}).network.causal


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("garlic", "true"),
        ("literals", "yes"),
        ("operators", "exp"),
        ("network.relations", "some"),
        ("stage_epochs", "many"),
    ],
)
def test_a_mistaken_switch_is_told(name, text):
    with pytest.raises(SettingsError, match=f"--switch {name}: "):
        switched({name: text})


def progress(epoch, loss, distinct=40):
    return Progress("space", epoch, None, loss, 0, 0.0, writing=Writing(64, distinct, 2.0))


def shown(watch, *texts):
    """Fit formulas as the recipe does, and show that to a watch."""
    there = writing("heat")
    objective = draw(there.problem, np.random.default_rng(0), PAPER.sampling)
    made = watch.evaluators(evaluator)(objective, there.encoding.vocabulary, 1)
    batch = there.encoding.batch(there.trees(*texts))
    made.fit(batch.tokens, PAPER.fit)
    made.fit(batch.tokens, Fixed())  # is not the recipe's fit: not counted


@pytest.mark.parametrize(
    ("texts", "losses", "verdict"),
    [
        (("x + y",), (1.0, 1.0), "never written"),
        (("0.3*sin(0.3*x)*cos(0.2*y)*exp(0.1*t)",), (1.0, 0.4), "written, not fitted"),
        (("sin(x)*cos(y)*exp(-2.0*t)",), (1.0, 1e-8), "left at 0.99"),
        (("x + y",), (1.0, 1e-8), "left at 0.99 without the structure"),
    ],
)
def test_the_step_at_which_a_stage_fails(texts, losses, verdict):
    watch = Watch(PAPER.fit)
    for epoch, loss in enumerate(losses):
        shown(watch, *texts)
        watch.progress(progress(epoch, loss))
    (row,) = watch.rows()
    assert row["verdict"] == verdict
    assert row["written"] == 2 * len(texts)
    assert bool(row["right"]) is (texts != ("x + y",))


def test_the_policy_learns_while_it_is_watched(monkeypatch):
    lessons = []
    learn = PolicyLearner.learn

    def noted(learner, *lesson, **more):
        before = learner.save()
        learn(learner, *lesson, **more)
        lessons.append(before != learner.save())

    monkeypatch.setattr(PolicyLearner, "learn", noted)
    switches = {"policy": "symformer", "stage_epochs": "12", "samples": "8"}
    task = {"problem": "poisson-quartic", "seed": 0, "faces": False, "switches": switches}
    found = row({**task, "time_limit": 3.0})
    assert lessons
    assert all(lessons)
    assert all(len(one["truth_log_probs"]) == 1 for one in found["stages"][:-1])


def test_a_run_whose_policy_cannot_learn_has_no_row(monkeypatch):
    monkeypatch.setattr(PolicyLearner, "learn", lambda _: None)  # takes no lesson
    task = {"problem": "poisson-quartic", "seed": 0, "faces": False, "switches": {}}
    with pytest.raises(TypeError):
        row({**task, "time_limit": 3.0})


def test_constants_that_grow_or_vanish_are_no_structure():
    watch = Watch(PAPER.fit)
    there = writing("heat")
    problem = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    objective = draw(problem, np.random.default_rng(0), PAPER.sampling)
    made = watch.evaluators(evaluator)(objective, there.encoding.vocabulary, 1)
    batch = there.encoding.batch(there.trees("x", "sin(0.1*x)/0.1"))
    made.fit(batch.tokens, PAPER.fit)
    watch.progress(progress(0, 1.0))
    assert watch.rows()[0]["right"] == 1


def test_a_policy_that_repeats_itself_has_collapsed():
    watch = Watch(Adam())
    for epoch in range(12):
        watch.progress(progress(epoch, 1.0, distinct=2))
    assert watch.rows()[0]["verdict"] == "collapsed"
    watch.progress(progress(0, 1.0))
    assert len(watch.rows()) == 2


# Tables of rows.


def stage(name, best, verdict="never written", truths=(1.0,)):
    told = {"stage": name, "epochs": 7, "best_reward": best, "verdict": verdict}
    lists = {"truth_rewards": list(truths), "truth_log_probs": [-9.5, -12.25]}
    return told | lists | {"entropy": [2.0, 1.5], "distinct": [40, 30]}


def run(problem, *stages, proved=False, **more):
    told = {"problem": problem, "status": "none", "proved": proved, "srr": proved}
    return told | {"switches": {}, "stages": list(stages)} | more


SOLVED = stage("space", 1.0, "left at 0.99")
RUNS = [
    run("a", SOLVED, stage("time", 0.7), SOLVED, stage("time", 0.6)),
    run("b", SOLVED, stage("time", 0.7, truths=(0.3, 0.4))),
    run("c", SOLVED, stage("time", 0.9), proved=True),
    run("a", SOLVED, proved=True, switches={"network.causal": "true", "fit": "100"}),
    run("b", stage("space", 0.4, "written, not fitted"), learns=False),
]


def test_outcomes_have_a_column_for_each_departure():
    lines = tables.outcomes(RUNS).splitlines()
    assert lines[0] == "| problem | as printed, no mask | causal mask, `fit=100` | no learning |"
    assert lines[2:] == [
        "| `a` | time (28) | **7** |  |",
        "| `b` | time (14) |  | space (7) |",
        "| `c` | **14** |  |  |",
        "| **proved** | 1 of 3 | 1 of 1 | 0 of 1 |",
        "| **recovered** | 1 of 3 | 1 of 1 | 0 of 1 |",
    ]


def test_the_step_is_that_of_the_first_stage_that_is_never_left():
    numbers = "−9.5 → −12.2 | 2 → 1.5 | 40 → 30 |"
    assert tables.steps(RUNS).splitlines()[2:] == [
        f"| `a` | time, 7 epochs | never written | 0.70 | 1.00 | {numbers}",
        f"| `b` | time, 7 epochs | never written; would be misfitted | 0.70 | 0.40 | {numbers}",
        f"| `b` | space, 7 epochs | written, not fitted | 0.40 | 1.00 | {numbers}",
    ]


def test_rows_are_printed_without_a_run(tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    lost = {"status": "lost"}
    file.write_text("\n".join([*map(json.dumps, [*RUNS, lost]), '{"cut']))
    assert main(["--rows", str(file)]) == 0
    assert capsys.readouterr().out == f"{tables.tables(RUNS)}\n"


KEPT = tables.read([BENCHMARKS / "paper_recipe" / "rows.jsonl"])


def test_the_page_says_what_the_kept_rows_say():
    page = (ROOT / "docs" / "reproduction.md").read_text(encoding="utf-8")
    assert tables.outcomes(KEPT) in page
    printed = [row for row in KEPT if not row["switches"] and row.get("learns", True)]
    assert tables.steps(printed) in page


def test_kept_rows_are_of_different_runs_of_the_14():
    names = [(row["problem"], tables.variant(row), row["seed"], row["faces"]) for row in KEPT]
    assert len(set(names)) == len(names)
    assert {row["problem"] for row in KEPT} == set(ANSWERS)
    assert not any(row["other"] for row in KEPT)
