"""`symplex bench evaluation`."""

import json
import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.app.cli.main import main
from symplex.notation.problem_files import bundled, bundled_names
from symplex_benchmarks.bench.evaluation import METHODS, skeleton

SKELETONS = tomllib.loads((BENCHMARKS / "skeletons.toml").read_text(encoding="utf-8"))["skeletons"]


def test_there_is_a_skeleton_for_each_problem_of_the_paper():
    assert sorted(SKELETONS) == sorted(bundled_names(""))


@pytest.mark.parametrize("name", SKELETONS)
def test_skeletons_have_a_few_slots(name):
    assert 2 <= len(skeleton(SKELETONS[name], bundled(name)).constants) <= 5


@pytest.mark.slow
def test_it_measures_speeds_and_shares(tmp_path, capsys):
    (tmp_path / "skeletons.toml").write_text('[skeletons]\nheat = "c0*sin(x)*cos(y)*exp(c1*t)"\n')
    saved = tmp_path / "rows.json"
    options = ["--runs", "1", "--trials", "2", "--json", str(saved)]
    assert main(["bench", "evaluation", "--benchmarks", str(tmp_path), *options]) == 0
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert content["summary"]["fitted_per_second_4096"] > 0
    assert all(0 <= content["rows"][-1][label] <= 1 for label in METHODS)
    assert "fitted/s" in capsys.readouterr().out


def test_without_skeletons_nothing_is_measured(tmp_path, capsys):
    assert main(["bench", "evaluation", "--benchmarks", str(tmp_path)]) == 2
    assert "skeletons.toml" in capsys.readouterr().err
