import numpy as np

from symplex_benchmarks.rivals.fex.controller import Controller
from symplex_benchmarks.rivals.fex.settings import ControllerSettings

EAGER = ControllerSettings(learning_rate=0.3, greedy=0.0, random_epochs=0)


def test_what_is_rewarded_becomes_likelier():
    controller = Controller((4, 2), EAGER, seed=0)
    for _ in range(60):
        actions = controller.sample(30)
        controller.learn(actions, (actions[:, 0] == 2).astype(np.float64))
    assert (controller.sample(200)[:, 0] == 2).mean() > 0.8


def test_the_first_epochs_are_drawn_evenly_and_every_choice_stays_possible():
    controller = Controller((3,), ControllerSettings(learning_rate=0.5, random_epochs=2), seed=0)
    for _ in range(40):
        actions = controller.sample(30)
        controller.learn(actions, (actions[:, 0] == 1).astype(np.float64))
    assert set(controller.sample(500)[:, 0].tolist()) == {0, 1, 2}


def test_the_seed_fixes_the_draws():
    first, second, other = (Controller((5, 5, 5), EAGER, seed) for seed in (3, 3, 4))
    drawn = first.sample(20)
    assert np.array_equal(drawn, second.sample(20))
    assert not np.array_equal(drawn, other.sample(20))
