"""The runs on a GPU: which there are, what is noted, and that they continue; run here on a CPU."""

import json
from dataclasses import replace

import gpu_experiments as tool

FEW = ["--device", "cpu", "--threads", "1", "--limit", "3"]


def options(*words):
    return tool.parser().parse_args(["rows.jsonl", *words])


def test_the_arms_have_their_problems():
    every = list(tool.tasks(options("--arms", *tool.ARMS, "--files", "a.toml", "b.toml")))
    counts = {arm: sum(task.arm == arm for task in every) for arm in tool.ARMS}
    assert counts == {"symformer": 14, "lstm": 14, "uniform": 14, "adam": 4, "default": 2}
    assert {task.limit for task in every if task.arm != "default"} == {35.0}
    assert {task.limit for task in every if task.arm == "default"} == {20.0}
    chosen = list(tool.tasks(options("--problems", "heat", "--seeds", "1", "2")))
    assert [(task.arm, task.seed) for task in chosen] == [
        (arm, seed) for arm in ("symformer", "lstm", "uniform") for seed in (1, 2)
    ]


def test_batches_can_be_chosen():
    (many,) = tool.tasks(options("--arms", "symformer", "--problems", "heat", "--samples", "65536"))
    assert tool.recipe(many, options()).gpu.samples == many.key["samples"] == 65_536
    (plain,) = tool.tasks(options("--arms", "symformer", "--problems", "heat"))
    assert tool.recipe(plain, options()) == tool.SYMFORMER


def test_each_run_is_noted_at_once_and_not_repeated(tmp_path, capsys, monkeypatch):
    small = replace(tool.ARMS["uniform"], samples=64)
    monkeypatch.setattr(tool, "ARMS", {**tool.ARMS, "uniform": small})
    rows = tmp_path / "rows.jsonl"
    begun = [str(rows), *FEW, "--arms", "uniform", "--problems", "burgers", "heat"]
    assert tool.main([*begun, "--total", "1"]) == 1
    assert "2 runs are missing" in capsys.readouterr().out
    assert tool.main([*begun[:-1]]) == 0
    (noted,) = [json.loads(line) for line in rows.read_text().splitlines()]
    assert noted["arm"] == "uniform"
    assert noted["problem"] == "burgers"
    assert noted["candidates"] > 50
    assert noted["epochs"] > 1
    assert 0 < noted["least_distinct_share"] <= 1
    assert noted["least_entropy"] > 1
    rows.write_text(rows.read_text() + '{"arm": "uni')
    assert tool.missing(tool.tasks(options(*begun[1:])), rows)[0].problem == "heat"
    tool.append({"arm": "x"}, rows)
    assert json.loads(rows.read_text().splitlines()[-1]) == {"arm": "x"}


def test_a_failure_is_noted_and_tried_again(tmp_path):
    rows = tmp_path / "rows.jsonl"
    arguments = [str(rows), *FEW, "--arms", "default", "--files", "nowhere.toml"]
    assert tool.main(arguments) == 0
    (noted,) = [json.loads(line) for line in rows.read_text().splitlines()]
    assert noted["status"] == "failed"
    assert "nowhere.toml" in noted["error"]
    assert len(tool.missing(tool.tasks(options(*arguments[1:])), rows)) == 1


def test_a_device_that_is_not_there_is_one_sentence(tmp_path, capsys):
    assert tool.main([str(tmp_path / "rows.jsonl"), "--device", "tpu"]) == 2
    assert "found 'tpu'" in capsys.readouterr().err
