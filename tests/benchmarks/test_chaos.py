"""Runs that are maltreated at random survive; a longer version is `make chaos`."""

import random
import shutil
from dataclasses import replace

import pytest

from chaos.__main__ import main
from chaos.subjects import Subject, left_behind, mark_of, started
from chaos.trials import Trial, damaged
from support.running import UNSOLVABLE
from symplex.app.cli.main import main as symplex
from symplex.work.runs.folder import read_run


@pytest.mark.slow
def test_runs_survive(capfd):
    assert main(["--size", "6"]) == 0, capfd.readouterr().out


@pytest.fixture
def subject(tmp_path):
    place = tmp_path / "whole-hj-concave"
    assert symplex(["solve", "hj-concave", "--quiet", "--output", str(place)]) == 0
    return Subject("hj-concave", ())


def test_damage_is_noticed_and_a_reader_that_does_not_would_be(subject, tmp_path, monkeypatch):
    for number in range(30):
        trial = Trial(subject, tmp_path / "trial", random.Random(number))
        assert damaged(trial) == ""
        shutil.rmtree(trial.folder)
    blind = replace(read_run(tmp_path / "whole-hj-concave"), faults=())
    monkeypatch.setattr("chaos.trials.read_run", lambda _: blind)
    assert "was not noticed" in damaged(Trial(subject, tmp_path / "trial", random.Random(1)))


def test_a_process_that_is_left_behind_is_found(tmp_path):
    with started("--help") as one:
        one.communicate()
    assert mark_of(one) == b""
    assert left_behind(b"") == []
    file = tmp_path / "unsolvable.toml"
    file.write_text(UNSOLVABLE, encoding="utf-8")
    with started("solve", str(file), "--no-save") as searching:
        mark = mark_of(searching)
        assert searching.pid in left_behind(mark, seconds=0.0)
        searching.kill()
        searching.communicate()
    assert left_behind(mark) == []
