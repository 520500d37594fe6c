"""`symplex bench ablation`: variants, arms, the handbook's sample and its table."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from support.checkout import BENCHMARKS, ROOT
from support.folders import handbook
from symplex.app.cli.main import main
from symplex.errors import SettingsError
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.evaluator import Device
from symplex.propose.candidates.settings import SYMFORMER, NetworkSettings, PolicyKind
from symplex_benchmarks.bench._arms import budget_of, candidates_said, read_rows, tables, totals
from symplex_benchmarks.bench._references import ReferenceProblem
from symplex_benchmarks.bench.ablation import (
    HANDBOOK_SWITCHES,
    handbook_variants,
    policies,
    sample,
    variants,
    weights_of,
)

# `symplex bench ablation`: variants, the handbook's sample and its table.


def problems(**sizes: int):
    names = [(family, index) for family, size in sizes.items() for index in range(size)]
    return [
        ReferenceProblem(f"{family}-{index}", "", (), {}, position=position, family=family)
        for position, (family, index) in enumerate(names)
    ]


def families(chosen):
    return [one.family for one in chosen]


def test_every_family_is_in_the_sample():
    known = problems(a=40, b=3, c=1, d=9)
    chosen = sample(known, 12)
    assert len(chosen) == len(set(chosen_names(chosen))) == 12
    assert [families(chosen).count(name) for name in "abcd"] == [4, 3, 1, 4]
    assert [one.position for one in chosen] == sorted(one.position for one in chosen)
    assert families(sample(known, 4)) == ["a", "b", "c", "d"]
    assert len(sample(known, 1000)) == len(known)


def chosen_names(chosen):
    return [one.name for one in chosen]


def test_the_sample_is_always_the_same_and_not_the_first():
    known = problems(a=40, b=40)
    assert chosen_names(sample(known, 10)) == chosen_names(sample(problems(a=40, b=40), 10))
    assert {one.position for one in sample(known, 10)} != {0, 1, 2, 3, 4, 40, 41, 42, 43, 44}


def test_a_sample_that_leaves_a_family_out_is_refused():
    with pytest.raises(SettingsError, match="--sample must be at least 3, one for each family"):
        sample(problems(a=4, b=3, c=1), 2)


def test_variants_leave_out_one_ingredient_each():
    labels = ["full", *(f"without {name}" for name in HANDBOOK_SWITCHES)]
    assert list(handbook_variants()) == labels
    assert handbook_variants()["full"].statement_formulas
    assert not any(settings.statement_formulas for settings in variants().values())
    assert len(set(map(repr, handbook_variants().values()))) == len(labels)


def test_policies_differ_in_the_policy_alone():
    found = policies()
    assert {settings.policy for settings in found.values()} == set(PolicyKind)
    alike = {
        replace(one, policy=PolicyKind.LSTM, network=NetworkSettings()) for one in found.values()
    }
    assert alike == {found["LSTM"]}
    assert len({(one.policy, one.network) for one in found.values()}) == len(found)
    assert all(settings.policy_only for settings in found.values())


def test_the_handbook_is_run_with_every_variant(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr("symplex_benchmarks.bench.ablation.HANDBOOK_SWITCHES", ("lifts",))
    saved, kept = tmp_path / "rows.json", tmp_path / "rows.jsonl"
    where = ["--benchmarks", str(handbook(tmp_path)), "--json", str(saved), "--output", str(kept)]
    assert main(["bench", "ablation", "--handbook", "--sample", "2", *where]) == 0
    shown = capsys.readouterr().out
    assert shown.count("2/2") == 2
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert {one["family"] for one in content["rows"]} == {"lines", "pairs"}
    assert content["summary"]["without lifts"]["proved_by_both"] == 2
    # What is kept is not run again, and says the same when it is read.
    monkeypatch.setattr("symplex_benchmarks.bench._runs.solve", None)
    assert main(["bench", "ablation", "--handbook", "--sample", "2", *where]) == 0
    assert capsys.readouterr().out == shown
    assert main(["bench", "ablation", "--rows", str(kept)]) == 0
    assert capsys.readouterr().out in shown


def test_arms_are_chosen_by_name(tmp_path, capsys, monkeypatch):
    ran = []

    def noted(tasks, *_):
        ran.extend(tasks)
        raise SettingsError("enough")

    monkeypatch.setattr("symplex_benchmarks.bench._runs.run_and_print", noted)
    chosen = ["--policies", "--arms", "uniform, LSTM", "--problems", "hj-*", "--seeds", "2"]
    where = ["--benchmarks", str(BENCHMARKS), "--max-candidates", "100"]
    assert main(["bench", "ablation", *chosen, *where]) == 2
    first = [("LSTM", 0), ("uniform", 0)] * 2
    assert [(task.label, task.seed) for task in ran[:4]] == first  # each problem has every arm
    assert {task.seed for task in ran[4:]} == {1}
    assert {task.max_candidates for task in ran} == {100}
    assert {task.time_limit for task in ran} == {3600.0}  # candidates end these runs
    assert {task.label: task.more["weights"] for task in ran}["uniform"] == 0
    assert main(["bench", "ablation", "--policies", "--arms", "LSTN", *where]) == 2
    assert "did you mean 'LSTM'" in capsys.readouterr().err


def test_an_epoch_may_have_another_size_on_every_device(tmp_path, monkeypatch):
    ran = []

    def noted(tasks, *_):
        ran.extend(tasks)
        raise SettingsError("enough")

    monkeypatch.setattr("symplex_benchmarks.bench._runs.run_and_print", noted)
    chosen = ["--policies", "--arms", "full,LSTM", "--problems", "hj-*, heat", "--samples", "8192"]
    assert main(["bench", "ablation", *chosen, "--benchmarks", str(BENCHMARKS)]) == 2
    assert {task.problem.name for task in ran} == {"heat", "hj-convex", "hj-concave"}
    for task in ran:
        for device in Device:
            there = task.recipe.on(device)
            assert there.samples == 8192
            # As many trees are rewarded as in the recipe's own epochs on a processor.
            rewarded = SYMFORMER.learning.share * SYMFORMER.samples
            assert there.learning.share * there.samples == pytest.approx(rewarded)


def test_weights_that_an_arm_does_not_look_at_do_not_count():
    problem, arms = load("heat"), policies()
    found = {label: weights_of(settings, problem) for label, settings in arms.items()}
    # The description of the slot has tables of its own; the decoder has none of them.
    assert found["full"] > found["no slot description"] == found["as printed"]
    assert found["full"] == found["no relations"]
    assert found["uniform"] == 0


# What the rows of an ablation say, and how they are read.


def row(arm: int, seed: int, candidates: int, *, proved: bool = True, problem: str = "a", **more):
    found = {"recipe": ("full", "less")[arm], "problem": problem, "seed": seed, "arm": arm}
    told = {"status": "exact" if proved else "none", "other": False, "srr": proved, "seconds": 1.0}
    counts = {"candidates": candidates, "proved": proved, "max_candidates": 100, "weights": 1234}
    return {**found, **told, **counts, **more}


ROWS = [
    *(row(0, seed, 10 + seed) for seed in range(7)),
    *(row(1, seed, 105, proved=False) for seed in range(6)),
    row(1, 6, 50),
]


def test_every_arm_has_its_interval_and_is_compared_with_the_first():
    found = totals(ROWS)
    assert list(found) == ["full", "less"]
    assert found["full"]["interval"][1] == 1
    assert found["full"]["median_candidates_to_proof"] == 13
    assert found["less"]["median_candidates_to_proof"] is None
    assert found["less"]["comparison"]["first_alone"] == 6
    assert found["less"]["comparison"]["success"]["p"] == pytest.approx(2 / 64)
    assert found["less"]["proved_by_both"] == 1
    assert found["less"]["median_candidates_of_both_in_first"] == 16
    assert "comparison" not in found["full"]


def test_the_order_of_rows_says_nothing():
    assert totals(ROWS[::-1]) == totals(ROWS)
    assert list(totals(ROWS[::-1])) == ["full", "less"]


def test_pairs_are_those_that_both_arms_have():
    found = totals([*ROWS, row(1, 0, 5, problem="b")])
    assert found["less"]["comparison"]["pairs"] == 7


def test_equal_candidates_are_checked():
    assert (
        candidates_said(ROWS) == "Equal candidates: all 6 runs without proof had 100, at most 105."
    )
    early = [*ROWS, row(1, 7, 60, proved=False)]
    assert candidates_said(early).startswith("Not equal candidates: 1 of 7 runs without proof")
    assert "equal time" in candidates_said([{**ROWS[0], "max_candidates": None}])
    with pytest.raises(SettingsError, match="several limits of candidates"):
        budget_of([ROWS[0], {**ROWS[1], "max_candidates": 7}])


def test_the_tables_have_a_line_an_arm():
    console = Console(width=200, record=True, file=StringIO())
    for table in tables(ROWS):
        console.print(table)
    shown = console.export_text()
    assert "7/7" in shown
    assert "1 234" in shown
    assert "0.031" in shown
    assert len(tables([ROWS[0]])) == 1


def test_rows_are_read_again(tmp_path):
    file = tmp_path / "rows.jsonl"
    lines = (json.dumps({"task": str(k), **one}) for k, one in enumerate(ROWS))
    file.write_text("\n".join(lines) + "\n")
    assert totals(read_rows([str(file)])) == totals(ROWS)


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no row"), ('{"task": "1", "recipe": "full"}\n', "without 'problem'")],
)
def test_what_is_no_ablation_is_one_sentence(text, said, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(text)
    with pytest.raises(SettingsError, match=said):
        read_rows([str(file)])
    with pytest.raises(SettingsError, match="no such file"):
        read_rows([str(tmp_path / "none")])


def test_the_page_says_what_the_kept_rows_say():
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    lines = {line.split(" | ")[0]: line.split(" | ") for line in page.splitlines()}
    found = totals(read_rows([str(BENCHMARKS / "gpu" / "ablation.jsonl")]))
    for label, made in found.items():
        told = lines[f"| {label}"]
        low, high = made["interval"]
        assert told[2:4] == [f"{made['proved']} of {made['runs']}", f"{low:.2f} to {high:.2f}"]
        if "comparison" in made:
            against = made["comparison"]
            counts = [str(against[key]) for key in ("pairs", "alone", "first_alone")]
            assert told[4:8] == [*counts, f"{against['success']['p']:.2g}"]
