"""Saved weights: what is read is what was written, or a sentence that says why not."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from symplex.errors import SettingsError
from symplex.expression import CONSTANT, OPERATORS, Symbol
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.policy import storage
from symplex.propose.policy.losses import policy_loss, rank_rewards
from symplex.propose.policy.lstm import Lstm, LstmSettings
from symplex.propose.policy.symformer import SymFormer, SymFormerSettings
from symplex.propose.policy.trainer import Trainer

VOCABULARY = Vocabulary((OPERATORS["+"], OPERATORS["sin"], Symbol("x"), CONSTANT))
GRAMMAR = Grammar(VOCABULARY, max_depth=3, max_length=8)
TINY = SymFormerSettings(width=16, feed_forward=16, layers=1, heads=2)


def model(seed: int = 0, settings: SymFormerSettings = TINY) -> SymFormer:
    return SymFormer(VOCABULARY, settings, torch.Generator().manual_seed(seed))


def train(policy: SymFormer, trainer: Trainer, generator: torch.Generator, updates: int) -> None:
    for _ in range(updates):
        batch = policy.sample(GRAMMAR, 16, generator).batch
        scores = policy.score(GRAMMAR, batch)
        rewards = rank_rewards(torch.tensor([len(tokens) for tokens in batch], dtype=torch.float64))
        trainer.update(policy_loss(scores.log_probs, scores.entropies, rewards, scores.depths))


def test_training_goes_on_bit_for_bit_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    straight, generator = model(), torch.Generator().manual_seed(4)
    trainer = Trainer(straight)
    train(straight, trainer, generator, 25)
    storage.save(path, straight, VOCABULARY, training=trainer.tensors(), generator=generator)
    train(straight, trainer, generator, 25)

    resumed, other = model(seed=9), torch.Generator()
    again = Trainer(resumed)
    again.restore(storage.load(path, resumed, VOCABULARY, generator=other))
    train(resumed, again, other, 25)
    for name, weight in straight.state_dict().items():
        assert torch.equal(weight, resumed.state_dict()[name]), name
    assert again.learning_rate == trainer.learning_rate < 5e-4
    assert torch.equal(generator.get_state(), other.get_state())


def test_the_same_policy_is_the_same_bytes() -> None:
    packed = {storage.pack(model(), VOCABULARY, generator=torch.Generator()) for _ in range(9)}
    assert len(packed) == 1
    filled = model(seed=9)
    storage.unpack(*packed, filled, VOCABULARY)
    assert storage.pack(filled, VOCABULARY, generator=torch.Generator()) in packed


def test_another_vocabulary_or_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    storage.save(path, model(), VOCABULARY)
    swapped = Vocabulary((OPERATORS["+"], OPERATORS["cos"], Symbol("x"), CONSTANT))
    with pytest.raises(SettingsError, match="another vocabulary"):
        storage.load(path, model(), swapped)
    wider = SymFormerSettings(width=32, feed_forward=16, layers=1, heads=2)
    with pytest.raises(SettingsError, match="expected weights of the model"):
        storage.load(path, model(settings=wider), VOCABULARY)
    recurrent = Lstm(VOCABULARY, LstmSettings(), torch.Generator())
    with pytest.raises(SettingsError, match="expected weights of the model"):
        storage.load(path, recurrent, VOCABULARY)
    with pytest.raises(SettingsError, match="random generator"):
        storage.load(path, model(), VOCABULARY, generator=torch.Generator())


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    storage.save(path, model(), VOCABULARY)
    good = path.read_bytes()
    header = 8 + int.from_bytes(good[:8], "little")
    random = np.random.default_rng(0)
    places = [*range(0, header, 7), *random.integers(header, len(good), 150).tolist()]
    for place in places:
        bad = bytearray(good)
        bad[place] ^= 1 << int(random.integers(8))
        path.write_bytes(bytes(bad))
        with pytest.raises(SettingsError):
            storage.load(path, model(), VOCABULARY)


@pytest.mark.parametrize("kept", [0, 4, 100, -1])
def test_a_cut_file_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "weights.safetensors"
    storage.save(path, model(), VOCABULARY)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(SettingsError, match="weights"):
        storage.load(path, model(), VOCABULARY)


def test_a_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="found none"):
        storage.load(tmp_path / "nothing", model(), VOCABULARY)


WRITER = """
import sys, torch
from pathlib import Path
from symplex.propose.policy.storage import write_tensors
path = Path(sys.argv[1])
for number in range(100000):
    write_tensors(path, {"a": torch.full((100000,), float(number))}, {})
    print(number, flush=True)
"""


def test_a_killed_writer_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(5):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
    tensors, _ = storage.read_tensors(path)
    assert len(tensors["a"].unique()) == 1


def test_losses_that_are_not_finite_change_nothing() -> None:
    policy = model()
    trainer = Trainer(policy)
    before = {name: weight.clone() for name, weight in policy.state_dict().items()}
    trainer.update(policy.get_parameter("hole").sum() * torch.nan)
    assert all(torch.equal(before[n], w) for n, w in policy.state_dict().items())


def test_long_gradients_are_clipped() -> None:
    policy = model()
    trainer = Trainer(policy)
    norm = trainer.update(1e6 * policy.get_parameter("hole").sum())
    hole = policy.get_parameter("hole")
    assert norm == pytest.approx(1e6 * 4)
    assert hole.grad is not None
    assert float(hole.grad.norm()) == pytest.approx(5.0, rel=1e-4)
