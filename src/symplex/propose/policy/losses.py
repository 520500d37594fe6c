"""What is minimised (paper §5.2 and Appendix B): pure functions of tensors.

Owns rank rewards, the policy gradient with depth weight and entropy bonus, and imitation. What
the losses of candidates are, and which trees are remembered, is the search's affair.
"""

import torch
from torch import Tensor

ENTROPY_WEIGHT = 0.3
IMITATION_TEMPERATURE = 0.1
IMITATION_THRESHOLD = 0.8
"""Imitation begins once the best reward exceeds this."""


def rank_rewards(losses: Tensor) -> Tensor:
    """Rewards 1 - rank/(N - 1), normalised to mean 0 and variance 1.

    Equal losses share the mean of their ranks, so the order of the batch does not matter; what
    is not finite ranks last. If all are equal, or there is but one, the rewards are 0.
    """
    losses = torch.where(losses.isnan(), torch.inf, losses.double())
    _, group, sizes = losses.unique(sorted=True, return_inverse=True, return_counts=True)
    middle = sizes.cumsum(0) - (sizes + 1) / 2
    rewards = 1 - middle[group] / max(len(losses) - 1, 1)
    spread = rewards.std(correction=0)
    return (rewards - rewards.mean()) / torch.where(spread > 0, spread, 1.0)


def elite_rewards(losses: Tensor, share: float) -> tuple[Tensor, Tensor]:
    """The rows of the best share, best first, and their rewards: from 1 down to 1/N by rank.

    What is not finite is never among them. Departs from the paper, after the risk-seeking gradient
    of DSR: of many samples only the best teach anything, and they alone are scored again.
    """
    losses = torch.where(losses.isnan(), torch.inf, losses.double())
    finite = int(losses.isfinite().sum())
    count = min(max(1, round(share * len(losses))), finite)
    if not count:
        rows = torch.arange(0)
    else:  # only what may be chosen is sorted: of a million, that is little
        near = torch.nonzero(losses <= losses.kthvalue(count).values).squeeze(1)
        rows = near[losses[near].argsort(stable=True)[:count]]
    return rows, 1 - torch.arange(count, dtype=torch.float64, device=losses.device) / max(count, 1)


def policy_loss(
    log_probs: Tensor,
    entropies: Tensor,
    rewards: Tensor,
    depths: Tensor,
    entropy_weight: float = ENTROPY_WEIGHT,
) -> Tensor:
    """The mean of -w·r·log π with depth weight w = 1/(D + 1), less the entropy bonus.

    Args:
        log_probs: of each tree.
        entropies: the mean of each tree's node-wise entropies.
        rewards: normalised rank rewards.
        depths: of each tree's deepest node, D.
        entropy_weight: the paper's λ_ent.
    """
    gain = (rewards / (depths + 1) * log_probs).mean()
    return -gain - entropy_weight * entropies.mean()


def imitation_loss(
    log_probs: Tensor,
    lengths: Tensor,
    rewards: Tensor,
    temperature: float = IMITATION_TEMPERATURE,
) -> Tensor:
    """The negative log-likelihood of remembered trees, for each token, weighted by reward.

    Args:
        log_probs: of each remembered tree.
        lengths: how many tokens each has.
        rewards: 1/(1 + √loss) of each; the weights are their softmax at `temperature`.
        temperature: the paper's τ.
    """
    weights = torch.softmax(rewards.double() / temperature, dim=0)
    return -(weights * log_probs / lengths).sum()
