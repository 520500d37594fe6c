"""Reference values for the problems beside this file, computed with NumPy alone.

Nothing here calls the package: each equation is written out again. A value is trusted as far as it
stays the same when the resolution is doubled:

    PYTHONPATH=benchmarks python -m no_closed_form.references
"""

from collections.abc import Callable

import numpy as np

from no_closed_form import boundary_values, evolutions, initial_values
from no_closed_form.initial_values import Sample


def solvers() -> dict[str, Callable[[int], Sample]]:
    """The solver of each problem, by name; it takes the level of resolution, 1 or 2."""
    chosen = [
        boundary_values.lane_emden_three,
        boundary_values.thomas_fermi_shell,
        initial_values.van_der_pol,
        boundary_values.falkner_skan,
        initial_values.falling_through_air,
        boundary_values.beam_of_varying_stiffness,
        boundary_values.bratu_square,
        evolutions.allen_cahn_bump,
        evolutions.kdv_gaussian,
        evolutions.rod_radiating,
        evolutions.wave_over_a_bank,
        initial_values.driven_pendulum,
        initial_values.driven_duffing,
        initial_values.mathieu,
        evolutions.fisher_bump,
        evolutions.burgers_gaussian,
        boundary_values.poisson_wavy_source,
        initial_values.painleve_one,
        boundary_values.emden_fowler_ends,
        boundary_values.smeared_charge,
    ]
    return {solver.__name__.replace("_", "-"): solver for solver in chosen}


def reference(name: str) -> Sample:
    """Points (one row each, variables in the order of the file) and the unknowns there."""
    return solvers()[name](2)


def difference(name: str) -> float:
    """The largest change of the reference when the resolution is doubled."""
    coarse, fine = (solvers()[name](level) for level in (1, 2))
    return float(np.max(np.abs(coarse[1] - fine[1])))


def main() -> None:
    """Print how far each reference is to be trusted."""
    for name in solvers():
        points, values = reference(name)
        largest = float(np.max(np.abs(values)))
        print(f"{name:28} {len(points):4} points  |u| <= {largest:7.4f}  +- {difference(name):.1e}")


if __name__ == "__main__":
    main()
