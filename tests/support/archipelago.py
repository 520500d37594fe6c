"""Islands in threads of one process, each as slow at its rounds as a test wants."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from symplex.app.spread.island import Ended, Rounds, islands_of, run
from symplex.problem import Problem
from symplex.problem.transport import to_data
from symplex.propose.candidates.settings import DEFAULT
from symplex.solver.solution.choices import Choices

UNSOLVABLE = Problem(
    ["u_xx = u^3 + exp(sin(5*x))"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")]
)
"""A problem without an answer in closed form."""
RAMP = Problem(["u_x = 2"], {"x": [0, 1]}, [("x = 0", "u = 0")])
QUICK = replace(
    DEFAULT.without(["algebra", "textbook", "statement-formulas"]),
    moves=100,
    samples=8,
    regrown=4,
    first_learning_epoch=1000,
    prove_loss=0.0,
)
"""Short epochs, and nothing that would be proved."""


@dataclass
class Sound:
    """What is between islands in threads."""

    rounds: Rounds
    packets: list[list[bytes]]
    """What each island brought."""
    changed: threading.Condition = field(default_factory=threading.Condition)

    def meet(self, island: int, packet: bytes) -> list[bytes]:
        with self.changed:
            self.packets[island].append(packet)
            self.rounds.bring(island, packet)
            self.changed.notify_all()
            while (due := self.rounds.due(island)) is None:
                self.changed.wait(30)
            return due

    def leave(self, island: int) -> None:
        with self.changed:
            self.rounds.leave(island)
            self.changed.notify_all()


def courses(delays: Sequence[float], rounds: int, *, every: int = 150) -> list[list[bytes]]:
    """What islands bring to so many rounds, each waiting a while before every one of them."""
    sound = Sound(Rounds(len(delays)), [[] for _ in delays])
    choices = Choices(seed=5, time_limit=999, recipe=QUICK)
    ended: list[object] = []

    def live(number: int) -> None:
        def meet(packet: bytes) -> list[bytes]:
            time.sleep(delays[number])
            if len(sound.packets[number]) == rounds:
                raise KeyboardInterrupt  # as when a user ends it
            return sound.meet(number, packet)

        island = replace(islands_of(choices, len(delays))[number], every=every)
        ended.append(run(island, to_data(UNSOLVABLE), meet, lambda _: None))
        sound.leave(number)

    threads = [threading.Thread(target=live, args=(number,)) for number in range(len(delays))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(one, Ended) for one in ended), ended
    return sound.packets
