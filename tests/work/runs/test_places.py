from pathlib import Path

from symplex.work.runs.manifest import NAME
from symplex.work.runs.places import kept_runs, new_place, runs_home


def test_runs_are_kept_in_the_user_s_state_folder(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert runs_home() == Path("/state/symplex/runs")
    for none in ("", "relative"):
        monkeypatch.setenv("XDG_STATE_HOME", none)
        assert runs_home() == Path.home() / ".local/state/symplex/runs"


def test_a_place_says_what_is_solved_and_is_a_name_that_any_system_takes():
    place = new_place("../a b/ü*\n" + "x" * 99, 0.0)
    assert place.parent == runs_home()
    assert len(place.name) < 80
    assert "/" not in place.name
    assert "\n" not in place.name
    assert "problem" in new_place("", 0.0).name


def test_two_runs_of_one_second_have_places_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    places = []
    for _ in range(3):
        places.append(new_place("heat", 0.0))
        places[-1].mkdir(parents=True)
    assert len(set(places)) == 3


def test_the_latest_run_is_the_first(tmp_path):
    for name in ("2026-b", "2025-a", "2026-c", "none"):
        (tmp_path / name).mkdir()
        if name != "none":
            (tmp_path / name / NAME).touch()
    assert [path.name for path in kept_runs(tmp_path)] == ["2026-c", "2026-b", "2025-a"]
    assert list(kept_runs(tmp_path / "missing")) == []
