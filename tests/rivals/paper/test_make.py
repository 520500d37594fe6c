import json

from symplex.rivals.paper import make
from symplex.rivals.paper.items import QUICK, TABLES
from symplex.spread.rows import RowFile


def _shop(folder, told):
    kept = RowFile(folder / "runs.jsonl")
    return make.Workshop(folder, QUICK, {}, kept, lambda *what: told.append(what), ("symplex",))


def test_a_table_is_made_of_rows_that_are_kept(tmp_path, monkeypatch):
    ran = []

    def rows_of(courses, truths, kept):
        for course in courses:
            if course.task not in kept.rows:
                ran.append(course)
                row = {"problem": course.source, "method": course.method, "seed": course.seed}
                row |= {"mse": 0.0, "srr": True, "proved": True, "seconds": 1.0}
                kept.append(course.task, {**row, "formula": "", "why": ""})
            yield kept.rows[course.task]

    monkeypatch.setattr(make, "rows_of", rows_of)
    told = []
    for _ in range(2):
        made = _shop(tmp_path, told).make("table-nonsmooth")
    problems = TABLES["table-nonsmooth"]
    assert [path.name for path in made] == ["table-nonsmooth.md", "table-nonsmooth.tex"]
    assert made[0].read_text().count("100 %") == len(problems)
    assert r"\begin{tabular}" in made[1].read_text()
    assert [course.source for course in ran] == list(problems)  # the second time none is made
    assert told[0] == (1, len(problems), "eikonal symplex seed 0")
    rows = (tmp_path / "runs.jsonl").read_text().splitlines()
    assert [json.loads(row)["problem"] for row in rows] == list(problems)
