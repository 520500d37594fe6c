"""A statement has to be defined where it is to hold, but for null sets."""

import pytest

import symplex
from symplex.app.cli.main import main
from symplex.errors import ProblemError
from symplex.problem import Problem
from symplex.problem.defined import undefined


def stated(data, x=(0, 1), *, equation="u_t = u_x", where="t = 0", **more):
    return Problem([equation], {"x": x, "t": [0, 1]}, [(where, f"u = {data}")], **more)


@pytest.mark.parametrize(
    ("data", "x"),
    [
        ("sqrt(x)", (0, 1)),
        ("log(x)", (0, 1)),
        ("log(pi - x)", (0, "pi")),
        ("sqrt(sqrt(2) - x)", (0, "sqrt(2)")),
        ("1/(1 - x)", (0, 1)),
        ("x/abs(x)", (-1, 1)),
        ("asin(x) + tan(x)", (-1, 1)),
        ("sqrt((x - 1/3)^2)", (-1, 1)),
        ("sqrt(sin(x)^2 + cos(x)^2 - 1)", (-1, 1)),
    ],
)
def test_null_sets_are_no_mistake(data, x):
    assert list(undefined(stated(data, x))) == []


@pytest.mark.parametrize(
    ("data", "x"),
    [
        ("sqrt(x)", (-1, 1)),
        ("log(x - 2)", (0, 1)),
        ("sqrt(x - 10^(-4))", (0, 1)),
        ("log(max(x, 0))", (-1, 1)),
        ("x/max(x, 0)", (-1, 1)),
        ("acos(x)", (0, 2)),
        ("x^(1/3)", (-1, 1)),
        ("x/t", (0, 1)),
        ("0*log(x)", (-1, 1)),
    ],
)
def test_a_condition_that_is_undefined_in_part_of_its_face_is_one(data, x):
    (mistake,) = undefined(stated(data, x))
    assert mistake.key == "conditions[0].equation"
    assert f"'u = {data}' is undefined at x = " in str(mistake)
    assert "t = 0 and nearby, since " in str(mistake)


def test_so_is_an_equation_that_is_in_part_of_the_interior():
    (mistake,) = undefined(stated("x", (-1, 1), equation="u_t = sqrt(x)*u_x"))
    assert mistake.key == "equations[0]"
    assert "x >= 0 does not hold" in mistake.message


def test_values_of_parameters_count_and_unknowns_do_not():
    (mistake,) = undefined(stated("log(k + x)", parameters={"k": [-2, 1]}))
    assert "k = " in mistake.message
    assert list(undefined(stated("log(k + x)", parameters={"k": [0, 1]}))) == []
    assert list(undefined(stated("x", equation="u_t = sqrt(u)"))) == []


def test_a_condition_at_a_point_is_defined_there():
    at_zero = [Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", f"u = {d}")]) for d in ("x/x", "x")]
    assert "is undefined at x = 0, since x != 0" in str(next(undefined(at_zero[0])))
    assert list(undefined(at_zero[1])) == []


def test_check_and_solve_refuse_it():
    problem = stated("sqrt(x)", (-1, 1))
    for command in (symplex.check, lambda one: symplex.solve(one, time_limit=5)):
        with pytest.raises(ProblemError, match=r"conditions\[0\]\.equation: 'u = sqrt\(x\)'"):
            command(problem)


@pytest.mark.parametrize("command", [["check"], ["solve", "--no-save"], ["verify", "x + t"]])
def test_so_do_the_commands_in_one_sentence(command, tmp_path, capsys):
    path = tmp_path / "root.toml"
    path.write_text(
        'equations = ["u_t = u_x"]\n[domain]\nx = [-1, 1]\nt = [0, 1]\n'
        '[[conditions]]\nwhere = "t = 0"\nequation = "u = sqrt(x)"\n'
    )
    assert main([command[0], str(path), *command[1:]]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"symplex: {path}: conditions[0].equation: 'u = sqrt(x)' is undef")
    assert shown.err.count("symplex: ") == 1
