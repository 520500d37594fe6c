"""The paper's problems are stated as it means them: true solutions satisfy their files."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from support.substitution import failures
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.problem.overview import check

ANSWERS = tomllib.loads((BENCHMARKS / "answers.toml").read_text(encoding="utf-8"))
MISPRINTS = [(name, text) for name, entry in ANSWERS.items() for text in entry.get("misprints", ())]


def answer(name: str, problem=None):
    return parse(ANSWERS[name]["u"], (problem or bundled(name)).answer_scope)


def test_every_problem_of_the_paper_has_an_answer_and_there_are_fourteen():
    assert set(ANSWERS) == set(bundled_names(""))
    assert len(ANSWERS) == 14


def test_problems_of_the_paper_come_first_and_names_are_unique():
    names = bundled_names()
    assert names[:14] == bundled_names("") == tuple(sorted(ANSWERS))
    assert len(set(names)) == len(names) == 14 + len(bundled_names("handbook"))


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """A folder of bundled problems with a folder in it."""
    text = 'equations = ["u_x = {}"]\n[domain]\nx = [0, 1]\n'
    (tmp_path / "more").mkdir()
    for index, name in enumerate(("z", "b", "more/y", "more/a")):
        (tmp_path / f"{name}.toml").write_text(text.format(index), encoding="utf-8")
    (tmp_path / "more" / "README").write_text("no problem", encoding="utf-8")
    monkeypatch.setattr("symplex.notation.problem_files._bundled_folder", lambda: tmp_path)


@pytest.mark.usefixtures("folders")
def test_bundled_problems_are_found_in_folders():
    assert bundled_names() == ("b", "z", "a", "y")
    assert bundled_names("") == ("b", "z")
    assert bundled_names("more") == ("a", "y")
    assert bundled_names("none") == ()
    assert (bundled("y").name, bundled("y").equations[0].text) == ("y", "u_x = 2")


@pytest.mark.parametrize("name", ANSWERS)
def test_the_true_solution_satisfies_every_equation_and_condition(name):
    assert failures(bundled(name), answer(name)) == []


@pytest.mark.parametrize("name", ANSWERS)
def test_a_perturbed_solution_does_not(name):
    problem = bundled(name)
    wrong = parse(f"1.001*({ANSWERS[name]['u']})", problem.answer_scope)
    assert failures(problem, wrong) != []


@pytest.mark.parametrize(("name", "text"), MISPRINTS, ids=[name for name, _ in MISPRINTS])
def test_what_the_paper_prints_in_error_fails(name, text):
    problem = bundled(name)
    assert failures(problem, parse(text, problem.answer_scope)) != []


def variant(name: str, **changes) -> Problem:
    return Problem.from_statement({**bundled(name).statement(), **changes})


def test_the_printed_poisson_source_does_not_belong_to_the_answer():
    printed = variant("poisson-quartic", equations=["-u_xx - u_yy = -12*x^2 - 4.8*y^2"])
    assert failures(printed, answer("poisson-quartic")) == [printed.equations[0].text]


def test_the_printed_advection_equation_does_not_belong_to_the_answer():
    printed = variant("advection-sine", equations=["u_t + u_x + u_y = 0"])
    assert failures(printed, answer("advection-sine")) == [printed.equations[0].text]


def test_the_printed_convex_hamilton_jacobi_answer_is_the_wrong_branch():
    problem = bundled("hj-convex")
    assert failures(problem, parse("max(x - t/2, 0)", problem.answer_scope)) != []


@pytest.mark.parametrize("name", ANSWERS)
def test_check_states_it_back_without_a_warning(name):
    overview = check(bundled(name))
    assert overview.warnings == ()
    assert bundled(name).equations[0].text in str(overview)


@pytest.mark.parametrize("name", ANSWERS)
def test_domains_are_the_design_s(name):
    domain = {key: interval.ends for key, interval in bundled(name).domain.items()}
    for variable, ends in domain.items():
        assert ends == ((0.0, 1.0) if variable == "t" else (-1.0, 1.0))


@pytest.mark.parametrize("name", ANSWERS)
def test_a_statement_survives_being_written_down(name):
    problem = bundled(name)
    assert Problem.from_statement(problem.statement()) == problem
