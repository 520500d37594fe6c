from symplex.problem import bundled
from symplex.rivals.paper.items import FULL, METHODS, QUICK, TABLES, TITLES


def test_the_titles_are_those_of_bundled_problems():
    assert len(TITLES) == 14
    for name in TITLES:
        assert bundled(name).name == name


def test_the_groups_cover_every_problem_once():
    groups = [TABLES[f"table-{kind}"] for kind in ("smooth", "nonsmooth", "parametric")]
    assert sorted(sum(groups, ())) == sorted(TITLES)
    assert sorted(TABLES["table-main"] + TABLES["table-appendix"]) == sorted(TITLES)
    assert all(bundled(name).parameters for name in TABLES["table-parametric"])


def test_the_quick_version_takes_twenty_minutes_at_most():
    # Starting a process and proving takes about three seconds beside the time of a run.
    runs = len(TITLES) * len(METHODS) * QUICK.seeds * (QUICK.seconds + 3)
    more = 6 * QUICK.solver_seconds + 4 * QUICK.curriculum_seconds
    assert runs + more <= 20 * 60
    assert FULL.seeds == 20
