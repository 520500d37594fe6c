"""Which place a user means."""

import sys

import pytest

from symplex.app.spread.places import place, threads
from symplex.app.spread.work import Here, Processes
from symplex.errors import SettingsError


def test_one_job_is_done_here_and_several_in_processes():
    with place(1, None) as one, place(2, None) as two:
        assert isinstance(one, Here)
        assert isinstance(two, Processes)
    with pytest.raises(SettingsError, match="--jobs must be at least 1"), place(0, None):
        pass


def test_searches_side_by_side_have_one_thread():
    assert [threads(1, None), threads(2, None), threads(1, "auto")] == [2, 1, 1]


def test_without_ray_a_cluster_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SettingsError, match=r"pip install 'symplex\[cluster\]'"), place(1, "auto"):
        pass
