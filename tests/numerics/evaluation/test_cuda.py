"""The GPU engine against the core, on a GPU where there is one and in any case on a CPU."""

import tomllib

import numpy as np
import pytest

from support.checkout import BENCHMARKS
from support.emulated import emulated, on_gpu
from support.evaluators import encode, formula
from support.random_trees import generator, random_tree
from symplex.errors import SettingsError
from symplex.expression import CONSTANT, leaf, tuple_of
from symplex.expression.expression import apply
from symplex.expression.vocabulary import TokenBatch
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines import cuda_library
from symplex.numerics.evaluation.engines.compiled import Compiled
from symplex.numerics.evaluation.engines.cuda import Cuda
from symplex.numerics.evaluation.engines.cuda_library import Library, pointer
from symplex.numerics.evaluation.fit import Adam, FitStatus, Fixed, LevenbergMarquardt
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Problem

FEW = Sampling(interior=40, boundary=20, initial=20)
MIXED = {
    "equations": ["u_xx*u_yy - u_xy^2 = u_xxyy + u_xxy"],
    "domain": {"x": (0, 1), "y": (0, 1)},
    "conditions": [{"where": "x = 0", "equation": "u + u_x = y"}],
}


@pytest.fixture(scope="module", params=["emulated", "gpu"])
def engine(request):
    return emulated() if request.param == "emulated" else on_gpu()


def pair(problem, words, engine, seed=0, sampling=FEW):
    objective = draw(problem, np.random.default_rng(seed), sampling)
    return Compiled(objective, words), Cuda(objective, words, engine=engine)


def random_batch(problem, count, sizes, seed=5):
    random = generator(seed)
    names = (*problem.variables, *problem.parameters)
    unknowns = len(problem.unknowns)
    trees = [
        [random_tree(random, int(random.integers(*sizes)), names) for _ in range(unknowns)]
        for _ in range(count)
    ]
    whole = [t[0] if unknowns == 1 else apply(tuple_of(unknowns), *t) for t in trees]
    words, batch = encode(whole)
    return words, batch, np.concatenate([tree.constants for tree in whole])


PROBLEMS = [
    *("heat", "parametric-heat", "hj-convex", "eikonal", "burgers", "poisson-quartic"),
    *("ode-third-order", "ode-fourth-order", "taylor-green", "nls-moving-soliton"),
]


@pytest.mark.parametrize("name", PROBLEMS)
def test_losses_at_fixed_constants_are_those_of_the_core(engine, name):
    problem = bundled(name)
    words, batch, constants = random_batch(problem, 300, (1, 14))
    core, gpu = pair(problem, words, engine)
    assert gpu.takes_problem
    mine, theirs = (e.fit(batch, Fixed(), first=constants) for e in (gpu, core))
    # Infinite inside and finite outside (atan(1/0)) may leave either with 0*inf or 0.
    assert np.mean(mine.statuses != theirs.statuses) <= 0.01
    both = np.isfinite(mine.losses) & np.isfinite(theirs.losses)
    assert both.sum() > 40
    # sin(1e20) is noise in doubles: such trees are not compared.
    calm = both & (theirs.losses < 1e12)
    close = np.isclose(mine.losses[calm], theirs.losses[calm], rtol=1e-9, atol=1e-24)
    assert close.mean() > 0.99


def test_mixed_derivatives_are_those_of_the_core(engine):
    problem = Problem(**MIXED)
    words, batch, constants = random_batch(problem, 200, (1, 12))
    core, gpu = pair(problem, words, engine)
    mine, theirs = (e.fit(batch, Fixed(), first=constants).losses for e in (gpu, core))
    calm = np.isfinite(theirs) & (theirs < 1e10)
    assert gpu.takes_problem
    assert calm.sum() > 40
    assert np.mean(np.isclose(mine[calm], theirs[calm], rtol=1e-8, atol=1e-18)) > 0.99


@pytest.mark.parametrize("name", ["heat", "hj-concave", "taylor-green"])
@pytest.mark.parametrize(
    "method",
    [LevenbergMarquardt(first_points=0), LevenbergMarquardt(first_points=16), Adam(steps=30)],
)
def test_fits_end_where_those_of_the_core_do(engine, name, method):
    problem = bundled(name)
    words, batch, constants = random_batch(problem, 60, (3, 10), seed=6)
    core, gpu = pair(problem, words, engine)
    mine, theirs = (e.fit(batch, method, first=constants, seed=3) for e in (gpu, core))
    assert np.mean(mine.statuses == theirs.statuses) > 0.98
    both = np.isfinite(mine.losses) & np.isfinite(theirs.losses) & (theirs.losses < 1e12)
    close = np.isclose(mine.losses[both], theirs.losses[both], rtol=1e-4, atol=1e-20)
    assert close.mean() > 0.9
    worse = np.median(mine.losses[both] / np.maximum(theirs.losses[both], 1e-20))
    assert worse < 1 + 1e-6


def test_planted_constants_are_found_as_often(engine):
    path = BENCHMARKS / "skeletons.toml"
    skeletons = tomllib.loads(path.read_text(encoding="utf-8"))["skeletons"]
    found = np.zeros(2)
    for name, text in skeletons.items():
        problem = bundled(name)
        words, batch = encode([formula(text, problem)])
        first = np.random.default_rng(1).normal(size=3 * 40)
        for trial, candidate in enumerate(pair(problem, words, engine) * 3):
            count = int(np.diff(candidate.fit(batch, Fixed()).slots)[0])
            start = 2 * first[trial // 2 * 40 : trial // 2 * 40 + count]
            fit = candidate.fit(batch, LevenbergMarquardt(), first=start, seed=trial // 2)
            found[trial % 2] += fit.losses[0] < 1e-10
    assert found[1] >= 0.75 * 3 * len(skeletons)
    assert abs(found[0] - found[1]) <= 2


def test_what_the_fast_path_does_not_take_is_evaluated_by_the_core(engine):
    problem = bundled("heat")
    many = formula(" + ".join(f"c{i}*sin({i + 1}*x)" for i in range(8)), problem)
    few = formula("c0*x + t", problem)
    deep = formula("+".join(f"sin(x + {i}/7)*cos(t)" for i in range(40)), problem)
    words, batch = encode([many, few, deep])
    core, gpu = pair(problem, words, engine)
    mine, theirs = (e.fit(batch, LevenbergMarquardt()) for e in (gpu, core))
    assert mine.losses[0] == theirs.losses[0]
    assert np.array_equal(mine.constants_of(0), theirs.constants_of(0))
    assert mine.losses[2] == theirs.losses[2]
    assert mine.losses[1] == pytest.approx(theirs.losses[1], rel=1e-9)


def test_a_problem_of_high_order_is_evaluated_by_the_core(engine):
    problem = Problem(
        equations=["diff(u, x, 6) = u"],
        domain={"x": (0, 1)},
        conditions=[{"where": "x = 0", "equation": "u = 1"}],
    )
    words, batch = encode([formula("exp(c0*x)", problem)])
    core, gpu = pair(problem, words, engine)
    assert not gpu.takes_problem
    assert gpu.fit(batch, Fixed()).losses[0] == core.fit(batch, Fixed()).losses[0]


def test_token_soup_gets_the_statuses_of_the_core(engine):
    problem, random = bundled("parametric-heat"), generator(8)
    words, _, _ = random_batch(problem, 60, (1, 9))
    core, gpu = pair(problem, words, engine)
    soup = TokenBatch.of(
        [random.integers(0, len(words) + 2, random.integers(0, 9), np.uint8) for _ in range(600)]
    )
    mine, theirs = (e.fit(soup, Fixed()).statuses for e in (gpu, core))
    assert np.array_equal(mine, theirs)
    assert {FitStatus.NOT_A_TREE, FitStatus.UNKNOWN_TOKEN} <= set(map(FitStatus, mine.tolist()))


def test_a_cutoff_is_the_cores(engine):
    problem = bundled("heat")
    words, batch = encode([formula(text, problem) for text in ("x + 5", "sin(x)*exp(-t)")])
    core, gpu = pair(problem, words, engine)
    mine, theirs = (e.fit(batch, LevenbergMarquardt(), loss_cutoff=10.0) for e in (gpu, core))
    assert np.array_equal(mine.statuses, theirs.statuses)
    assert mine.statuses[0] == FitStatus.ABOVE_CUTOFF


def test_answers_do_not_depend_on_the_batch(engine):
    problem = bundled("heat")
    words, batch, constants = random_batch(problem, 30, (3, 9), seed=9)
    _, gpu = pair(problem, words, engine)
    whole = gpu.fit(batch, LevenbergMarquardt(), first=constants, seed=4)
    for index, ids in enumerate(batch):
        first = constants[whole.slots[index] : whole.slots[index + 1]]
        alone = gpu.fit(TokenBatch.of([ids]), LevenbergMarquardt(), first=first, seed=4)
        # On a GPU a candidate alone has several warps, which add up in another order.
        assert alone.statuses[0] == whole.statuses[index]


def test_residuals_and_jacobians_are_the_cores(engine):
    problem = bundled("heat")
    words, batch = encode([formula("c0*sin(x)*exp(c1*t)", problem)])
    core, gpu = pair(problem, words, engine)
    at = np.array([0.5, -1.0])
    assert np.array_equal(gpu.residuals(batch, at), core.residuals(batch, at))
    assert np.array_equal(gpu.jacobians(batch, at), core.jacobians(batch, at))


def test_an_infinite_slope_by_one_constant_leaves_the_others_alone(engine):
    """√(c₀·max(x - 2, 0)) has an infinite slope by c₀ everywhere; c₁ must still be found."""
    problem = bundled("heat")
    words, batch = encode([formula("sqrt(c0*relu(x - 2)) + c1", problem)])
    core, gpu = pair(problem, words, engine)
    mine, theirs = (e.fit(batch, LevenbergMarquardt(first_points=0)) for e in (gpu, core))
    assert mine.losses[0] == pytest.approx(theirs.losses[0], rel=1e-9)
    assert mine.constants[1] == pytest.approx(theirs.constants[1], rel=1e-6, abs=1e-9)


def test_leaves_that_are_no_slots_stay(engine):
    problem = bundled("heat")
    words, batch = encode([leaf(CONSTANT, 1.0), formula("x", problem)])
    core, gpu = pair(problem, words, engine)
    mine, theirs = (e.fit(batch, LevenbergMarquardt()) for e in (gpu, core))
    assert np.allclose(mine.losses, theirs.losses, rtol=1e-12)
    assert np.allclose(mine.constants, theirs.constants, atol=1e-9)


# Finding the GPU engine: what is missing is said in one sentence.


def test_an_installation_without_the_engine_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(cuda_library, "__file__", str(tmp_path / "engines" / "cuda_library.py"))
    with pytest.raises(SettingsError, match="has no GPU engine"):
        cuda_library.library()


def test_a_file_that_is_no_library_is_refused(tmp_path):
    path = tmp_path / "_cuda.so"
    path.write_bytes(b"no library")
    with pytest.raises(SettingsError, match="cannot be loaded"):
        Library(path)


def test_an_array_with_gaps_is_refused():
    with pytest.raises(ValueError, match="contiguous"):
        pointer(np.zeros((4, 4))[:, 0])
