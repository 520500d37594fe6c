"""`symplex bench ablation`: variants, the handbook's sample and its table."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from support.folders import handbook
from symplex.bench._references import ReferenceProblem
from symplex.bench.ablation import (
    HANDBOOK_SWITCHES,
    both,
    handbook_variants,
    policies,
    sample,
    variants,
)
from symplex.cli.main import main
from symplex.errors import SettingsError
from symplex.search.settings import NetworkSettings, PolicyKind


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


def row(problem: str, candidates: int, *, proved: bool = True):
    return {"problem": problem, "seed": 0, "candidates": candidates, "proved": proved}


def test_candidates_are_compared_where_both_prove():
    full = [row("a", 10), row("b", 20), row("c", 30), row("d", 9000, proved=False)]
    found = [row("a", 100), row("b", 8000, proved=False), row("c", 300), row("d", 7)]
    assert both(found, full) == {
        "proved_by_both": 2,
        "median_candidates_of_both": 200,
        "median_candidates_of_both_in_full": 20,
    }
    assert both([row("a", 1, proved=False)], full)["median_candidates_of_both"] is None


def test_the_handbook_is_run_with_every_variant(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr("symplex.bench.ablation.HANDBOOK_SWITCHES", ("lifts",))
    saved = tmp_path / "rows.json"
    where = ["--benchmarks", str(handbook(tmp_path)), "--json", str(saved)]
    assert main(["bench", "ablation", "--handbook", "--sample", "2", *where]) == 0
    shown = capsys.readouterr().out
    assert "full: 2 of 2 proved" in shown
    assert "without lifts: 2 of 2 proved" in shown
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert {one["family"] for one in content["rows"]} == {"lines", "pairs"}
    assert content["summary"]["without lifts"]["proved_by_both"] == 2
