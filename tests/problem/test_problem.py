"""A problem: its names, its parts and what it refuses."""

import sys
from fractions import Fraction
from io import BytesIO, TextIOWrapper

import pytest

from symplex.codes import StatementCode
from symplex.errors import ProblemError
from symplex.expression import Derivative, number
from symplex.expression.parse import parse
from symplex.notation.problem_files import MAX_BYTES, load
from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.overview import check
from symplex.reasons import Reason


def heat(**changes) -> Problem:
    raw = {
        "equations": ["u_t = kappa*u_xx"],
        "domain": {"x": [0.0, "2*pi"], "t": [0, 1]},
        "conditions": [("t = 0", "u = sin(x)")],
        "parameters": {"kappa": [0.5, 2.0]},
    }
    return Problem(**{**raw, **changes})


def test_decimals_are_exact():
    problem = heat(domain={"x": [-1.2, 0.1], "t": [0, Fraction(1, 3)]})
    assert problem.domain["x"].low == number(Fraction(-6, 5))
    assert problem.domain["t"].high == number(Fraction(1, 3))


def test_needed_derivatives_are_derived():
    assert heat().derivatives == {
        Derivative("u"),
        Derivative("u", ("t",)),
        Derivative("u", ("x", "x")),
    }


def test_named_constants_are_put_in():
    problem = heat(parameters={"kappa": "pi/2", "L": 1.0}, conditions=[("x = L", "u = L")])
    assert problem.parameters == {}
    assert (
        problem.equations[0].right == parse("pi/2", None) * problem.equations[0].right.arguments[1]
    )
    assert str(problem.conditions[0].region) == "x = 1"


def test_a_named_constant_may_use_the_ones_before_it():
    problem = heat(parameters={"kappa": [1, 2], "a": 2, "b": "a/3"})
    assert problem.constants["b"] == parse("2/3")


def test_systems_and_ordinary_equations():
    system = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)"), ("t = 0", "v = 0")],
        unknowns=["u", "v"],
    )
    assert "coupling u and v" in str(check(system))
    ode = Problem(["u_xxxx = u"], {"x": [0, 1]}, [("x = 0", "u = 1"), ("x = 1", "u_xx = 0")])
    assert ode.time is None
    assert "fourth-order, linear, homogeneous" in str(check(ode))


def test_problems_are_values():
    problem = heat()
    with pytest.raises(AttributeError):
        problem.name = "other"
    assert heat() == problem
    assert not any("answer" in field or "solution" in field for field in vars(problem))


def test_mistakes_in_python_name_the_key():
    with pytest.raises(ProblemError, match=r"^domain\.x: the interval \[1, 0\] is reversed"):
        heat(domain={"x": [1, 0], "t": [0, 1]})
    with pytest.raises(ProblemError, match=r"^domain\.x: expected a finite number, found inf"):
        heat(domain={"x": [0, float("inf")], "t": [0, 1]})
    with pytest.raises(ProblemError, match="expected 'where' and 'equation'"):
        heat(conditions=["u = 0"])


def test_the_page_says_what_kind_of_condition_it_is():
    page = str(
        check(
            heat(
                conditions=[
                    ("t = 0", "u = sin(x)"),
                    ("t = 1", "u = exp(-kappa)*sin(x)"),
                    ("x = 0", "u = 0"),
                    ("x = 2*pi", "u_x = exp(-kappa*t)"),
                    ("x = 0", "u_x + u = exp(-kappa*t)"),
                    ("x = 0, t = 0", "u = 0"),
                    ("t = 1/2", "u_x = 0"),
                ]
            )
        )
    )
    for role in ("initial", "terminal", "Dirichlet", "Neumann", "Robin", "point"):
        assert f"({role} condition)" in page
    assert "(condition on a time slice)" in page
    assert "for all   kappa in [1/2, 2]" in page


def test_where_may_be_a_formula_and_in_any_order():
    problem = heat(conditions=[("t = 0, x = 4*pi/2", "u = 0")])
    assert str(problem.conditions[0].region) == "x = 4*pi/2, t = 0"
    assert problem.domain["x"].has_end(parse("4*pi/2"))


def test_files_that_are_not_problem_files(tmp_path):
    sentences = {}

    def attempt(path):
        with pytest.raises(ProblemError) as caught:
            Problem.from_file(path)
        return str(caught.value).removeprefix(f"{path}: ")

    sentences["missing"] = attempt(tmp_path / "missing.toml")
    sentences["directory"] = attempt(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"name = 'caf\xe9'")
    sentences["latin"] = attempt(tmp_path / "latin.toml")
    with (tmp_path / "large.toml").open("wb") as file:
        file.truncate(100 * MAX_BYTES)
    sentences["large"] = attempt(tmp_path / "large.toml")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 50_000)
    sentences["deep"] = attempt(tmp_path / "deep.toml")
    (tmp_path / "null.toml").write_bytes(b"name = 'a\x00b'")
    sentences["null"] = attempt(tmp_path / "null.toml")
    assert sentences["missing"] == "no such file"
    assert sentences["directory"] == "is a directory; expected a problem file"
    assert sentences["latin"] == "is not UTF-8 text (at byte 11)"
    assert sentences["large"] == "is larger than 1,000,000 bytes; no problem file is"
    assert sentences["deep"].startswith("is not TOML")
    assert sentences["null"].startswith("is not TOML")


def test_standard_input(monkeypatch):
    text = b'equations = ["u_x = 1"]\n[domain]\nx = [0, 1]\n'
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
    assert load("-").equations[0].text == "u_x = 1"


def test_a_byte_order_mark_is_accepted(tmp_path):
    path = tmp_path / "bom.toml"
    path.write_bytes(b'\xef\xbb\xbfequations = ["u_x = 1"]\n[domain]\nx = [0, 1]\n')
    assert Problem.from_file(path).name == "bom"


def test_it_is_written_on_one_line():
    heat = Problem(
        ["u_t = u_xx"], {"x": [0, "2*pi"], "t": [0, 1]}, [("t = 0", "u = sin(x)")], name="heat"
    )
    assert repr(heat) == "Problem('heat': u_t = u_xx; x in [0, 2*pi], t in [0, 1]; 1 condition)"


def test_the_box_holds_variables_and_parameters():
    problem = Problem(["u_x = k"], {"x": [0, 1]}, parameters={"k": [2, 3]})
    assert problem.box.ends == {"x": (0, 1), "k": (2, 3)}
    assert problem.box.variables == ("x",)


def test_a_sentence_with_both_facts():
    left = Reason(StatementCode.CONTRADICTION_REMAINDER, value="1")
    there = Contradiction("a", "b", "x = 0", left)
    why = "what is left of them is 0 = 1"
    assert str(there) == f"a and b cannot hold together at x = 0: {why}"
    assert str(Contradiction("a", "b", "", left)) == f"a and b cannot hold together: {why}"
    assert there.to_json() == {
        **{"first": "a", "second": "b", "where": "x = 0", "why": why},
        **{"code": "contradiction.remainder", "facts": {"value": "1"}},
    }
