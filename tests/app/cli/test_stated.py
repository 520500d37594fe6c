"""Problems that are stated on the command line."""

import json

import pytest

from symplex.app.cli.main import main

ON = ["--on", "x=0..2*pi, t=0..1"]


def test_an_argument_with_a_sign_is_an_equation(capsys):
    given = ["--given", "t=0: u=sin(x)", "--parameters", "kappa=0.5..2"]
    assert main(["check", "u_t = kappa*u_xx", *ON, *given]) == 0
    page = capsys.readouterr().out
    assert "such that u_t = kappa*u_xx" in page
    assert "u=sin(x)   at t = 0 (initial condition)" in page
    assert "kappa in [1/2, 2]" in page


def test_latex_is_known_by_its_backslash(capsys):
    given = ["--given", r"u(x,0) = \sin x", "--given", "x=0: u=0"]
    assert main(["check", r"\partial_t u = \Delta u", *ON, *given]) == 0
    page = capsys.readouterr().out
    assert "such that u_t = u_xx" in page
    assert "u = sin(x)   at t = 0" in page
    assert "u = 0   at x = 0" in page


def test_systems_and_constants(capsys):
    system = ["u_x = c*v; v_x = 0", "--unknowns", "u, v", "--on", "x=0..max(1, 2)"]
    given = ["--parameters", "c=3", "--given", "x=0: u=0; x=0: v=1"]
    assert main(["verify", *system, *given, "u = 3*x; v = 1"]) == 0
    assert capsys.readouterr().out.startswith("exact")


def test_time_and_ends_are_stated(capsys):
    disc = ["u_s = u_rr + u_r/r", "--on", "r=0..max(1, 2), s=0..1", "--given", "s=0: u=1"]
    ends = ["--time", "s", "--free", "r = max(2, 1), s", "--open", "r=0"]
    assert main(["check", *disc, *ends]) == 0
    page = capsys.readouterr().out
    assert "where s is time" in page
    assert "free      r = max(1, 2) and s = 1: nothing is stated there" in page
    assert "open      r = 0: not in the domain" in page
    latex = [r"\dot u = \Delta u", "--on", r"r=0..1, \tau=0..1", "--given", "tau=0: u=1"]
    assert main(["check", *latex, "--time", r"\tau", "--free", r"r, \tau = 1"]) == 0
    page = capsys.readouterr().out
    assert "such that diff(u, tau, 1) = u_rr" in page
    assert "free      r and tau = 1: nothing is stated there" in page


def test_what_is_solved_on_the_command_line_is_saved_with_its_ends(capsys, tmp_path):
    stated = ["u_x = u", "--on", "x=0..1", "--given", "x=0: u=2", "--free", "x"]
    assert main(["solve", *stated, "--quiet", "--json", "--output", str(tmp_path / "run")]) == 0
    assert json.loads(capsys.readouterr().out)["problem"]["free"] == ["x = 1"]


def test_a_name_stands_once(capsys):
    assert main(["check", "u_t = u_xx", "--on", "x=0..1, t=0..1, x=0..2"]) == 2
    assert "--on: 'x' stands there twice" in capsys.readouterr().err


def test_solving_saves_what_was_stated(capsys, tmp_path):
    stated = ["u_x = u", "--on", "x=0..1", "--given", "x=0: u=2"]
    assert main(["solve", *stated, "--quiet", "--json", "--output", str(tmp_path / "run")]) == 0
    assert json.loads(capsys.readouterr().out)["solution"] == {"u": "2*exp(x)"}
    assert main(["show", str(tmp_path / "run")]) == 0
    assert "such that u_x = u" in capsys.readouterr().out


def test_a_file_of_such_a_name_is_a_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b").write_text('equations = ["u_x = 1"]\n[domain]\nx = [0, 1]\n')
    assert main(["check", "a=b"]) == 0
    assert "such that u_x = 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["heat", "--on", "x=0..1"], "--on belongs to an equation such as 'u_t = u_xx', and 'heat' is none"),
        (["heat", "--open", "x=0"], "--open belongs to an equation such as 'u_t = u_xx', and 'heat' is none"),
        (["u_t = u", "--on", "t=0..1", "--free", "t=2"], "the command line: free[0]: t = 2 is no end of [0, 1]; expected t = 0 or t = 1"),
        (["u_t = u", "--on", "t=0..1", "--time", "10"], "the command line: time: unknown variable '10'; this problem has t"),
        (["u_t = u"], "an equation needs --on with the variables, such as 'x=0..2*pi, t=0..1'"),
        (["u_t = u", "--on", "x"], "the command line: --on: expected 'name = low..high', found 'x'"),
        (["u_t = u", "--on", "t=0..q"], "the command line: domain.t: column 1: unknown symbol 'q'; only numbers and pi may stand here"),
        (["u_t = w", "--on", "t=0..1"], "the command line: equations[0]: column 7: unknown symbol 'w'; this problem has u and t; a parameter is declared with its range, as with --parameters 'w=1..2'"),
        (["u_t = u", "--on", "t=0..1", "--given", "u=1"], "the command line: --given: expected 'where: equation', such as 't=0: u=sin(x)', or 'u(x,0)=sin(x)', found 'u=1'"),
        (["u_t = u", "--on", "t=0..1", "--given", "t=2: u=1"], "the command line: conditions[0].where: t = 2 lies outside the interval [0, 1]"),
        ([r"u_t = \foo", "--on", "t=0..1"], r"the command line: equations[0]: column 7: unknown symbol '\foo'; this problem has u and t"),
        ([r"u_t = 2\cdot 2^u", "--on", "t=0..1"], "the command line: equations[0]: column 16: an exponent must be a number such as 2, -1 or 3/2; write exp(b*log(a)) for a power a^b that varies"),
        (["u_t = \x00", "--on", "t=0..1"], "the command line: equations[0]: column 7: '\\x00' is not used in formulas"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence(capsys, arguments, sentence):
    assert main(["check", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"symplex: {sentence}\n")
