import sys
from types import ModuleType, SimpleNamespace
from xml.etree import ElementTree

import pytest

import symplex
from symplex.app.notebook import LiveView, live
from symplex.expression.parse import Scope, parse
from symplex.notation.problem_files import bundled
from symplex.solver.search.state import Progress

TREE = parse("exp(-t)*sin(x)", Scope(("x", "t"), (), (), {}))


def progress(seconds=1.0, loss=0.5, stage="space"):
    return Progress(stage, 3, TREE, loss, 2_000, seconds, ((TREE, loss),))


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(time=100.0)
    monkeypatch.setattr(live, "now", lambda: now.time)
    return now


def test_outside_of_a_notebook_it_is_a_line_now_and_then(clock):
    lines = []
    view = LiveView(lines.append)
    for seconds in range(12):
        clock.time = 100.0 + seconds
        view(progress(float(seconds)))
    assert len(lines) == 3
    assert lines[0] == (
        "   0.0 s  stage space, epoch 3, 2,000 candidates, loss 0.5: exp(-t)*sin(x)\n"
    )


def test_in_a_notebook_one_panel_is_renewed(clock, monkeypatch):
    shown = []
    handle = SimpleNamespace(update=lambda view: shown.append(("update", str(view))))

    def display(view, *, display_id):
        shown.append(("display", str(view)))
        return handle

    python = ModuleType("IPython")
    python.get_ipython = lambda: SimpleNamespace(kernel=True)
    inner = ModuleType("IPython.display")
    inner.display = display
    monkeypatch.setitem(sys.modules, "IPython", python)
    monkeypatch.setitem(sys.modules, "IPython.display", inner)
    view = LiveView()
    for seconds in (0.0, 0.1, 0.4, 0.8):
        clock.time = 100.0 + seconds
        view(progress(seconds))
    assert [kind for kind, _ in shown] == ["display", "update", "update"]


def test_the_panel_is_sound_and_escapes():
    view = LiveView([].append)
    assert "not begun" in view._repr_html_()
    for seconds in range(1_000):
        view(progress(float(seconds), 2.0**-seconds, stage="<script>"))
    panel = view._repr_html_()
    assert "<script>" not in panel
    assert panel.count(",") < 1_500  # the line of losses is thinned
    ElementTree.fromstring(panel.replace("<br>", "<br/>"))
    assert "loss from 1 to 1.9e-301" in panel


def test_a_search_can_be_watched():
    lines = []
    view = symplex.notebook.LiveView(lines.append)
    problem = bundled("burgers")
    watched = symplex.solve(problem, watch=view, max_candidates=300, time_limit=999)
    alone = symplex.solve(problem, max_candidates=300, time_limit=999)
    assert (watched.text, watched.candidates) == (alone.text, alone.candidates)
