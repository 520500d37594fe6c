"""Parameters from measurements."""

import tomllib

import numpy as np
import pytest

from support.checkout import BENCHMARKS
from symplex.errors import SettingsError
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.notation.problem_files import bundled
from symplex.numerics.inverse import Model, fit, read_columns, read_csv, sensitivity

# Parameters from noisy measurements, and how often their intervals cover the truth.

ANSWERS = BENCHMARKS / "answers.toml"
PARAMETRIC = ("heat", "heat-exp", "advection-sine", "advection-hat")
TRUE = 1.3


def known(name):
    problem = bundled(f"parametric-{name}")
    answers = tomllib.loads(ANSWERS.read_text(encoding="utf-8"))
    formula = parse(answers[problem.name]["u"], problem.answer_scope)
    ranges = {name: interval.ends for name, interval in problem.parameters.items()}
    return problem, Model({"u": formula}, problem.variables, ranges, {})


def covered(name, repetitions, seed=2026):
    problem, model = known(name)
    random, count = np.random.default_rng(seed), 0
    for _ in range(repetitions):
        columns = {v: random.uniform(*problem.domain[v].ends, 200) for v in problem.variables}
        u = evaluate(model.formulas["u"], {**columns, "kappa": TRUE})
        noise = 0.01 * np.sqrt(np.mean(u**2)) * random.normal(size=200)
        estimate = fit(model, read_columns({**columns, "u": u + noise})).estimates["kappa"]
        count += estimate.low <= TRUE <= estimate.high
    return count


@pytest.mark.parametrize("name", PARAMETRIC)
def test_intervals_cover_the_truth_as_often_as_they_say_in_a_few_repetitions(name):
    assert 33 <= covered(name, 40) <= 40


@pytest.mark.slow
@pytest.mark.parametrize("name", PARAMETRIC)
def test_intervals_cover_the_truth_as_often_as_they_say(name):
    assert 920 <= covered(name, 1000) <= 975


def linear(**fixed):
    scope = parse("a*x + b*y^2", known_scope())
    ranges = {n: (0.0, 1.0) for n in "ab" if n not in fixed}
    return Model({"u": scope}, ("x", "y"), ranges, fixed)


def known_scope():
    from symplex.expression.parse import Scope

    return Scope(("x", "y"), ("a", "b"))


def exact_data(count=20, **more):
    random = np.random.default_rng(1)
    x, y = random.uniform(0, 1, (2, count))
    return read_columns({"x": x, "y": y, "u": 3 * x - 2 * y**2, **more})


def test_without_noise_the_estimate_is_exact_and_its_range_is_said():
    fitted = fit(linear(), exact_data())
    assert fitted.estimates["a"].value == pytest.approx(3)
    assert fitted.estimates["b"].value == pytest.approx(-2)
    assert fitted.noise < 1e-12
    assert "a lies outside the range [0, 1]" in str(fitted)
    assert fitted.to_json()["measurements"] == 20


def test_linear_regression_is_a_special_case():
    random = np.random.default_rng(3)
    data = exact_data(30)
    u = data.columns["u"] + 0.1 * random.normal(size=30)
    fitted = fit(linear(), read_columns({**data.columns, "u": u}), level=0.9)
    matrix = np.column_stack([data.columns["x"], data.columns["y"] ** 2])
    solution, (squares,), *_ = np.linalg.lstsq(matrix, u)
    covariance = squares / 28 * np.linalg.inv(matrix.T @ matrix)
    for index, estimate in enumerate(fitted.estimates.values()):
        assert estimate.value == pytest.approx(solution[index])
        assert estimate.deviation == pytest.approx(np.sqrt(covariance[index, index]))
        assert estimate.high - estimate.value == pytest.approx(1.7011309 * estimate.deviation)
    assert fitted.correlation[0, 1] == pytest.approx(
        covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1])
    )


def test_known_deviations_weigh_the_measurements():
    data = exact_data(10)
    wrong = data.columns["u"].copy()
    wrong[0] += 100
    sigma = np.where(np.arange(10) == 0, 1e9, 1e-3)
    fitted = fit(linear(), read_columns({**data.columns, "u": wrong, "sigma": sigma}))
    assert fitted.estimates["a"].value == pytest.approx(3)


def test_a_parameter_may_be_known():
    fitted = fit(linear(b=-2.0), exact_data())
    assert list(fitted.estimates) == ["a"]


@pytest.mark.parametrize(
    ("model", "columns", "sentence"),
    [
        ({}, {"x": [1.0], "y": [1.0], "u": [1.0]}, "data: 1 measurements cannot tell 2 parameters and their errors"),
        ({}, {"x": [1.0, 2], "u": [1.0, 2]}, "data: there is no column 'y'; found x and u"),
        ({}, {"x": [1.0, 2], "y": [0.0, 1]}, "data: there is no column with measurements of u"),
        ({}, {"x": 1.0, "y": [0.0, 1], "u": 1.0, "w": 1}, "data: the column 'w' means nothing; expected x, y, u and sigma"),
        ({}, {"x": [1.0, 2, 3], "y": [0.0, 0, 0], "u": [1.0, 2, 3]}, "data: the data do not determine b"),
        ({}, {"x": [1.0, 2, 3], "y": 1.0, "u": 1.0, "sigma": [1, 0, 1]}, "data: column 'sigma' must be positive"),
        ({"a": 1.0, "b": 2.0}, {"x": [1.0, 2], "y": 1.0, "u": 1.0}, "there is no parameter to estimate; give one a range in the statement"),
    ],
)  # fmt: skip
def test_data_that_will_not_do_are_one_sentence(model, columns, sentence):
    with pytest.raises(SettingsError) as found:
        fit(linear(**model), read_columns(columns))
    assert str(found.value) == sentence


def test_a_level_is_a_share():
    with pytest.raises(SettingsError, match="between 0 and 1, found 95"):
        fit(linear(), exact_data(), level=95)


def test_a_formula_without_values_is_said():
    formula = parse("log(-a*x^2)", known_scope())
    model = Model({"u": formula}, ("x",), {"a": (1.0, 2.0)}, {})
    with pytest.raises(SettingsError, match="no value at the measurements"):
        fit(model, read_columns({"x": [1.0, 2, 3], "u": [1.0, 1, 1]}))


# Measurements from files and arrays.


def test_a_file_has_names_and_numbers(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("\ufeffx, u\n1, 2.5e0\n\n3,4\n", encoding="utf-8")
    found = read_csv(file)
    assert found.count == 2
    assert found.columns["u"].tolist() == [2.5, 4.0]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "expected a line of names, then a line for each measurement"),
        ("x,u\n", "expected a line of names, then a line for each measurement"),
        ("x,x\n1,2\n", "line 1: 'x' stands twice among the columns"),
        ("x,\n1,2\n", "line 1: a name is missing among the columns"),
        ("x,u\n1,2\n3\n", "line 3: expected 2 values, found 1"),
        ("x,u\n1,2\n3,much\n", "line 3, column 'u': 'much' is not a number"),
        ("x,u\n1,nan\n", "measurement 1, column 'u': nan is not finite"),
        ("x,u\n1,2\n3,inf\n", "measurement 2, column 'u': inf is not finite"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path, content, sentence):
    file = tmp_path / "data.csv"
    file.write_text(content)
    with pytest.raises(SettingsError) as found:
        read_csv(file)
    assert str(found.value) == f"{file}: {sentence}"


def test_files_that_are_none(tmp_path):
    with pytest.raises(SettingsError, match="no such file"):
        read_csv(tmp_path / "none.csv")
    with pytest.raises(SettingsError, match="cannot be read"):
        read_csv(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="is not UTF-8 text"):
        read_csv(tmp_path / "binary")


def test_arrays_broadcast_and_must_fit():
    assert read_columns({"x": [[1, 2], [3, 4]], "t": 0}).columns["t"].tolist() == [0.0] * 4
    for columns in ({"x": [1, 2, 3], "t": [1, 2]}, {"x": ["a"]}, {}):
        with pytest.raises(SettingsError, match=r"columns"):
            read_columns(columns)
    assert np.isfinite(read_columns({"x": 1}).columns["x"]).all()


# Sensitivities in closed form.


def test_the_derivative_agrees_with_differences():
    formula = parse(
        "exp(-2*kappa*t)*sin(x - kappa^2*t)/(1 + kappa*x)", Scope(("x", "t"), ("kappa",))
    )
    slope = sensitivity(formula, "kappa")
    x, t = np.random.default_rng(0).uniform(0, 1, (2, 50))
    ends = [evaluate(formula, {"x": x, "t": t, "kappa": 1.3 + h}) for h in (-1e-6, 1e-6)]
    at = evaluate(slope, {"x": x, "t": t, "kappa": 1.3})
    assert np.allclose(at, (ends[1] - ends[0]) / 2e-6, rtol=1e-7, atol=1e-9)
