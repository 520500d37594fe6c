"""`symplex fit`."""

import json

import numpy as np
import pytest

from symplex.app.cli.main import main


@pytest.fixture
def saved(tmp_path):
    problem = {
        **{"equations": ["u_x = -k*u"], "domain": {"x": [0, 1]}, "parameters": {"k": ["1/2", 2]}},
        "conditions": [{"where": "x = 0", "equation": "u = 1"}],
    }
    content = {
        **{"status": "exact", "solution": {"u": "exp(-k*x)"}, "seed": 0, "seconds": 1.0},
        **{"candidates": 1, "stop_reason": "exact solution found", "problem": problem},
    }
    (tmp_path / "solution.json").write_text(json.dumps(content))
    x = np.linspace(0.1, 1, 50)
    noise = 0.001 * np.sin(97 * x)
    lines = [f"{a},{b}" for a, b in zip(x, np.exp(-1.5 * x) + noise, strict=True)]
    (tmp_path / "data.csv").write_text("\n".join(["x,u", *lines]))
    return tmp_path


def test_estimates_are_printed_and_residuals_written(saved, capsys):
    files = [str(saved / "solution.json"), str(saved / "data.csv")]
    assert main(["fit", *files, "--residuals", str(saved / "rest.csv")]) == 0
    page = capsys.readouterr().out
    assert page.startswith("k = 1.49997 in [1.49904, 1.50089], standard error 0.00046")
    assert "95% confidence intervals, from 50 measurements" in page
    assert len((saved / "rest.csv").read_text().splitlines()) == 51
    assert main(["fit", *files, "--json", "--level", "0.99"]) == 0
    found = json.loads(capsys.readouterr().out)
    low, high = found["estimates"]["k"]["interval"]
    assert low < 1.5 < high
    assert found["level"] == 0.99


@pytest.mark.parametrize(("file", "begins"), [("r.png", b"\x89PNG"), ("r.svg", b"<?xml")])
def test_residuals_are_drawn(saved, file, begins):
    pytest.importorskip("matplotlib", reason="needs symplex[plot]")
    files = [str(saved / "solution.json"), str(saved / "data.csv")]
    assert main(["fit", *files, "--plot", str(saved / file)]) == 0
    assert (saved / file).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["data.csv", "--plot", "r.gif"], "--plot: expected a file that ends in png, svg and pdf, found 'r.gif'"),
        (["data.csv", "--fix", "k"], "--fix: expected 'name=number', found 'k'"),
        (["data.csv", "--fix", "kk=1"], "'kk' is not a parameter; this problem has k; did you mean 'k'?"),
        (["data.csv", "--fix", "k=1"], "there is no parameter to estimate; give one a range in the statement"),
        (["nothing.csv"], "nothing.csv: no such file"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence(saved, capsys, monkeypatch, arguments, sentence):
    monkeypatch.chdir(saved)
    assert main(["fit", "solution.json", *arguments]) == 2
    assert capsys.readouterr().err == f"symplex: {sentence}\n"
