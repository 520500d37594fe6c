import pytest

from support.folders import handbook
from symplex.errors import SettingsError
from symplex_benchmarks.bench._references import read_toml, reference_problems


def test_only_the_unknowns_of_a_problem_are_its_solution(tmp_path):
    line, pair, curve = reference_problems(handbook(tmp_path) / "handbook")
    assert [one.position for one in (line, pair, curve)] == [0, 1, 2]
    assert line.solution == {"u": "2*x"}
    assert pair.solution == {"v": "x", "w": "1 - x"}
    assert pair.equations == ("v_x = 1", "v + w = 1")
    assert (pair.family, pair.why) == ("pairs", "It is a pair.")
    assert (line.nonlinear, line.readable) == (False, True)
    assert (curve.nonlinear, curve.readable) == (True, False)


def test_patterns_keep_the_positions(tmp_path):
    (curve,) = reference_problems(handbook(tmp_path) / "handbook", "c*")
    assert (curve.name, curve.position) == ("curve", 2)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ('v = "x"', "'pair' lacks the true w; expected a formula in quotes"),
        ('v = 1\nw = ["x"]', "'pair' lacks the true v and w"),
    ],
)
def test_an_incomplete_solution_is_one_sentence(tmp_path, entry, sentence):
    folder = handbook(tmp_path) / "handbook"
    (folder / "answers.toml").write_text(f"[pair]\n{entry}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=sentence):
        reference_problems(folder)


def test_nothing_to_run_is_one_sentence(tmp_path):
    with pytest.raises(SettingsError, match="expected the true solutions in"):
        reference_problems(tmp_path)
    with pytest.raises(SettingsError, match="matches 'z\\*'"):
        reference_problems(handbook(tmp_path) / "handbook", "z*")


def test_the_first_of_a_folder(tmp_path):
    folder = handbook(tmp_path) / "handbook"
    assert [one.name for one in reference_problems(folder, first=2)] == ["line", "pair"]
    with pytest.raises(SettingsError, match="matches 'curve'"):
        reference_problems(folder, "curve", first=2)


def test_a_file_that_is_not_toml_is_one_sentence(tmp_path):
    (tmp_path / "answers.toml").write_text("[line", encoding="utf-8")
    with pytest.raises(SettingsError, match="is not a TOML file"):
        reference_problems(tmp_path)
    with pytest.raises(SettingsError, match="cannot be read"):
        read_toml(tmp_path)
