"""Answers that were stored, and files that are read again."""

import json
import shutil

import pytest

import symplex
from support.answers import answer
from support.reasons import codes_of
from support.served import HEAT as TEXT
from symplex.app.cli.main import main
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.notation.problem_files import bundled_names, problem_file
from symplex.problem import Problem
from symplex.propose.candidates.settings import DEFAULT
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.stored import problem_of, solution_of, stored_solution
from symplex.work.runs.folder import RunFolder, read_run
from symplex.work.runs.manifest import Manifest

HEAT = Problem.from_bytes(TEXT.encode(), "heat", "heat")


def test_a_file_that_solve_printed_is_read_without_a_proof(tmp_path):
    written = answer("hj-convex", "min(x - t/2, 0)").to_json()
    (tmp_path / "answer.json").write_text(json.dumps(written))
    read = Solution.unverified(stored_solution(tmp_path / "answer.json"))
    assert read.text == {"u": "min(x - t/2, 0)"}
    assert read.certificate is None


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("{", "it is not JSON"), ("[1]", "holds no saved solution"), ("[" * 10**5, "is not JSON")],
)
def test_other_files_are_refused_in_one_sentence(tmp_path, content, sentence):
    (tmp_path / "answer.json").write_text(content)
    with pytest.raises(SettingsError, match=sentence):
        stored_solution(tmp_path / "answer.json")


def test_nothing_there_is_said(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        stored_solution(tmp_path / "nothing.json")
    with pytest.raises(SettingsError, match="holds no run"):
        stored_solution(tmp_path)


def test_the_answer_of_a_run_is_verified_for_the_problem_of_the_run(tmp_path):
    honest = answer("heat", "exp(-2*t)*sin(x)*cos(y)")
    folder = RunFolder.made(tmp_path / "run")
    statement = honest.problem.statement()
    folder.begin(Manifest({"source": "heat", "text": None, "statement": statement}, {}, "heat"))
    other = {**statement, "equations": ["u_t = 3/2*(u_xx + u_yy)"]}
    forged = {"status": "exact", "solution": {"u": "exp(-3*t)*sin(x)*cos(y)"}, "problem": other}
    folder.write_solution({**honest.to_json(), **forged}, durable=False)
    folder.lock.release()
    assert Solution.from_json({**honest.to_json(), **forged}).is_exact  # of the other problem
    read = solution_of(read_run(folder.path))
    assert not read.is_exact
    assert RunCode.SAVED_OTHER_STATUS in codes_of(read.remarks)
    assert stored_solution(folder.path)["problem"] == statement


@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_problem_reads_as_its_own_statement(name):
    file = problem_file(name)
    problem = file.problem()
    given = {"source": name, "text": file.data.decode(), "statement": problem.statement()}
    given = json.loads(json.dumps(given))
    assert problem_of(Manifest(given, {}, problem.name)).statement() == problem.statement()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"statement": {**HEAT.statement(), "equations": ["u_t = 2*u_xx"]}}, "another problem"),
        ({"statement": {**HEAT.statement(), "name": "other"}}, "another problem"),
        ({"statement": None}, "does not say which problem"),
        ({"text": 3}, "does not say which problem"),
    ],
)
def test_a_text_that_is_not_the_statement_is_damage(changed, sentence):
    given = {"source": "heat", "text": TEXT, "statement": HEAT.statement()}
    assert problem_of(Manifest(given, {}, "heat")).statement() == HEAT.statement()
    with pytest.raises(SettingsError, match=f"the run is damaged: .*{sentence}"):
        problem_of(Manifest({**given, **changed}, {}, "heat"))
    with pytest.raises(SettingsError, match="does not say which problem"):
        problem_of(Manifest({}, {}, "heat"))


# Runs that are saved from Python: continued by the same call, refused to another.

PROBLEM = symplex.Problem(
    ["u_t = u_xx - u^3"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")], name="cubic"
)


def solved(folder, problem=PROBLEM, **more):
    given = {"max_candidates": 600, "without": ("textbook",), **more}
    return symplex.solve(problem, output=folder, **given)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A run that has ended, and its solution."""
    folder = tmp_path_factory.mktemp("made") / "run"
    return folder, solved(folder)


def test_a_run_is_saved_and_continued_by_the_same_call(made, tmp_path):
    first, folder = made[1], shutil.copytree(made[0], tmp_path / "run")
    report = read_run(folder)
    assert report.solution == first.to_json()
    assert report.saved.manifest.name == "cubic"
    again = solved(str(folder), time_limit=999)
    assert (again.candidates, str(again).split("\n")[0]) == (
        first.candidates,
        str(first).split("\n")[0],
    )
    assert [event.kind.value for event in read_run(folder).journal.events].count("resumed") == 1


@pytest.mark.slow
def test_the_command_line_reads_it(tmp_path, capsys):
    solved(tmp_path / "run")
    assert main(["show", str(tmp_path / "run")]) == 0
    assert "u_t = u_xx - u^3" in capsys.readouterr().out
    assert main(["resume", str(tmp_path / "run"), "--quiet"]) == 1


def test_another_problem_or_setting_is_refused(made, tmp_path):
    shutil.copytree(made[0], tmp_path / "run")
    for given in ({"seed": 1}, {"problem": symplex.Problem(["u_x = 1"], {"x": [0, 1]}, [])}):
        with pytest.raises(SettingsError, match="another problem or with other settings"):
            solved(tmp_path / "run", **given)
    with pytest.raises(SettingsError, match="name a recipe"):
        solved(tmp_path / "other", recipe=DEFAULT)
    assert not (tmp_path / "other").exists()
