import pytest

from symplex.errors import SettingsError
from symplex_benchmarks.rivals.paper import figures

pytest.importorskip("matplotlib", reason="matplotlib is of the extra symplex-benchmarks[rivals]")


@pytest.mark.filterwarnings("ignore")
def test_figures_are_made_as_png_and_svg(tmp_path):
    row = {"line": {"x": [0.0, 0.5, 1.0]}, "true": [0.0, 0.0, 0.5], "values": [0.0, 0.1, 0.5]}
    row["storage"] = 19
    rows = {"weno": row, "symplex": {**row, "values": row["true"]}, "pinn": {**row, "values": None}}
    made = figures.kink(rows, "x", (0.2, 0.8), "how it was made", tmp_path / "kink")
    assert [path.suffix for path in made] == [".png", ".svg"]
    assert made[0].read_bytes()[:4] == b"\x89PNG"
    run = {"stages": ["space", "space", "time"], "rewards": [0.1, 0.5, 0.9]}
    panels = {f"Heat, recipe {name}": {"curriculum": [run, run]} for name in ("a", "b")}
    made = figures.curriculum(panels, 2, "caption", tmp_path / "curriculum")
    assert "curriculum (0.90)" in _words(made[1])


def _words(svg):
    """What a figure says: matplotlib notes each text in a comment."""
    return svg.read_text()


@pytest.mark.filterwarnings("ignore")
def test_attention_is_drawn_of_every_policy(tmp_path):
    shares = [[None, 1.5, None, 0.5, 1.0, 1.0]] * 4
    one = {"weights": [[1.0, 0.0], [0.4, 0.6]], "shares": shares, "epochs": 3, "proved": True}
    row = {"tokens": ["exp", "x"], "policies": {"SymFormer": one, "standard": one}}
    made = figures.attention(row, "caption", tmp_path / "attention")
    assert "standard: the last layer" in _words(made[1])
    with pytest.raises(SettingsError, match="no tree in its time"):
        figures.attention({"tokens": [], "policies": {}}, "caption", tmp_path / "attention")


def test_a_restart_is_where_the_memory_is_empty_again():
    assert figures._restarts([0.0, 0.5, 0.6, 0.0, 0.0, 0.4]) == [4]


def test_a_stage_begins_where_its_name_changes():
    assert figures._changes(["space", "space", "time", "time", "kappa"]) == [3, 5]
