"""What a statement declares: its time, and ends of the domain that are free or open."""

import json

import pytest
import sympy

from symplex.errors import ProblemError
from symplex.expression import number
from symplex.expression.parse import parse
from symplex.problem import EndKind, Interval, Problem, Side
from symplex.problem.restrict import start_of, with_parameters
from symplex.problem.transport import from_data, to_data

FREE, OPEN = EndKind.FREE, EndKind.OPEN
LOW, HIGH = Side.LOW, Side.HIGH


def disc(**changes) -> Problem:
    """Heat in a disc: nothing can be stated at its centre."""
    raw = {
        "equations": ["u_s = k*(u_rr + u_r/r)"],
        "domain": {"r": [0, "2*pi"], "s": [0, 1]},
        "conditions": [("s = 0", "u = 1 - r^2"), ("r = 2*pi", "u = 0")],
        "parameters": {"k": [1, 2]},
        "time": "s",
        "free": ["r = 0"],
        "open": ["s = 1"],
    }
    return Problem(**{**raw, **changes})


def test_what_is_declared_is_part_of_the_problem():
    problem = disc()
    assert (problem.time, problem.space, problem.stated_time) == ("s", ("r",), "s")
    assert problem.declared == {("r", LOW): FREE, ("s", HIGH): OPEN}
    assert problem != disc(free=[])


def test_a_name_alone_means_both_ends_that_are_no_faces():
    assert disc(free=["r"]).declared == disc().declared
    both = disc(conditions=[("s = 0", "u = 1"), ("r = 0, s = 0", "u = 1")], free=["r"])
    assert both.declared == {("r", LOW): FREE, ("r", HIGH): FREE, ("s", HIGH): OPEN}


def test_an_end_may_be_a_formula_of_constants():
    named = {"k": [1, 2], "c": "pi"}
    problem = disc(conditions=[("s = 0", "u = 1")], free=["r = 2*c"], parameters=named)
    assert problem.declared == {("r", HIGH): FREE, ("s", HIGH): OPEN}
    again = Problem(**problem.statement())
    assert again == problem
    assert problem.statement()["free"] == ["r = 2*pi"]


def test_an_end_that_cannot_be_told_exactly_is_a_mistake():
    with pytest.raises(
        ProblemError, match=r"^free\[0\]: r = exp\(log\(2\*pi\)\) cannot be told from"
    ):
        disc(free=["r = exp(log(2*pi))"])


def test_a_variable_called_t_is_time_unless_another_one_is():
    domain = {"t": [0, 1], "s": [0, 1]}
    plain = Problem(["u_s = u_tt"], domain, [("s = 0", "u = t")])
    assert (plain.time, plain.space, plain.stated_time) == ("t", ("s",), None)
    named = Problem(["u_s = u_tt"], domain, [("s = 0", "u = t")], time="s")
    assert (named.time, named.space) == ("s", ("t",))


def test_a_statement_that_declares_nothing_reads_as_before():
    statement = disc(time=None, free=(), open=()).statement()
    keys = ["name", "unknowns", "equations", "domain", "parameters", "conditions"]
    assert list(statement) == keys


def test_declarations_survive_statements_files_and_processes(tmp_path):
    problem = disc(name="disc")
    assert Problem(**problem.statement()) == problem
    assert Problem.from_statement(problem.statement()) == problem
    assert from_data(json.loads(json.dumps(to_data(problem)))) == problem
    path = tmp_path / "disc.toml"
    path.write_text(
        """
        equations = ["u_s = k*(u_rr + u_r/r)"]
        time = "s"
        free = ["r"]
        open = ["s = 1"]
        domain = {r = [0, "2*pi"], s = [0, 1]}
        parameters = {k = [1, 2]}
        conditions = [
            {where = "s = 0", equation = "u = 1 - r^2"},
            {where = "r = 2*pi", equation = "u = 0"},
        ]
        """
    )
    assert Problem.from_file(path) == problem


def test_smaller_problems_keep_what_they_still_have():
    problem = disc()
    assert with_parameters(problem, {"k": number(1)}).declared == problem.declared
    start = start_of(problem)
    assert start is not None
    assert start.name == "s"
    assert start.problem.declared == {("r", LOW): FREE}
    assert start.problem.time is None
    assert "time" not in start.problem.statement()
    assert Problem(**start.problem.statement()).all_equations == start.problem.all_equations


def test_an_end_that_moves_or_gets_a_condition_is_another_one():
    problem = disc()
    wider = problem.changed(
        domain={"r": Interval(number(-1), parse("2*pi")), "s": problem.domain["s"]}
    )
    assert wider.declared == {("s", HIGH): OPEN}
    face = disc(free=[], conditions=[("r = 0", "u = 1")]).conditions
    assert problem.changed(conditions=face).declared == {("s", HIGH): OPEN}
    assert problem.changed(declared={}).declared == {}


def test_a_condition_at_a_corner_of_the_data_becomes_a_face_of_the_start():
    corner = [("s = 0", "u = 1 - r^2"), ("r = 0, s = 0", "u = 1")]
    start = start_of(disc(conditions=corner))
    assert start is not None
    assert start.problem.declared == {}
    assert [str(condition.region) for condition in start.problem.conditions] == ["r = 0"]


def test_sympy_declares_by_symbols_and_equations():
    r, s = sympy.symbols("r s", real=True)
    u = sympy.Function("u")(r, s)
    heat = sympy.Eq(u.diff(s), u.diff(r, 2))
    said = {"time": s, "free": [r], "open": [sympy.Eq(s, 1)]}
    domain = {r: (0, 2 * sympy.pi), s: (0, 1)}
    problem = Problem(heat, domain, {sympy.Function("u")(r, 0): r}, **said)
    assert problem.time == "s"
    assert problem.declared == {("r", LOW): FREE, ("r", HIGH): FREE, ("s", HIGH): OPEN}
    one = Problem(heat, domain, **{**said, "free": [sympy.Eq(r, 2 * sympy.pi), "r = 0"]})
    assert one.declared == problem.declared


def test_an_end_that_sympy_has_decided_is_a_mistake():
    r = sympy.Symbol("r", positive=True)
    flat = sympy.Eq(sympy.Function("u")(r).diff(r), 0)
    with pytest.raises(
        ProblemError, match=r"^free\[0\]: SymPy has decided this equation: it is False"
    ):
        Problem(flat, {r: (0, 1)}, free=[sympy.Eq(r, 0)])
