from symplex.app.spread.rows import RowFile
from symplex_benchmarks.rivals.comparison import runs
from symplex_benchmarks.rivals.comparison.process import Limits
from symplex_benchmarks.rivals.comparison.rows import Course

COURSES = [Course("burgers", "fex", seed, Limits(1.0)) for seed in range(3)]


def test_rows_that_are_kept_are_not_made_again(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(runs, "truth_of", lambda *_: None)
    monkeypatch.setattr(
        runs, "compared", lambda course, *_: made.append(course) or {"n": course.seed}
    )
    for courses in (COURSES[:2], COURSES):
        kept = RowFile(tmp_path / "rows.jsonl")
        found = list(runs.rows_of(courses, {}, kept))
        assert [row["n"] for row in found] == [course.seed for course in courses]
    assert made == COURSES
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 3


def test_a_run_with_another_limit_is_another_run():
    tasks = {Course("burgers", "fex", 0, Limits(s), faces=f).task for s in (1, 2) for f in (0, 1)}
    assert len(tasks) == 4
    ours = {Course("burgers", "symplex", 0, Limits(1.0), faces=f).task for f in (False, True)}
    assert len(ours) == 1  # it is never told the faces
