import json

import pytest

from support.answers import answer
from support.reasons import codes_of
from support.served import HEAT as TEXT
from symplex.errors import SettingsError
from symplex.notation.problem_files import bundled_names, problem_file
from symplex.problem import Problem
from symplex.reasons import Code
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
    assert Code.SAVED_OTHER_STATUS in codes_of(read.remarks)
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
