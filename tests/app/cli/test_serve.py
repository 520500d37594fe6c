"""`symplex serve`: what it refuses, and that it serves."""

import json
import urllib.request

import pytest

from support.served import serving
from symplex.app.cli import serve
from symplex.app.cli.main import main


def test_without_its_libraries_it_says_which_it_needs(monkeypatch, capsys):
    monkeypatch.setattr(serve, "find_spec", lambda _: None)
    assert main(["serve"]) == 2
    assert "pip install 'symplex[serve]'" in capsys.readouterr().err


def test_it_serves_this_machine_alone(tmp_path, capsys):
    pytest.importorskip("fastapi", reason="needs symplex[serve]")
    pytest.importorskip("uvicorn", reason="needs symplex[serve]")
    assert main(["serve", "--address", "0.0.0.0", "--runs", str(tmp_path)]) == 2
    assert "--remote" in capsys.readouterr().err
    assert main(["serve", "--searches", "0", "--runs", str(tmp_path)]) == 2
    with serving(tmp_path / "runs") as url:
        with urllib.request.urlopen(f"{url}api/runs") as answer:
            assert json.load(answer) == {"total": 0, "runs": []}
        assert main(["serve", "--port", "0", "--runs", str(tmp_path / "runs")]) == 2
        assert "another workbench serves it" in capsys.readouterr().err
