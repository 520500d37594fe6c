"""The losses against values worked out by hand."""

import math

import pytest
import torch

from symplex.propose.policy.losses import elite_rewards, imitation_loss, policy_loss, rank_rewards


def test_ranks_become_normalised_rewards() -> None:
    rewards = rank_rewards(torch.tensor([3.0, 1.0, 2.0]))
    step = math.sqrt(1.5)
    assert rewards.tolist() == pytest.approx([-step, step, 0])


def test_only_the_order_of_losses_matters() -> None:
    tame = rank_rewards(torch.tensor([1.0, 2.0, 3.0, 4.0]))
    wild = rank_rewards(torch.tensor([1e-12, 5.0, 1e9, torch.inf]))
    assert torch.equal(tame, wild)


def test_equal_losses_share_a_rank_and_nan_ranks_last() -> None:
    rewards = rank_rewards(torch.tensor([1.0, 1.0, torch.nan, torch.inf]))
    assert rewards.tolist() == pytest.approx([1, 1, -1, -1])


@pytest.mark.parametrize("losses", [[2.0], [2.0, 2.0], [math.inf, math.inf]])
def test_without_a_difference_there_is_no_reward(losses: list[float]) -> None:
    assert rank_rewards(torch.tensor(losses)).tolist() == [0] * len(losses)


def test_policy_loss_by_hand() -> None:
    loss = policy_loss(
        log_probs=torch.tensor([-2.0, -4.0]),
        entropies=torch.tensor([1.0, 3.0]),
        rewards=torch.tensor([1.0, -1.0]),
        depths=torch.tensor([0, 3]),
    )
    # -(1·1·(-2) + (-1)·(1/4)·(-4))/2 - 0.3·2
    assert float(loss) == pytest.approx(0.5 - 0.6)


def test_imitation_loss_by_hand() -> None:
    loss = imitation_loss(
        log_probs=torch.tensor([-3.0, -8.0]),
        lengths=torch.tensor([3, 4]),
        rewards=torch.tensor([0.9, 0.9 - 0.1 * math.log(3)]),
    )
    assert float(loss) == pytest.approx(0.75 * 1 + 0.25 * 2)


def test_the_policy_gradient_raises_good_trees_and_lowers_bad_ones() -> None:
    log_probs = torch.tensor([-1.0, -1.0], requires_grad=True)
    flat = torch.zeros(2)
    policy_loss(log_probs, flat, torch.tensor([1.0, -1.0]), flat).backward()
    assert log_probs.grad is not None
    assert log_probs.grad[0] < 0 < log_probs.grad[1]


def test_the_best_share_is_rewarded_by_rank():
    losses = torch.tensor([3.0, torch.nan, 1.0, torch.inf, 2.0, 1.5, 9.0, 8.0])
    rows, rewards = elite_rewards(losses, 0.5)
    assert rows.tolist() == [2, 5, 4, 0]
    assert rewards.tolist() == [1.0, 0.75, 0.5, 0.25]
    assert [len(part) for part in elite_rewards(losses, 0.01)] == [1, 1]
    assert [len(part) for part in elite_rewards(losses[[1, 3]], 0.5)] == [0, 0]
