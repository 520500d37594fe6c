"""`symplex sweep`: lines, rows, and what a user may get wrong."""

import json
import signal
import subprocess
import sys

import pytest

from symplex.app.cli.main import main

LINE = """\
equations = ["u_x = {slope}"]
[domain]
x = [0, 1]
[[conditions]]
where = "x = 0"
equation = "u = 0"
"""


@pytest.fixture
def files(tmp_path):
    made = []
    for slope in (2, 3):
        made.append(tmp_path / f"line{slope}.toml")
        made[-1].write_text(LINE.format(slope=slope), encoding="utf-8")
    return [str(file) for file in made]


def test_a_line_for_each_run_and_a_row_in_the_file(files, tmp_path, capsys):
    rows = tmp_path / "rows.jsonl"
    given = ["sweep", *files, "--seeds", "2", "--first-seed", "5", "--rows", str(rows)]
    assert main(given) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert len(lines) == 5
    assert lines[0].startswith(f"1/4  {files[0]} seed 5   exact ")
    assert lines[0].endswith("u = 2*x")
    assert lines[-1] == "4 runs: 4 exact"
    assert "this process; runs left: 3" in shown.err
    kept = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert [row["seed"] for row in kept] == [5, 6, 5, 6]
    before = rows.read_bytes()
    assert main([*given, "--quiet"]) == 0
    assert capsys.readouterr().out == "4 runs: 4 exact\n"
    assert rows.read_bytes() == before  # nothing was run again


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["heet"], "did you mean 'heat'?"),
        (["heat", "--seeds", "0"], "--seeds must be at least 1"),
        (["heat", "--jobs", "0"], "--jobs must be at least 1"),
        (["heat", "--recipe", "papr"], "did you mean 'paper'?"),
        (["heat", "--rows", "pyproject.toml"], "expected the rows of a sweep"),
        (["heat", "--rows", "none/rows.jsonl"], "cannot be written"),
        ([], "the following arguments are required: FILE"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence, capsys):
    assert main(["sweep", *arguments]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_an_interrupt_keeps_the_rows_that_are_there(files, tmp_path, jobs):
    rows = tmp_path / "rows.jsonl"
    command = [sys.executable, "-m", "symplex.app.cli.main", "sweep", *files, "--seeds", "500"]
    with subprocess.Popen(
        [*command, "--jobs", jobs, "--rows", str(rows)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        printed = [process.stdout.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in said
    kept = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert len(kept) >= len(printed)
    assert {row["status"] for row in kept} == {"exact"}
