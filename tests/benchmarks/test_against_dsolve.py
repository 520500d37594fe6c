"""The comparison with dsolve: what counts as solved, and what SymPy is given."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from against_dsolve import Outcome, main
from support.checkout import BENCHMARKS


def sympy_answers(problem: Path) -> list[dict[str, str]]:
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "against_dsolve.py"), str(problem), "--child"],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, *answers = done.stdout.splitlines()
    assert float(seconds.removeprefix("seconds: ")) > 0
    return [json.loads(answer) for answer in answers]


def test_sympy_is_given_the_conditions() -> None:
    (answer,) = sympy_answers(BENCHMARKS / "odes" / "bernoulli-cubic.toml")
    assert answer == {"y": "sqrt(5)*sqrt(t)/sqrt(3*t^5 + 2)"}


def test_sympy_is_given_systems() -> None:
    (answer,) = sympy_answers(BENCHMARKS / "odes" / "system-forced.toml")
    assert set(answer) == {"x", "y"}


def test_a_condition_that_ics_cannot_say_is_solved_for(tmp_path: Path) -> None:
    problem = tmp_path / "mixed.toml"
    problem.write_text(
        'equations = ["u_x = -2*u"]\n[domain]\nx = [0, 1]\n'
        '[[conditions]]\nwhere = "x = 0"\nequation = "u_x + 3*u = 1"\n',
        encoding="utf-8",
    )
    assert sympy_answers(problem) == [{"u": "exp(-2*x)"}]


def test_both_sides_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("both.toml", "ours.toml", "answers.toml"):
        (tmp_path / name).touch()
    monkeypatch.setattr(
        "against_dsolve._ours", lambda *_: Outcome(solved=True, seconds=1.0, answer="{}")
    )
    monkeypatch.setattr(
        "against_dsolve._theirs",
        lambda path, _: Outcome(solved=path.stem == "both", seconds=3.0, answer="{}"),
    )
    monkeypatch.setattr(sys, "argv", ["against_dsolve", str(tmp_path)])
    main()
    assert capsys.readouterr().out.splitlines()[-1] == (
        "2 problems: symplex 2, dsolve 1, both 1, only symplex 1, only dsolve 0; medians over "
        "both: symplex 1.00 s, dsolve 3.00 s"
    )
