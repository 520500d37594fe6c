"""Weights on disk: safetensors with a checksum, written whole or not at all.

Owns the file and what is checked when it is read: that no bit has changed since it was written,
and that the vocabulary and the size of the model are the same. Loading runs no code.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as to_bytes
from torch import Tensor, nn

from symplex.errors import SettingsError
from symplex.expression import Vocabulary

_FORMAT = "symplex-policy-1"
_TRAINER, _MODEL, _GENERATOR = "trainer/", "model/", "generator"


def fingerprint(vocabulary: Vocabulary) -> str:
    """A digest that is the same for equal vocabularies and no others."""
    spelled = "\n".join(repr(token) for token in vocabulary.tokens)
    return hashlib.sha256(spelled.encode()).hexdigest()


def write_tensors(path: Path, tensors: Mapping[str, Tensor], notes: Mapping[str, str]) -> None:
    """Write tensors and notes; after a crash the old file or the new one is there, whole."""
    plain = {name: tensor.detach().contiguous() for name, tensor in tensors.items()}
    stamped = {**notes, "format": _FORMAT, "checksum": _checksum(plain, notes)}
    beside = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with beside.open("wb") as file:
            file.write(to_bytes(plain, metadata=stamped))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors and notes of a file; refuses one that is damaged."""
    if not path.is_file():
        raise SettingsError(f"{path}: expected a file of weights, found none")
    try:
        with safe_open(path, framework="pt") as file:
            notes = dict(file.metadata() or {})
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError) as reason:
        raise SettingsError(f"{path}: not a readable file of weights ({reason})") from reason
    if notes.pop("format", "") != _FORMAT:
        raise SettingsError(f"{path}: expected weights in the format {_FORMAT}")
    if notes.pop("checksum", "") != _checksum(tensors, notes):
        raise SettingsError(f"{path}: the file is damaged (its checksum differs); use another copy")
    return tensors, notes


def save(
    path: Path,
    model: nn.Module,
    vocabulary: Vocabulary,
    *,
    training: Mapping[str, Tensor] | None = None,
    generator: torch.Generator | None = None,
) -> None:
    """Save a policy's weights, and what it takes to train it on as if nothing had happened.

    Args:
        path: the file; it is replaced if it exists.
        model: the policy.
        vocabulary: what its tokens mean.
        training: the state of its optimiser, from `Trainer.tensors`.
        generator: the source of randomness.
    """
    tensors = {_MODEL + name: value for name, value in model.state_dict().items()}
    tensors |= {_TRAINER + name: value for name, value in (training or {}).items()}
    if generator is not None:
        tensors[_GENERATOR] = generator.get_state()
    sizes = json.dumps({name: list(value.shape) for name, value in sorted(tensors.items())})
    kind = f"{type(model).__name__} {getattr(model, 'settings', '')}"
    write_tensors(
        path, tensors, {"vocabulary": fingerprint(vocabulary), "model": kind, "sizes": sizes}
    )


def load(
    path: Path,
    model: nn.Module,
    vocabulary: Vocabulary,
    *,
    generator: torch.Generator | None = None,
) -> dict[str, Tensor]:
    """Fill a model, and a generator, with what was saved; returns the optimiser's state."""
    tensors, notes = read_tensors(path)
    if notes.get("vocabulary") != fingerprint(vocabulary):
        raise SettingsError(
            f"{path}: these weights were saved for another vocabulary; load them with the "
            f"vocabulary that they were trained with, not with these {len(vocabulary)} tokens"
        )
    kind = f"{type(model).__name__} {getattr(model, 'settings', '')}"
    if notes.get("model") != kind:
        raise SettingsError(
            f"{path}: expected weights of the model {kind}, found those of {notes.get('model')}"
        )
    model.load_state_dict(_part(tensors, _MODEL))
    if generator is not None:
        if _GENERATOR not in tensors:
            raise SettingsError(f"{path}: no state of a random generator was saved here")
        generator.set_state(tensors[_GENERATOR])
    return _part(tensors, _TRAINER)


def _part(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}


def _checksum(tensors: Mapping[str, Tensor], notes: Mapping[str, str]) -> str:
    digest = hashlib.sha256(json.dumps(sorted(notes.items())).encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().contiguous().reshape(-1)
        digest.update(memoryview(cast("bytes", flat.view(torch.uint8).numpy().data)))
    return digest.hexdigest()


def _sync_folder(folder: Path) -> None:
    """Make the rename itself survive a crash, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
