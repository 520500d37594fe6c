"""`symplex verify`."""

import json

import pytest

from support.checks import check
from symplex.app.cli.main import main
from symplex.proof.certificate import Certificate, conclude
from symplex.proof.verdict import Verdict


def test_the_exit_code_says_whether_the_answer_is_proved(capsys):
    assert main(["verify", "heat", "sin(x)*cos(y)*exp(-2*t)"]) == 0
    assert capsys.readouterr().out.startswith("exact")
    assert main(["verify", "heat", "0.99*sin(x)*cos(y)*exp(-2*t)", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == "refuted"
    assert report["solution"].keys() == report["latex"].keys() == {"u"}
    assert report["certificate"]["checks"][0]["point"].keys() == {"x", "y", "t"}


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_conjecture_is_not_proved(monkeypatch, capsys, options):
    conjecture = conclude((check("u_t = u_xx", verdict=Verdict.CONJECTURED),))
    monkeypatch.setattr("symplex.proof.verify.verify", lambda *_: conjecture)
    assert main(["verify", "heat", "x", *options]) == 1
    shown = capsys.readouterr().out
    assert json.loads(shown)["status"] == "conjectured" if options else "missing: a proof" in shown


def test_a_formula_may_begin_with_a_minus(capsys):
    assert main(["verify", "hj-concave", "-abs(x)-t/2"]) == 1
    assert capsys.readouterr().out.startswith("refuted")
    assert main(["verify", "hj-concave", "-(-abs(x) - t/2)"]) == 0
    assert capsys.readouterr().out.startswith("exact")


def test_the_certificate_has_the_same_shape_as_in_solve(capsys):
    assert main(["verify", "poisson-exp", "exp(x) + exp(y)", "--json"]) == 0
    verified = json.loads(capsys.readouterr().out)["certificate"]
    assert main(["solve", "poisson-exp", "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["certificate"] == verified
    assert Certificate.from_json(verified).status is Verdict.EXACT


def test_what_is_wrong_with_the_formula_is_said(capsys):
    assert main(["verify", "heat", "sin(z)"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "unknown symbol 'z'" in shown.err


def test_a_coq_file_is_printed_and_the_exit_code_is_the_kernels(capsys):
    assert main(["verify", "heat", "sin(x)*cos(y)*exp(-2*t)", "--format", "coq"]) == 0
    shown = capsys.readouterr()
    assert "Theorem solved" in shown.out
    assert shown.err == ""
    assert main(["verify", "heat", "sin(x)*cos(y)*exp(-3*t)", "--format", "coq"]) == 1
    shown = capsys.readouterr()
    assert "Theorem solved" in shown.out
    assert "refuted here; coqc decides" in shown.err


def test_what_no_coq_file_can_say_is_refused(capsys):
    assert main(["verify", "hj-concave", "abs(x) + t/2", "--format", "coq"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "smooth" in shown.err
    assert main(["verify", "heat", "x", "--format", "coq", "--json"]) == 2
    assert "--json" in capsys.readouterr().err


def test_the_solution_of_a_saved_run_needs_no_formula(tmp_path, capsys):
    folder = str(tmp_path / "run")
    assert main(["solve", "poisson-exp", "--quiet", "--output", folder]) == 0
    capsys.readouterr()
    assert main(["verify", folder]) == 0
    assert capsys.readouterr().out.startswith("exact")
    assert main(["verify", folder, "--format", "coq"]) == 0
    assert "Theorem solved" in capsys.readouterr().out
    assert main(["verify", folder, "x"]) == 1
    assert main(["verify", "heat"]) == 2
    assert "a formula is missing" in capsys.readouterr().err
