import pytest

from bench.folders import handbook
from symplex.bench._truths import known_problems
from symplex.errors import SettingsError


def test_only_the_unknowns_of_a_problem_are_its_truth(tmp_path):
    line, pair, curve = known_problems(handbook(tmp_path) / "handbook")
    assert [one.place for one in (line, pair, curve)] == [0, 1, 2]
    assert line.truth == {"u": "2*x"}
    assert pair.truth == {"v": "x", "w": "1 - x"}
    assert pair.equations == ("v_x = 1", "v + w = 1")
    assert (pair.family, pair.why) == ("pairs", "It is a pair.")
    assert (line.nonlinear, line.readable) == (False, True)
    assert (curve.nonlinear, curve.readable) == (True, False)


def test_patterns_keep_the_places(tmp_path):
    (curve,) = known_problems(handbook(tmp_path) / "handbook", "c*")
    assert (curve.name, curve.place) == ("curve", 2)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ('v = "x"', "'pair' lacks the true w; expected a formula in quotes"),
        ('v = 1\nw = ["x"]', "'pair' lacks the true v and w"),
    ],
)
def test_an_incomplete_truth_is_one_sentence(tmp_path, entry, sentence):
    folder = handbook(tmp_path) / "handbook"
    (folder / "answers.toml").write_text(f"[pair]\n{entry}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=sentence):
        known_problems(folder)


def test_nothing_to_run_is_one_sentence(tmp_path):
    with pytest.raises(SettingsError, match="expected the true solutions in"):
        known_problems(tmp_path)
    with pytest.raises(SettingsError, match="matches 'z\\*'"):
        known_problems(handbook(tmp_path) / "handbook", "z*")
