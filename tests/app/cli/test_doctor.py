"""What `symplex doctor` says."""

from symplex.app.cli import doctor
from symplex.app.cli.main import main


def test_it_says_what_is_there(capsys):
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ok       symplex") for line in lines)
    assert lines[-1].startswith("ok       a proof")
    assert "BROKEN" not in "".join(lines)


def test_what_is_needed_and_missing_is_an_error_and_what_is_not_is_advice(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_version", lambda name: "" if name in ("torch", "scipy") else "1")
    assert main(["doctor"]) == 1
    page = capsys.readouterr().out
    assert "missing  torch                  for candidates of a network" in page
    assert "BROKEN   scipy                  pip install scipy" in page


def test_a_proof_that_fails_is_told(capsys, monkeypatch):
    def failing(*_):
        raise OSError("no more processes")

    monkeypatch.setattr("symplex.verify", failing)
    assert main(["doctor"]) == 1
    assert "BROKEN   a proof                no more processes" in capsys.readouterr().out
