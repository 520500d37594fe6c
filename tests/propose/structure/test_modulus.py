"""Two unknowns as real and imaginary part."""

from support.views import PLANE, seen
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.modulus import in_modulus
from symplex.work.budget import Budget


def test_a_wave_packet_is_an_envelope_times_a_wave():
    real = seen("cos(x/2 + 3*t/4)/cosh(x - t)", PLANE)
    imaginary = seen("sin(x/2 + 3*t/4)/cosh(x - t)", PLANE)
    explainer = Explainer(Budget.unlimited())
    assert explainer.explain(real) == []
    (found,) = in_modulus(real, imaginary, explainer)
    assert found.misfit < 1e-8


def test_a_modulus_that_vanishes_is_left_alone():
    both = seen("x*t", PLANE), seen("x*t^2", PLANE)
    assert in_modulus(*both, Explainer(Budget.unlimited())) == []
