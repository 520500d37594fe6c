"""The ledger: rows of every kind are written, told apart, and found to be the same again."""

import json
import subprocess
import sys
from itertools import islice
from types import SimpleNamespace
from unittest.mock import ANY

import pytest

import symplex
from attacks.right import known
from attacks.wrong import zeros
from ledger import writing
from ledger.__main__ import BAD_INPUT, DIFFERENT, SAME, main
from ledger.book import Heading, Writer, read_book
from ledger.comparison import Comparison, are_same, count, false, page, summary
from ledger.questions import Kind, Question, Truth, digest, of_attack, questions
from ledger.rows import REFUSED, row_of
from ledger.writing import answered
from symplex import verify

DOZEN = 12
KINDS = {
    "truths": lambda: questions("truths/odes/*")[::8],
    "contradictions": lambda: questions("contradictions/*")[:DOZEN],
    "wrong": lambda: [of_attack(one) for one in islice(zeros.attacks(), 0, 120, 10)],
    "odd-forms": lambda: [of_attack(one) for one in islice(known.attacks(), DOZEN)],
    "solutions": lambda: questions("solutions/paper/h*/0"),
}


@pytest.fixture(scope="module")
def rows():
    """A dozen rows of each kind, or nearly, made in this process."""
    posed = [question for listed in KINDS.values() for question in listed()]
    return {row["name"]: row for row in answered(posed, jobs=0)}


@pytest.fixture
def book(tmp_path):
    """Writes rows as a ledger; returns its file."""

    def written(name, rows):
        path = tmp_path / f"{name}.jsonl"
        writer = Writer(path, Heading.of("*", 1))
        for row in rows.values():
            writer.add(row)
        writer.close()
        return path

    return written


def test_there_are_rows_of_every_kind_and_no_false_one(rows):
    suites = {name.partition("/")[0] for name in rows}
    assert suites == set(KINDS)
    assert len(rows) >= 4 * DOZEN
    assert false(rows.values()) == []
    page = summary(rows.values())
    assert "solutions            4  4 exact" in page
    assert "FALSE" not in page


def test_a_row_tells_what_was_decided(rows):
    row = rows["solutions/paper/heat/0"]
    assert row["solution"] == {"u": "sin(x)*cos(y)*exp(-2*t)"}
    assert (row["status"], row["level"], row["outcomes"]) == (
        "exact",
        "symbolic",
        "proved proved proved",
    )
    assert row["candidates"] > 0
    assert "Tychonoff" in row["uniqueness"]


def test_codes_of_lines_are_kept_where_a_certificate_has_them(monkeypatch):
    (question,) = questions("truths/odes/bernoulli-half")
    plain = row_of(question)
    made = verify(question.problem, question.answer).to_json()
    coded = {
        **made,
        "checks": [{**check, "code": "identity", "facts": {}} for check in made["checks"]],
        "note_reasons": [{"code": "open end", "facts": {"at": ["x", {"code": "end"}]}}],
        "uniqueness_reason": {"code": "Picard", "facts": {"among": {"code": "classical"}}},
    }
    monkeypatch.setattr(symplex, "verify", lambda *_: SimpleNamespace(to_json=lambda: coded))
    lines = ["identity"] * len(made["checks"])
    codes = {"lines": lines, "notes": ["open end (end)"], "uniqueness": "Picard (classical)"}
    assert row_of(question) == {**plain, "codes": codes, "seconds": ANY}


def test_the_same_questions_have_the_same_rows(rows, book, capsys):
    posed = [question for listed in KINDS.values() for question in listed()[:2]]
    again = {row["name"]: row for row in answered(posed, jobs=0)}
    common = {name: row for name, row in rows.items() if name in again}
    paths = [str(book(name, made)) for name, made in (("before", common), ("after", again))]
    assert main(["compare", *paths]) == SAME, capsys.readouterr().out
    assert "missing 0, added 0, changed 0, other form 0" in capsys.readouterr().out


HEAT = "solutions/paper/heat/0"


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("status", "approximate", "1  status: exact → approximate"),
        ("notion", "weak", "notion: classical → weak"),
        ("candidates", 7, "candidates: 174 → 7"),
        ("solution", {"u": "2*sin(x)*cos(y)*exp(-2*t)"}, "solution: u = sin(x)*cos(y)*exp(-2*t) →"),
        ("solution", {}, "→ nothing"),
        ("solution", {"u": "exp(-2*t)*cos(y)*sin(x)"}, "changed 0, other form 1"),
        ("codes", {"lines": ["identity"]}, "→ lines = ['identity']"),
    ],
)
def test_a_doctored_row_is_found(rows, book, capsys, field, value, shown):
    doctored = {**rows, HEAT: {**rows[HEAT], "candidates": 174, field: value}}
    before = book("before", {**rows, HEAT: {**rows[HEAT], "candidates": 174}})
    paths = [str(before), str(book("after", doctored))]
    assert main(["compare", *paths]) == DIFFERENT
    said = capsys.readouterr().out
    assert shown in said
    assert HEAT in said
    form = "form" if "other form 1" in said else field
    assert main(["compare", *paths, "--ignore", form]) == SAME


@pytest.mark.parametrize(
    ("ends", "other", "same"),
    [
        (["1/2", "2"], "sqrt(k^2)*x", True),
        (["-1", "1"], "sqrt(k^2)*x", False),
        (["1/2", "2"], "k*x + 1/10^40", False),
        (["1/2", "2"], "k*x*no_name", False),
        (["1/2", "2"], "x*k", True),
    ],
)
def test_functions_are_the_same_on_the_whole_box_or_not_at_all(ends, other, same):
    box = {"domain": {"x": ["0", "1"], "t": ["0", "1"]}, "parameters": {"k": ends}}
    one, another = ({"solution": {"u": text}, "box": box} for text in ("k*x", other))
    assert are_same(one, another) is same
    assert not are_same(one, {**another, "solution": {}})
    assert not are_same(one, {**another, "box": {}})


def test_rows_that_only_one_has_are_named(rows, book, capsys):
    fewer = {name: row for name, row in rows.items() if name != HEAT}
    whole, part = str(book("whole", rows)), str(book("part", fewer))
    assert main(["compare", whole, part]) == DIFFERENT
    assert f"missing:\n   {HEAT}" in capsys.readouterr().out
    assert main(["compare", part, whole]) == DIFFERENT
    assert f"added:\n   {HEAT}" in capsys.readouterr().out


def test_long_lists_are_cut_and_the_clock_is_not_compared(rows, book):
    slower = {name: {**row, "seconds": row["seconds"] + 1} for name, row in rows.items()}
    before = read_book(book("before", rows))
    assert not Comparison(before, read_book(book("after", slower))).differs
    without = Comparison(before, read_book(book("none", {})))
    assert f"and {len(rows) - 3} more" in page(without, 3)


def test_values_are_counted(rows, book, capsys):
    assert "      4  exact" in count([r for r in rows.values() if HEAT[:16] in r["name"]], "status")
    path = str(book("rows", rows))
    assert main(["count", path, "status", "--only", "solutions/paper/heat/*", "--names"]) == SAME
    assert capsys.readouterr().out.split() == ["1", "exact", HEAT]


def test_what_stands_is_not_asked_again(tmp_path, monkeypatch):
    path, only = tmp_path / "ledger.jsonl", "contradictions/t*"
    whole = writing.write(path, only, jobs=0)
    text = path.read_text(encoding="utf-8")
    heading, first, second = text.splitlines()[:3]
    path.write_text(f"{heading}\n{first}\n{second[:20]}", encoding="utf-8")  # it was interrupted
    posed = []

    def answered_here(question):
        posed.append(question.name)
        return row_of(question)

    monkeypatch.setattr(writing, "row_of", answered_here)
    assert {row["name"] for row in writing.write(path, only, jobs=0)} == {r["name"] for r in whole}
    assert json.loads(first)["name"] not in posed
    assert len(posed) == len(whole) - 1
    names = [
        json.loads(line)["name"] for line in path.read_text(encoding="utf-8").split("\n")[1:-1]
    ]
    assert names == sorted(names)


def test_a_ledger_of_other_options_or_another_source_is_not_continued(tmp_path, capsys):
    path = tmp_path / "ledger.jsonl"
    writing.write(path, "contradictions/curl", jobs=0)
    assert main(["write", str(path), "--only", "contradictions/t*"]) == BAD_INPUT
    assert "found pattern contradictions/curl" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "nonsense\n", "{}\n", '{"form": 1}\n', "[]\n[]\n"])
def test_what_is_no_ledger_is_refused(tmp_path, capsys, text):
    path = tmp_path / "none.jsonl"
    path.write_text(text, encoding="utf-8")
    assert main(["compare", str(path), str(path)]) == BAD_INPUT
    assert "expected what 'ledger write' writes" in capsys.readouterr().err
    assert main(["compare", str(tmp_path / "absent"), str(path)]) == BAD_INPUT


def test_names_that_nothing_has_are_refused(tmp_path, capsys):
    assert main(["write", str(tmp_path / "a"), "--only", "nothing/*"]) == BAD_INPUT
    assert "no row's name matches" in capsys.readouterr().err


def test_a_refused_statement_is_a_row_and_no_false_one():
    void = {
        "equations": ["u_t = u_xx"],
        "domain": {"x": [0, 1], "t": [0, 1]},
        "conditions": [{"where": "t = 0", "equation": "u - u = 0"}],
    }
    posed = [
        Question(truth.value, Kind.CERTIFICATE, void, {"u": "0"}, truth)
        for truth in (Truth.RIGHT, Truth.WRONG)
    ]
    rows = list(answered([*posed, Question("found", Kind.CONTRADICTIONS, void)], jobs=0))
    assert [row["status"] for row in rows] == [REFUSED] * 3
    assert false(rows) == []
    assert "3 statement refused" in summary([{**row, "name": "void/one"} for row in rows])


def test_a_crash_is_a_row_and_what_runs_away_is_ended():
    sound = {"equations": ["u_x = 0"], "domain": {"x": [0, 1]}}
    broken = Question("broken", Kind.CERTIFICATE, sound, {"u": "no formula"})
    (row,) = answered([broken], jobs=0)
    assert row["crashed"] == "ExpressionError"
    (late,) = answered([broken], jobs=1, seconds=1e-3)
    assert late["ended"] == "ran away"
    assert len(false([row, late])) == 2
    assert "FALSE broken: ended ran away" in summary([late])


def test_children_answer_as_this_process_does(rows):
    names = [HEAT, "truths/odes/bernoulli-half", "contradictions/curl"]
    posed = [question for name in names for question in questions(name)]
    here = {row["name"]: row for row in answered(posed, jobs=0)}
    there = {row["name"]: row for row in answered(posed, jobs=1)}
    assert len(there) == len(names)
    for name, row in there.items():
        assert {**row, "seconds": 0} == {**here[name], "seconds": 0}


def test_every_tenth_row_is_the_same_tenth_of_any_selection():
    every, tenth = questions("contradictions/*"), questions("contradictions/*", 10)
    assert tenth == [q for q in every if int(digest(q.name), 16) % 10 == 0]
    assert 0 < len(tenth) < len(every) / 3


PYTHON = """#!{python}
import pathlib, shutil, sys
words = sys.argv[1:]
if words[0] == "-c":
    print("label")
else:
    assert words[:3] == ["-m", "ledger", "write"] and words[4:] == {options!r}, words
    shutil.copy("rows.jsonl", words[3])
    sys.exit({code})
"""


@pytest.fixture
def checkout(tmp_path, book):
    """Makes a folder with a ledger and a program that writes these rows."""

    def made(name, rows, code=0):
        folder = tmp_path / name
        options = ["--every", "10", "--only", "*", "--jobs", "2"]
        for one in ("benchmarks/ledger", ".venv/bin", "build/ledger"):
            (folder / one).mkdir(parents=True)
        python = folder / ".venv" / "bin" / "python"
        text = PYTHON.format(python=sys.executable, options=options, code=code)
        python.write_text(text, encoding="utf-8")
        python.chmod(0o755)
        book(name, rows).rename(folder / "rows.jsonl")
        return folder

    return made


@pytest.mark.parametrize(("code", "expected"), [(0, DIFFERENT), (1, DIFFERENT), (3, BAD_INPUT)])
def test_another_checkout_writes_its_own(rows, checkout, monkeypatch, code, expected):
    here = checkout("here", rows)
    there = checkout("there", {**rows, HEAT: {**rows[HEAT], "status": "none"}}, code)
    monkeypatch.setattr("ledger.__main__._ROOT", here)
    assert main(["against", str(there), "--every", "10"]) == expected


def test_a_revision_gets_a_worktree_and_is_built(rows, checkout, monkeypatch, capsys):
    here = checkout("here", rows)
    (here / "Makefile").write_text(".venv/.built:\n\ttouch $@\n", encoding="utf-8")
    (here / "benchmarks" / "ledger" / "kept").touch()
    for words in (
        ["init", "-q"],
        ["add", "-f", ".venv", "benchmarks", "Makefile", "rows.jsonl"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one"],
    ):
        subprocess.run(["git", *words], cwd=here, check=True)
    monkeypatch.setattr("ledger.__main__._ROOT", here)
    assert main(["against", "HEAD", "--every", "10"]) == SAME, capsys.readouterr()
    assert list(here.glob("build/ledger/*/.venv/.built"))
    assert main(["against", "nowhere", "--every", "10"]) == BAD_INPUT
    assert "expected a folder or a revision" in capsys.readouterr().err
