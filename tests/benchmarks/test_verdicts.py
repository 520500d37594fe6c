"""Kept verdicts: what they rest on, when they are asked again, and what must not come of it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ledger.key
from ledger import __main__ as program
from ledger import writing
from ledger.__main__ import BAD_INPUT, DIFFERENT, SAME, main
from ledger.key import Key, closure, modules_in
from ledger.questions import Kind, Question, Truth
from ledger.verdicts import KEPT, SUITES, Verdicts
from support.checkout import ROOT

FILES = {
    "src/symplex/__init__.py": "def solve():\n    from symplex.solver import course\n",
    "src/symplex/proof/__init__.py": "",
    "src/symplex/proof/verify.py": 'PROVER = "from symplex.proof.proof_worker import main; main()"',
    "src/symplex/proof/proof_worker.py": "import symplex.proof.here",
    "src/symplex/proof/answer.py": "",
    "src/symplex/proof/here.py": '''"""How it is proved."""

from symplex.sentences import SAID  # the words

def proved():
    """Whether it is."""
    from symplex.proof import late
    return late.TABLE  # a note
''',
    "src/symplex/proof/late.py": "from importlib import import_module\nTABLE = 1\n"
    'def signs(): return import_module("symplex.exact.signs")\n',
    "src/symplex/exact/__init__.py": "",
    "src/symplex/exact/signs.py": 'TEXT = """a # b\n\n  c """\n',
    "src/symplex/sentences.py": "SAID = 1\n",
    "src/symplex/solver/__init__.py": "",
    "src/symplex/solver/course.py": "",
    "src/symplex/app.py": "import symplex.proof.verify\n",
    "src/symplex/notation/problem_files.py": "",
    "src/symplex/notation/read_plain.py": "",
    "benchmarks/ledger/questions.py": "from attacks import cones\nimport symplex.proof.here\n",
    "benchmarks/ledger/rows.py": "def row():\n    from symplex.solver import course\n",
    "benchmarks/ledger/comparison.py": "from ledger import rows\n",
    "benchmarks/attacks/__init__.py": "",
    "benchmarks/attacks/cones.py": "SLOPE = 2\n",
}
"""A checkout in small."""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """The folders of a small checkout, with one file of true answers."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    answers = tmp_path / "benchmarks" / "answers.toml"
    answers.write_text("[heat]\n", encoding="utf-8")
    folder = tmp_path / "benchmarks" / "problems"
    folder.mkdir()
    monkeypatch.setattr(ledger.key, "TRUTHS", {"paper": (answers, folder)})
    return tmp_path


def key_of(checkout: Path) -> Key:
    return Key.of(checkout / "src", checkout / "benchmarks")


PROOF, QUESTIONS, NEITHER = {"proof"}, {"questions"}, set()


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("src/symplex/proof/here.py", "late.TABLE", "late.TABLE + 1", PROOF),
        ("src/symplex/proof/late.py", "TABLE = 1", "TABLE = 2", PROOF),
        ("src/symplex/proof/__init__.py", "", "FLAG = 1\n", PROOF),
        ("src/symplex/proof/proof_worker.py", "here", "verify", PROOF),
        ("src/symplex/exact/signs.py", "a # b", "a # d", PROOF),
        ("src/symplex/exact/signs.py", "\n\n", "\n", PROOF),
        ("src/symplex/exact/signs.py", "c ", "c", PROOF),
        ("src/symplex/exact/__init__.py", "", "FLAG = 1\n", PROOF),
        ("src/symplex/__init__.py", "def solve", "def find", PROOF),
        ("src/symplex/notation/problem_files.py", "", "LIMIT = 1\n", PROOF),
        ("src/symplex/notation/read_plain.py", "", "LIMIT = 1\n", PROOF),
        ("src/symplex/proof/here.py", "How it is proved.", "How\nit is shown.", NEITHER),
        ("src/symplex/proof/here.py", "Whether it is.", "Is it?", NEITHER),
        ("src/symplex/proof/here.py", "  # a note", "", NEITHER),
        ("src/symplex/proof/here.py", "def", "# Late, for speed.\ndef", NEITHER),
        ("src/symplex/sentences.py", "1", "2", NEITHER),
        ("src/symplex/solver/course.py", "", "TURNS = 1\n", NEITHER),
        ("src/symplex/app.py", "verify", "here", NEITHER),
        ("benchmarks/attacks/cones.py", "2", "3", QUESTIONS),
        ("benchmarks/ledger/rows.py", "row", "rows", QUESTIONS),
        ("benchmarks/answers.toml", "heat", "wave", QUESTIONS),
        ("benchmarks/ledger/comparison.py", "rows", "book", NEITHER),
    ],
)
def test_the_key_changes_with_what_verdicts_rest_on(checkout, file, old, new, changed):
    before, path = key_of(checkout), checkout / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    after = key_of(checkout)
    assert {
        one for one in ("proof", "questions") if getattr(before, one) != getattr(after, one)
    } == (changed)


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("src/symplex/proof/table.toml", PROOF),
        ("src/symplex/solver/table.toml", NEITHER),
        ("src/symplex/proof/nobody_imports_it.py", NEITHER),
        ("benchmarks/problems/heat.toml", QUESTIONS),
    ],
)
def test_a_new_file_counts_where_it_is_read(checkout, file, changed):
    before = key_of(checkout)
    (checkout / file).write_text("a = 1\n", encoding="utf-8")
    after = key_of(checkout)
    assert (before.proof != after.proof) == (changed == PROOF)
    assert (before.questions != after.questions) == (changed == QUESTIONS)


def test_a_start_that_was_renamed_is_missed(checkout):
    (checkout / "src/symplex/proof/here.py").rename(checkout / "src/symplex/proof/there.py")
    with pytest.raises(ValueError, match=r"symplex\.proof\.here.*found none"):
        key_of(checkout)


LOADED = """
import json, sys
from symplex.proof import proof_worker
from symplex import verify
from symplex.proof.here import verify_here
from symplex.proof.answer import read_formulas
from ledger.questions import questions
for question in questions("truths/paper/*"):
    try:
        verify_here(question.problem, read_formulas(question.problem, question.answer))
    except Exception:
        raise SystemExit(question.name)
verify(question.problem, question.answer)
names = [name for name in sys.modules if name.partition(".")[0] == "symplex"]
print(json.dumps(names))
"""


@pytest.fixture(scope="module")
def within():
    """The texts of all modules that count as a proof's, by name."""
    modules = modules_in(ROOT / "src", "symplex")
    found = closure(ledger.key.PROOF, modules)
    return {name: modules[name].read_text(encoding="utf-8") for name in found}


@pytest.mark.parametrize(
    ("means", "allowed"),
    [
        (r"from symplex import ", set()),  # which loads whatever has the name
        (r"import_module|__import__", {"symplex", "symplex.expression.notations"}),
        # What is read from a file would have to count; a statement's is a question's.
        (
            r"pathlib|resources",
            {"symplex", "symplex.problem.problem", "symplex.notation.problem_files"},
        ),
    ],
)
def test_what_a_proof_loads_can_be_read_from_its_text(within, means, allowed):
    found = {name for name, text in within.items() if re.search(means, text)}
    assert found <= allowed


def test_a_proof_loads_nothing_that_is_not_in_the_key(within):
    paths = f"{ROOT / 'src'}:{ROOT / 'benchmarks'}"
    made = subprocess.run(
        [sys.executable, "-c", LOADED],
        env={"PYTHONPATH": paths, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    loaded = set(json.loads(made.stdout))
    assert "symplex.proof.kernel.kernel" in loaded
    assert loaded <= within.keys() | {"symplex.sentences"}
    # Nothing that is compiled, whose sources would have to count, and nothing that solves.
    rooms = {name.split(".")[1] for name in within if "." in name}
    assert not rooms & {"numerics", "propose", "solver", "app"}


NAMES = ("truths/odes/linear", "odd-forms/far/1", "odd-forms/far/2", "wrong/cone/1")
KEY = Key("proof", "questions")
SAID = dict(zip(NAMES, ("exact", "exact", "approximate", "refuted"), strict=True))


@pytest.fixture
def answering(tmp_path, monkeypatch):
    """Has four questions answered as it is told; returns the names that were asked."""

    def question(name):
        truth = Truth.WRONG if name.startswith("wrong") else Truth.RIGHT
        return Question(name, Kind.CERTIFICATE, {}, truth=truth)

    def listed(pattern):
        return [question(name) for name in NAMES if name.startswith(pattern.rstrip("*"))]

    def told(said, key=KEY):
        posed = []

        def answered(left, *, jobs):
            assert jobs == 2
            for one in left:
                posed.append(one.name)
                row = {"name": one.name, "truth": one.truth.value, "seconds": 0.0}
                yield row | ({"status": said[one.name]} if one.name in said else {"ended": "died"})

        monkeypatch.setattr(Key, "of", lambda: key)
        monkeypatch.setattr(writing, "answered", answered)
        return posed

    monkeypatch.setattr(program, "KEPT", tmp_path / "verdicts.json")
    monkeypatch.setattr(program, "_ROOT", tmp_path)
    monkeypatch.setattr(program, "questions", listed)
    return told


@pytest.fixture
def kept(answering, capsys):
    """The file that four answers make."""
    answering(SAID)
    assert main(["verdicts", "--write"]) == SAME
    capsys.readouterr()
    return program.KEPT


def test_what_is_kept_can_be_reviewed(kept):
    assert json.loads(kept.read_text(encoding="utf-8")) == {
        "key": {"proof": "proof", "questions": "questions"},
        "counts": {
            "odd-forms": {"approximate": 1, "exact": 1},
            "truths": {"exact": 1},
            "wrong": {"refuted": 1},
        },
        "unproved": ["odd-forms/far/2"],
    }
    again = kept.with_name("again.json")
    Verdicts.read(kept).write(again)
    assert again.read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("more", [[], ["--write"]])
def test_while_the_key_stands_nothing_is_asked(kept, answering, capsys, more):
    posed = answering({})
    assert main(["verdicts", *more]) == SAME
    assert posed == []
    assert "stand: no proof and no question has changed" in capsys.readouterr().out


NEW = Key("another", "questions")


def test_a_stale_key_without_a_fault_asks_for_the_file(kept, answering, capsys):
    before = kept.read_bytes()
    posed = answering({**SAID, "odd-forms/far/2": "exact"}, NEW)
    assert main(["verdicts"]) == SAME
    said = capsys.readouterr()
    assert sorted(posed) == sorted(NAMES)
    assert "is stale (proof): all is asked again" in said.err
    assert "with --write, verdicts.json is brought up to date" in said.out
    assert kept.read_bytes() == before
    # The rows stand: writing asks nothing.
    del posed[:]
    assert main(["verdicts", "--write"]) == SAME
    assert posed == []
    assert Verdicts.read(kept).unproved == []
    assert Verdicts.read(kept).key == NEW


@pytest.mark.parametrize(
    ("name", "status", "shown"),
    [
        ("wrong/cone/1", "exact", "FALSE wrong/cone/1: exact"),
        ("truths/odes/linear", "refuted", "FALSE truths/odes/linear: refuted"),
        ("odd-forms/far/2", "refuted", "FALSE odd-forms/far/2: refuted"),
        ("wrong/cone/1", None, "FALSE wrong/cone/1: ended died"),
    ],
)
def test_a_false_verdict_is_told_and_never_kept(kept, answering, capsys, name, status, shown):
    before = kept.read_bytes()
    said = {**SAID, name: status} if status else {one: SAID[one] for one in SAID if one != name}
    answering(said, NEW)
    for more in ([], ["--write"]):
        assert main(["verdicts", *more]) == DIFFERENT
        assert shown in capsys.readouterr().out
    assert kept.read_bytes() == before


def test_a_lost_proof_is_told_until_it_is_kept(kept, answering, capsys):
    answering({**SAID, "odd-forms/far/1": "approximate"}, NEW)
    assert main(["verdicts"]) == DIFFERENT
    assert "UNPROVED odd-forms/far/1: approximate" in capsys.readouterr().out
    assert main(["verdicts", "--write"]) == SAME
    assert "UNPROVED odd-forms/far/1: approximate" in capsys.readouterr().out
    assert Verdicts.read(kept).unproved == ["odd-forms/far/1", "odd-forms/far/2"]


def test_without_a_file_every_unproved_answer_is_told(answering, capsys):
    answering(SAID)
    assert main(["verdicts"]) == DIFFERENT
    assert capsys.readouterr().out.count("UNPROVED") == 1


@pytest.mark.parametrize("text", ["", "[]", '{"key": {}}', '{"key": {"proof": "a"}}'])
def test_what_is_no_file_of_verdicts_is_refused(kept, capsys, text):
    kept.write_text(text, encoding="utf-8")
    assert main(["verdicts"]) == BAD_INPUT
    assert "expected what 'ledger verdicts --write' writes" in capsys.readouterr().err


def test_the_committed_file_lists_true_answers_alone():
    kept = Verdicts.read(KEPT)
    assert set(kept.counts) <= set(SUITES)
    assert list(kept.unproved) == sorted(kept.unproved)
    assert {name.partition("/")[0] for name in kept.unproved} <= {"truths", "odd-forms"}
