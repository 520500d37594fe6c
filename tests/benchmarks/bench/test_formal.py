"""`symplex bench formal`, and what Coq says."""

import json
import shutil
import stat
import subprocess

import pytest

from support.checkout import ROOT
from symplex.app.cli.main import main
from symplex.errors import SettingsError
from symplex_benchmarks.bench._coq import assumptions, compile_file, find_coqc

# What Coq says.

STANDARD = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop,
    (forall n : nat, {P n} + {~ P n})
"""


def pretended(tmp_path, body: str) -> str:
    """A program in the place of coqc."""
    path = tmp_path / "coqc"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_axioms_are_read_by_their_names():
    assert assumptions(STANDARD) == {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
    }
    assert assumptions("Closed under the global context") == frozenset()
    assert assumptions("") is None
    assert assumptions("Axioms:\nwish' : 1 = 2\nTheory: Type hierarchy is collapsed\n") == {
        "wish'",
        "Theory:",
    }


def test_a_file_that_assumes_more_is_not_accepted(tmp_path):
    assert compile_file(pretended(tmp_path, f"cat <<'END'\n{STANDARD}END"), "").accepted
    said = compile_file(pretended(tmp_path, f"cat <<'END'\n{STANDARD}my_wish : 1 = 2\nEND"), "")
    assert not said.accepted
    assert "my_wish" in said.reason
    said = compile_file(pretended(tmp_path, "true"), "")
    assert (said.accepted, said.reason) == (False, "it does not tell what it assumes")


def test_an_error_and_a_long_wait_are_told(tmp_path):
    said = compile_file(pretended(tmp_path, "echo 'Error: no' >&2; exit 1"), "")
    assert (said.accepted, said.reason) == (False, "Error: no")
    said = compile_file(pretended(tmp_path, "exec sleep 9999"), "", seconds=0.2)
    assert (said.accepted, said.reason) == (False, "not done after 0.2 s")


def test_how_to_install_it_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(SettingsError, match="apt-get install coq libcoq-coquelicot"):
        find_coqc()


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not on the PATH")
def test_make_formal_says_so_before_anything_is_built(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to("/bin/sh")
    make = [shutil.which("make"), "formal", "SHELL=/bin/sh"]
    done = subprocess.run(
        make,
        cwd=tmp_path,
        env={"PATH": str(tmp_path / "bin")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "apt-get install coq libcoq-coquelicot" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Makefile", "bin"]


# `symplex bench formal`.

ANSWERS = '[heat]\nu = "sin(x)*cos(y)*exp(-2*t)"\n[eikonal]\nu = "max(sqrt(x^2 + y^2) - t, 0)"\n'


@pytest.fixture
def benchmarks(tmp_path, monkeypatch):
    """A folder of truths, and a coqc that dislikes 101 / 100."""
    (tmp_path / "handbook").mkdir()
    (tmp_path / "answers.toml").write_text(ANSWERS)
    (tmp_path / "handbook" / "answers.toml").write_text(
        '[heat-quartic]\nu = "x^4 + 12*x^2*t + 12*t^2"\n'
    )
    (tmp_path / "formal.toml").write_text('accepted = ["heat", "heat-quartic"]\n')
    coqc = tmp_path / "bin" / "coqc"
    coqc.parent.mkdir()
    coqc.write_text(
        '#!/bin/sh\nif grep -q "101 / 100" "$3"; then echo Error >&2; exit 1; fi\necho Axioms:\n'
    )
    coqc.chmod(coqc.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{coqc.parent}:/usr/bin:/bin")
    return tmp_path


def test_the_listed_answers_are_written_and_compiled(benchmarks, capsys):
    rows = benchmarks / "rows.json"
    kept = benchmarks / "kept"
    options = ["--benchmarks", str(benchmarks), "--json", str(rows), "--output", str(kept)]
    assert main(["bench", "formal", *options]) == 0
    assert "2 of 2 accepted" in capsys.readouterr().out
    assert [row["problem"] for row in json.loads(rows.read_text())["rows"]] == [
        "heat",
        "heat-quartic",
    ]
    assert "Theorem solved" in (kept / "heat_quartic.v").read_text()


def test_wrong_answers_must_not_be_accepted(benchmarks, capsys):
    assert main(["bench", "formal", "--benchmarks", str(benchmarks), "--wrong"]) == 0
    assert "0 of 2 accepted" in capsys.readouterr().out


def test_with_all_a_refusal_is_a_row(benchmarks, capsys):
    assert main(["bench", "formal", "--benchmarks", str(benchmarks), "--all"]) == 1
    shown = capsys.readouterr().out
    assert "2 of 3 accepted" in shown
    assert "smooth" in shown
