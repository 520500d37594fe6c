import json

import pytest

from support.checkout import BENCHMARKS
from symplex.app.spread.rows import RowFile
from symplex.errors import SettingsError
from symplex_benchmarks.rivals.comparison.truth import read_truths
from symplex_benchmarks.rivals.paper import attention, make
from symplex_benchmarks.rivals.paper.items import QUICK, TABLES
from symplex_benchmarks.rivals.paper.printed import NAME, read_printed

TRUTHS = BENCHMARKS / "answers.toml"


def _shop(folder, told, **more):
    kept, printed = RowFile(folder / "runs.jsonl"), read_printed(BENCHMARKS)
    watch = (lambda *what: told.append(what)), ("symplex",)
    return make.Workshop(folder, QUICK, read_truths(TRUTHS), printed, kept, *watch, **more)


def test_a_table_is_made_of_rows_that_are_kept(tmp_path, monkeypatch):
    ran = []

    def rows_of(courses, truths, kept):
        for course in courses:
            if course.task not in kept.rows:
                ran.append(course)
                row = {"problem": course.source, "method": course.method, "seed": course.seed}
                row |= {"mse": 0.0, "srr": True, "proved": True, "seconds": 1.0, "time_limit": 8.0}
                kept.append(course.task, {**row, "formula": "", "why": ""})
            yield kept.rows[course.task]

    monkeypatch.setattr(make, "rows_of", rows_of)
    told = []
    for _ in range(2):
        made = _shop(tmp_path, told).make("table-nonsmooth")
    problems = TABLES["table-nonsmooth"]
    assert [path.name for path in made] == ["table-nonsmooth.md", "table-nonsmooth.tex"]
    assert made[0].read_text().count("100 %") == 2 * len(problems)  # ours and the paper's
    assert r"\begin{tabular}" in made[1].read_text()
    assert [course.source for course in ran] == list(problems)  # the second time none is made
    assert told[0] == (1, len(problems), "eikonal symplex seed 0")
    rows = (tmp_path / "runs.jsonl").read_text().splitlines()
    assert [json.loads(row)["problem"] for row in rows] == list(problems)


def test_another_recipe_is_another_method_and_another_file(tmp_path, monkeypatch):
    wanted = []
    monkeypatch.setattr(make, "rows_of", lambda courses, *_: wanted.extend(courses) or [])
    monkeypatch.setattr(make.tables, "recoveries", lambda name, *_: wanted.append(name))
    monkeypatch.setattr(make.Workshop, "write", lambda *_: [])
    _shop(tmp_path, [], recipe="paper").make("table-nonsmooth")
    assert wanted.pop() == "table-nonsmooth-paper"
    assert {course.method for course in wanted} == {"symplex-paper"}
    shop = _shop(tmp_path, [], recipe="default", device="cuda")
    assert shop.ours(("weno", "symplex")) == ("weno", "symplex")
    assert "SymPlex by its recipe default" in shop.how
    assert shop.how.endswith("SymPlex on a GPU")


def test_the_figure_of_the_curriculum_has_both_recipes_and_every_seed(tmp_path, monkeypatch):
    ran, drawn = [], []

    def rewards(problem, recipe, seed, *, curriculum, limits):
        ran.append((problem.name, recipe, seed, curriculum, limits.device))
        return {"stages": ["space"], "rewards": [0.5], "notes": []}

    def curriculum(panels, columns, caption, to):
        drawn.append((panels, columns, caption))
        return [to]

    monkeypatch.setattr(make.lines, "rewards", rewards)
    monkeypatch.setattr(make.figures, "curriculum", curriculum)
    shop = _shop(tmp_path, [], device="cuda")
    assert shop.make("figure-curriculum") == [tmp_path / "figure-curriculum"]
    assert {recipe for _, recipe, *_ in ran} == {"paper", "symformer"}
    assert {row[-1] for row in ran} == {"cuda"}
    assert len(ran) == len({*ran}) == 8
    panels, columns, caption = drawn[0]
    assert (len(panels), columns) == (4, 2)
    assert "1 seed, 20 s a run" in caption
    assert "SymPlex on a GPU" in caption
    _shop(tmp_path, [], device="cuda").make("figure-curriculum")
    assert len(ran) == 8  # what is kept is not run again
    _shop(tmp_path, [], device="cuda", recipe="symformer").make("figure-curriculum")
    assert len(ran) == 8
    assert drawn[-1][1] == 1


def test_attention_is_that_of_a_recipe_whose_policy_writes_everything(tmp_path, monkeypatch):
    row = {"tokens": ["x"], "policies": {"SymFormer": {"proved": True, "epochs": 3}}}
    wanted, drawn = [], []
    monkeypatch.setattr(make.attention, "attention", lambda *told: wanted.append(told) or row)
    monkeypatch.setattr(
        make.figures, "attention", lambda _, caption, to: drawn.append(caption) or [to]
    )
    (made,) = _shop(tmp_path, [], recipe="paper").make("figure-attention")
    assert made.name == "figure-attention-paper"
    assert wanted[0][1] == "paper"
    assert "SymFormer: proved after 3 epochs. Recipe paper" in drawn[0]
    with pytest.raises(
        SettingsError, match="expected --recipe symformer and paper, found 'default'"
    ):
        _shop(tmp_path, [], recipe="default").make("figure-attention")
    assert set(attention.RECIPES) == {"paper", "symformer"}


def test_without_what_the_paper_prints_nothing_is_made(tmp_path):
    with pytest.raises(SettingsError, match="what the paper prints"):
        read_printed(tmp_path)
    (tmp_path / NAME).write_text("[problems]\n")
    with pytest.raises(SettingsError, match="expected a table 'paradigms'"):
        read_printed(tmp_path)
