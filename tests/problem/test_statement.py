"""Every mistake in a file is one sentence with the file, the key, what was expected and found."""

import pytest

from support.malformed import BASE, MALFORMED
from symplex.app.cli.main import main
from symplex.errors import ProblemError
from symplex.problem import Problem


def test_the_file_that_the_mistakes_are_made_in_is_sound(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(BASE)
    assert Problem.from_file(path).name == "good"


@pytest.mark.parametrize("name", MALFORMED)
def test_one_mistake_one_sentence(name, tmp_path, capsys):
    text, sentence = MALFORMED[name]
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    with pytest.raises(ProblemError) as caught:
        Problem.from_file(path)
    assert str(caught.value) == f"{path}: {sentence}"
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"symplex: {path}: ")
    assert shown.err.count("\n") == 1


def test_there_are_enough_of_them():
    assert len(MALFORMED) >= 60


@pytest.mark.parametrize(
    ("domain", "where", "sentence"),
    [
        ([0, 1], "x = 1 + 10^(-13)", "lies outside the interval [0, 1]"),
        ([0, 2], "x = exp(log(2))", "cannot be told from the end 2 exactly"),
        (["exp(log(2))", 2], "x = 2", "cannot be told apart exactly"),
        (["2*pi/4", "pi/2"], "x = 2", "is empty"),
        ([1, "1 - 10^(-30)"], "x = 1", "is reversed"),
        ([0, "1 + sqrt(exp(1)/exp(1) - 1)"], "x = 0", "value"),
    ],
)
def test_ends_are_compared_exactly(domain, where, sentence):
    with pytest.raises(ProblemError) as caught:
        Problem(["u_x = 0"], {"x": domain}, [(where, "u = 1")])
    assert sentence in str(caught.value)


def test_ends_that_differ_little_are_two_ends():
    ends = {"x": [1, "1 + 10^(-30)"]}
    problem = Problem(["u_xx = 0"], ends, [("x = 1", "u = 1"), ("x = 1 + 10^(-30)", "u = 2")])
    first, second = problem.conditions
    assert not first.region.meets(second.region)


def test_the_same_expanded_form_of_another_derivative_is_no_duplicate():
    conditions = [("x = 0", "sign(x)*u_x = 1"), ("x = 0", "diff(sign(x)*u, x) = 1")]
    assert len(Problem(["u_xx = 0"], {"x": [0, 1]}, conditions).conditions) == 2
