"""What `import symplex` gives."""

import inspect

import symplex
from symplex.solver.solution.solve import solve


def test_solve_has_the_options_of_the_solution_room():
    def options(function):
        parameters = inspect.signature(function).parameters.values()
        stating = ("on", "given", "parameters", "unknowns")
        return [(p.name, p.kind, p.default) for p in parameters if p.name not in stating]

    # The one takes a folder, the other a record in it.
    assert options(symplex.solve)[:-1] == options(solve)[:-1]
    assert (options(symplex.solve)[-1][0], options(solve)[-1][0]) == ("output", "record")
    first, second = (inspect.getdoc(one).split("\n\n")[0] for one in (symplex.solve, solve))
    assert first == second


def test_every_public_name_is_documented():
    for name in dir(symplex):
        if not name.startswith("_") and callable(getattr(symplex, name)):
            assert getattr(symplex, name).__doc__, name
