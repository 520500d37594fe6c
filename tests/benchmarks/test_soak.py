"""The verdict on a long run."""

import soak
from soak import Reading, slower, verdict

FLAT = [Reading(60.0 * i, 200.0 + (i == 3), 20, 3, 500.0 + i) for i in range(12)]


def changed(**last):
    return [*FLAT[:6], *(Reading(**{**vars(reading), **last}) for reading in FLAT[6:])]


def test_what_stays_as_it_was_is_flat():
    assert verdict(FLAT) == []
    assert verdict(changed(speed=100.0)) == []
    assert verdict(FLAT[:1]) == []


def test_what_grows_is_named():
    assert verdict(changed(megabytes=260.0)) == ["megabytes: from 200 to 260"]
    assert verdict(changed(files=25, threads=9)) == ["files: from 20 to 25", "threads: from 3 to 9"]


def test_the_speed_is_compared_with_that_of_a_new_process(monkeypatch, tmp_path, capsys):
    other = tmp_path / "other.py"
    other.write_text("import sys\nfor _ in sys.stdin:\n    print(1000.0, flush=True)\n")
    monkeypatch.setattr(soak, "__file__", str(other))
    monkeypatch.setattr(soak, "_speed", lambda: 960.0)
    assert slower(3) == []
    monkeypatch.setattr(soak, "_speed", lambda: 900.0)
    assert slower(3) == ["it has become slower"]
    assert "90.0 %" in capsys.readouterr().out
