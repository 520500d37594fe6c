"""Weights as bytes and on disk: safetensors with a checksum, written whole or not at all.

Owns the format and what is checked when it is read: that no bit has changed since it was written,
and that the vocabulary and the size of the model are the same. Loading runs no code.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import torch
from safetensors import SafetensorError
from safetensors.torch import load as from_bytes
from safetensors.torch import save as to_bytes
from torch import Tensor, nn

from symplex.errors import SettingsError
from symplex.expression.vocabulary import Vocabulary

_FORMAT = "symplex-policy-1"
_TRAINER, _MODEL, _GENERATOR = "trainer", "model", "generator"
"""The sections of a file; a tensor is named ``section/name``."""
_STAMP = "symplex"
SOURCE = "the saved policy"
"""What weights that come from no file are called."""


def fingerprint(vocabulary: Vocabulary) -> str:
    """A digest that is the same for equal vocabularies and no others."""
    spelled = "\n".join(repr(token) for token in vocabulary.tokens)
    return hashlib.sha256(spelled.encode()).hexdigest()


def pack_tensors(tensors: Mapping[str, Tensor], notes: Mapping[str, str]) -> bytes:
    """Tensors and notes as bytes; equal ones give equal bytes."""
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    stamp = {"format": _FORMAT, "checksum": _checksum(plain, notes), "notes": dict(notes)}
    # In one entry, because safetensors writes several in any order.
    return to_bytes(plain, metadata={_STAMP: json.dumps(stamp, sort_keys=True)})


def unpack_tensors(data: bytes, source: str = SOURCE) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors and notes that were packed; refuses bytes that are damaged.

    Args:
        data: What `pack_tensors` gave.
        source: What an error calls the bytes.
    """
    try:
        tensors, stamp = from_bytes(data), _stamp(data)
        checksum, notes = str(stamp["checksum"]), {k: str(v) for k, v in stamp["notes"].items()}
    except (SafetensorError, ValueError, LookupError, TypeError, AttributeError) as reason:
        raise SettingsError(f"{source}: expected weights, found other bytes ({reason})") from reason
    if stamp.get("format") != _FORMAT:
        raise SettingsError(f"{source}: expected weights in the format {_FORMAT}")
    if checksum != _checksum(tensors, notes):
        raise SettingsError(f"{source}: the weights are damaged (a checksum differs)")
    return tensors, notes


def write_tensors(path: Path, tensors: Mapping[str, Tensor], notes: Mapping[str, str]) -> None:
    """Write tensors and notes to a file; one that exists is replaced."""
    _write(path, pack_tensors(tensors, notes))


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors and notes of a file; refuses one that is damaged."""
    return unpack_tensors(_read(path), str(path))


def pack(
    model: nn.Module,
    vocabulary: Vocabulary,
    *,
    training: Mapping[str, Tensor] | None = None,
    generator: torch.Generator | None = None,
) -> bytes:
    """A policy's weights, with everything needed to resume its training.

    Args:
        model: the policy.
        vocabulary: what its tokens mean.
        training: the state of its optimiser, from `Trainer.tensors`.
        generator: the source of randomness.
    """
    tensors = {f"{_MODEL}/{name}": value for name, value in model.state_dict().items()}
    tensors |= {f"{_TRAINER}/{name}": value for name, value in (training or {}).items()}
    if generator is not None:
        tensors[_GENERATOR] = generator.get_state()
    sizes = json.dumps({name: list(value.shape) for name, value in sorted(tensors.items())})
    notes = {"vocabulary": fingerprint(vocabulary), "model": _kind(model), "sizes": sizes}
    return pack_tensors(tensors, notes)


def unpack(
    data: bytes,
    model: nn.Module,
    vocabulary: Vocabulary,
    *,
    generator: torch.Generator | None = None,
    source: str = SOURCE,
) -> dict[str, Tensor]:
    """Fill a model, and a generator, with what was packed; returns the optimiser's state."""
    tensors, notes = unpack_tensors(data, source)
    if notes.get("vocabulary") != fingerprint(vocabulary):
        raise SettingsError(
            f"{source}: these weights were saved for another vocabulary; load them with the "
            f"vocabulary that they were trained with, not with these {len(vocabulary)} tokens"
        )
    if notes.get("model") != _kind(model):
        raise SettingsError(
            f"{source}: expected weights of the model {_kind(model)}, "
            f"found those of {notes.get('model')}"
        )
    model.load_state_dict(_part(tensors, _MODEL))
    if generator is not None:
        if _GENERATOR not in tensors:
            raise SettingsError(f"{source}: no state of a random generator was saved here")
        generator.set_state(tensors[_GENERATOR])
    return _part(tensors, _TRAINER)


def save(
    path: Path,
    model: nn.Module,
    vocabulary: Vocabulary,
    *,
    training: Mapping[str, Tensor] | None = None,
    generator: torch.Generator | None = None,
) -> None:
    """Write what `pack` gives to a file; one that exists is replaced."""
    _write(path, pack(model, vocabulary, training=training, generator=generator))


def load(
    path: Path,
    model: nn.Module,
    vocabulary: Vocabulary,
    *,
    generator: torch.Generator | None = None,
) -> dict[str, Tensor]:
    """Fill a model, and a generator, with what was saved; returns the optimiser's state."""
    return unpack(_read(path), model, vocabulary, generator=generator, source=str(path))


def _kind(model: nn.Module) -> str:
    return f"{type(model).__name__} {getattr(model, 'settings', '')}"


def _stamp(data: bytes) -> dict[str, Any]:
    """What `pack_tensors` noted in the header: a length in 8 bytes, then JSON."""
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return json.loads(header["__metadata__"][_STAMP])


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise SettingsError(f"{path}: expected a file of weights, found none")
    try:
        return path.read_bytes()
    except OSError as reason:
        raise SettingsError(f"{path}: the weights cannot be read ({reason})") from reason


def _write(path: Path, data: bytes) -> None:
    """After a crash the old file or the new one is there, whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _part(tensors: Mapping[str, Tensor], section: str) -> dict[str, Tensor]:
    found: dict[str, Tensor] = {}
    for full, tensor in tensors.items():
        head, _, name = full.partition("/")
        if head == section:
            found[name] = tensor
    return found


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
