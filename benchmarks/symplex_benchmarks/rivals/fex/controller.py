"""The controller of FEX: an independent distribution over operators for each node of a shape."""

from collections.abc import Sequence
from typing import final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from symplex.propose.policy import Trainer, TrainerSettings
from symplex_benchmarks.rivals.fex.settings import ControllerSettings

Actions = NDArray[np.int64]
_NEVER = 10**9


@final
class Controller(nn.Module):
    """Draws operators and learns from rewards.

    A network of a constant input, as the authors have it: what it learns is one distribution.

    Args:
        counts: How many choices each node has.
        settings: Its size and training.
        seed: Of its weights and draws.
    """

    def __init__(self, counts: Sequence[int], settings: ControllerSettings, seed: int) -> None:
        super().__init__()
        torch.set_num_threads(1)  # small matrices: more threads only compete
        self._counts, self._settings = list(counts), settings
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.hidden = nn.Linear(settings.inputs, settings.width)
            self.output = nn.Linear(settings.width, sum(counts))
        self._rng = np.random.default_rng(seed)
        rates = TrainerSettings(learning_rate=settings.learning_rate, patience=_NEVER)
        self._trainer = Trainer(self, rates)
        self._epochs = 0

    def log_distributions(self) -> list[Tensor]:
        """The log-probability of each choice, node by node."""
        nothing = torch.zeros(self._settings.inputs)
        logits = self.output(torch.relu(self.hidden(nothing))) / self._settings.temperature
        return [torch.log_softmax(part, dim=0) for part in logits.split(self._counts)]

    def sample(self, count: int) -> Actions:
        """Choices for trees, a row for each; some are drawn evenly, so that none is forgotten."""
        with torch.no_grad():
            shares = [part.double().exp().numpy() for part in self.log_distributions()]
        even = 1.0 if self._epochs < self._settings.random_epochs else self._settings.greedy
        self._epochs += 1
        columns: list[Actions] = []
        for weights in shares:
            drawn = self._rng.choice(len(weights), size=count, p=weights / weights.sum())
            other = self._rng.integers(len(weights), size=count)
            columns.append(np.where(self._rng.random(count) < even, other, drawn))
        return np.stack(columns, axis=1)

    def learn(self, actions: Actions, rewards: NDArray[np.float64]) -> None:
        """One risk-seeking step: the best share, measured against the first that is not in it."""
        count = max(1, int(self._settings.share * len(rewards)))
        order = np.argsort(-rewards, kind="stable")
        floor = rewards[order[min(count, len(order) - 1)]]
        best = order[:count]
        gains = torch.from_numpy(rewards[best] - floor)
        spread = self.log_distributions()
        chosen = torch.from_numpy(actions[best])
        log_probs = torch.stack([part[chosen[:, i]] for i, part in enumerate(spread)], dim=1)
        self._trainer.update(-(gains * log_probs.sum(dim=1)).mean())
