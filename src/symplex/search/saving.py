"""The state of a run as bytes, and back: a run continued from them goes on as if never stopped.

Owns the format: a line with its name, a line with a checksum, then JSON in which bytes and floats
are base64. Reading runs no code and does not import torch: a policy stays bytes until it is needed.
"""

import hashlib
import json
import random
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError
from symplex.search.candidate import Candidate, Sprout
from symplex.search.memory import Remembered
from symplex.search.state import StageState, State

_FORMAT = b"symplex-state-1"
Plain = dict[str, Any]
"""What JSON can hold."""


def save(state: State) -> bytes:
    """The state as bytes; equal states give equal bytes."""
    if not state.whole:
        raise SettingsError(
            "a state in the middle of an epoch cannot be saved; save one that `Run.keep` was given"
        )
    body = json.dumps(_plain_state(state), separators=(",", ":")).encode()
    return b"\n".join((_FORMAT, _checksum(body), body))


def restore(data: bytes) -> State:
    """The state that was saved.

    Raises:
        SettingsError: if the bytes are something else, or are damaged.
    """
    name, _, rest = data.partition(b"\n")
    checksum, _, body = rest.partition(b"\n")
    if name != _FORMAT:
        raise SettingsError(
            f"expected the saved state of a run in the format {_FORMAT.decode()}, found other bytes"
        )
    if checksum != _checksum(body):
        raise SettingsError("the saved state is damaged (its checksum differs); use another copy")
    try:
        return _state(json.loads(body))
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as e:
        raise SettingsError(f"the saved state was not written by SymPlex ({e!r})") from e


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def _plain_state(state: State) -> Plain:
    learner = state.learner
    if learner is not None and not isinstance(learner, bytes):
        learner = learner.save()
    return {
        "fingerprint": state.fingerprint,
        "rng": state.rng.getstate(),
        "points": state.points.bit_generator.state,
        "visit": _plain_visit(state.visit),
        "stage": state.stage,
        "attempt": state.attempt,
        "candidates": state.candidates,
        "seconds": state.seconds,
        "tried": _plain_strings(sorted(state.tried)),
        "learner": None if learner is None else _plain_bytes(learner),
        "latest": _plain_candidates(state.latest),
        "front": _plain_candidates(state.front),
    }


def _state(plain: Plain) -> State:
    version, inner, gauss = plain["rng"]
    rng = random.Random()
    rng.setstate((version, tuple(inner), gauss))
    learner = plain["learner"]
    return State(
        fingerprint=plain["fingerprint"],
        rng=rng,
        points=_generator(plain["points"]),
        visit=_visit(plain["visit"]),
        stage=int(plain["stage"]),
        attempt=int(plain["attempt"]),
        candidates=int(plain["candidates"]),
        seconds=float(plain["seconds"]),
        tried=set(_strings(plain["tried"])),
        learner=None if learner is None else _bytes(learner),
        latest=_candidates(plain["latest"]),
        front=_candidates(plain["front"]),
    )


def _plain_visit(visit: StageState) -> Plain:
    proposals = visit.proposals
    return {
        "first_draw": visit.first_draw,
        "latest_draw": visit.latest_draw,
        "memory": _plain_memory(visit.memory),
        "skeletons": _plain_strings(list(visit.losses)),
        "losses": _plain_floats(list(visit.losses.values())),
        "origins": None if proposals is None else [origin for origin, _ in proposals],
        "proposals": _plain_sprouts([sprout for _, sprout in proposals or ()]),
        "opened": visit.opened,
        "epoch": visit.epoch,
        "idle": visit.idle,
    }


def _visit(plain: Plain) -> StageState:
    losses = _floats(plain["losses"]).tolist()
    origins, sprouts = plain["origins"], _sprouts(plain["proposals"])
    return StageState(
        first_draw=_generator(plain["first_draw"]).bit_generator.state,
        latest_draw=_generator(plain["latest_draw"]).bit_generator.state,
        memory=_memory(plain["memory"]),
        losses=dict(zip(_strings(plain["skeletons"]), losses, strict=True)),
        proposals=None if origins is None else list(zip(origins, sprouts, strict=True)),
        opened=int(plain["opened"]),
        epoch=int(plain["epoch"]),
        idle=int(plain["idle"]),
    )


def _plain_memory(held: Remembered) -> Plain:
    return {
        "protected": _plain_candidates(held.protected),
        "best": _plain_candidates([candidate for candidate, _ in held.best]),
        "behaviours": [_plain_floats(values) for _, values in held.best],
        "front": _plain_candidates(list(held.front.values())),
    }


def _memory(plain: Plain) -> Remembered:
    behaviours = map(_floats, plain["behaviours"])
    return Remembered(
        protected=_candidates(plain["protected"]),
        best=list(zip(_candidates(plain["best"]), behaviours, strict=True)),
        front={candidate.size: candidate for candidate in _candidates(plain["front"])},
    )


def _plain_candidates(candidates: Sequence[Candidate]) -> Plain:
    return {
        "sprouts": _plain_sprouts([candidate.sprout for candidate in candidates]),
        "losses": _plain_floats([candidate.loss for candidate in candidates]),
        "origins": [candidate.origin for candidate in candidates],
    }


def _candidates(plain: Plain) -> tuple[Candidate, ...]:
    losses = _floats(plain["losses"]).tolist()
    parts = zip(_sprouts(plain["sprouts"]), losses, plain["origins"], strict=True)
    return tuple(Candidate(sprout, loss, origin) for sprout, loss, origin in parts)


def _plain_sprouts(sprouts: Sequence[Sprout]) -> Plain:
    values = [value for sprout in sprouts for value in sprout.values]
    return {"ids": _plain_strings([s.ids for s in sprouts]), "values": _plain_floats(values)}


def _sprouts(plain: Plain) -> list[Sprout]:
    values = _floats(plain["values"]).tolist()
    places = pairwise(accumulate(plain["ids"]["lengths"], initial=0))
    parts = zip(_strings(plain["ids"]), places, strict=True)
    return [Sprout(ids, tuple(values[start:end])) for ids, (start, end) in parts]


def _plain_strings(strings: Sequence[bytes]) -> Plain:
    """Joined, with their lengths: there may be a hundred thousand of them."""
    return {
        "lengths": [len(string) for string in strings],
        "joined": _plain_bytes(b"".join(strings)),
    }


def _strings(plain: Plain) -> Iterator[bytes]:
    joined = _bytes(plain["joined"])
    ends = accumulate(plain["lengths"], initial=0)
    return (joined[start:end] for start, end in pairwise(ends))


def _plain_floats(values: Sequence[float] | NDArray[np.float64]) -> str:
    return _plain_bytes(np.asarray(values, dtype="<f8").tobytes())


def _floats(plain: str) -> NDArray[np.float64]:
    return np.frombuffer(_bytes(plain), dtype="<f8")


def _plain_bytes(data: bytes) -> str:
    return b64encode(data).decode()


def _bytes(plain: str) -> bytes:
    return b64decode(plain, validate=True)


def _generator(plain: Plain) -> np.random.Generator:
    generator = np.random.default_rng(0)
    generator.bit_generator.state = plain
    return generator
