"""Reports come from another process, one at a time, and are shown in a sandbox."""

import asyncio
import sys

import pytest

from symplex.app.workbench import reports as module
from symplex.app.workbench.reports import POLICY, Reports
from symplex.errors import SettingsError

WRITES = "import sys, pathlib; pathlib.Path(sys.argv[3]).write_text('<p>' + sys.argv[1])"
FAILS = "import sys; sys.exit('symplex: there is nothing to report')"


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda _: object())

    def with_program(program):
        monkeypatch.setattr(module, "_COMMAND", (sys.executable, "-c", program))
        return Reports()

    return with_program


def test_a_report_is_what_the_program_wrote(made, tmp_path):
    assert asyncio.run(made(WRITES).page(tmp_path)) == f"<p>{tmp_path}"


def test_a_reason_is_told(made, tmp_path):
    with pytest.raises(SettingsError, match="there is nothing to report"):
        asyncio.run(made(FAILS).page(tmp_path))


def test_a_program_that_does_not_end_is_ended(made, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_SECONDS", 0.5)
    with pytest.raises(SettingsError, match="took longer"):
        asyncio.run(made("import time; time.sleep(600)").page(tmp_path))


def test_without_the_room_there_are_none(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert not Reports().are_made
    with pytest.raises(SettingsError, match="no reports"):
        asyncio.run(Reports().page(tmp_path))


def test_a_report_has_no_origin():
    assert POLICY.startswith("sandbox")
    assert "allow-same-origin" not in POLICY
    assert "connect-src" not in POLICY  # so that `default-src 'none'` holds
