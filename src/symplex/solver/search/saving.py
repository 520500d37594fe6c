"""The state of a run as bytes, and back: a continued run takes the course of an unbroken one.

Owns the format: a line with its name, a line with a checksum, then JSON in which bytes and floats
are base64. Reading runs no code and does not import torch: a policy stays bytes until it is needed.
"""

import hashlib
import json
import random
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch
from symplex.origin import Origin, Writer
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.tree_keys_reference import KEY_BYTES
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.memory import Remembered
from symplex.solver.search.scorer import GeneratorState
from symplex.solver.search.state import StageState, State

_FORMAT = b"symplex-state-5"
_BEFORE = b"symplex-state-4"
"""Read too: it had no counts by origin, and one byte for the origin of a proposal."""
_ORIGINS_BEFORE = (
    *(Writer.HINT, Writer.STATEMENT, Writer.EARLIER_STAGE, Writer.LIFT, Writer.ANSATZ),
    *(Writer.INSERTION, Writer.MOVE, Writer.POLICY, Writer.REGROWN, Writer.NEIGHBOUR),
)
Plain = dict[str, Any]
"""What JSON can hold."""


def save(state: State) -> bytes:
    """The state as bytes; equal states give equal bytes."""
    if not state.resumable:
        raise SettingsError(
            "a state in the middle of an epoch cannot be saved; save one that was kept "
            "between epochs"
        )
    body = json.dumps(_plain_state(state), separators=(",", ":")).encode()
    return b"\n".join((_FORMAT, _checksum(body), body))


def save_between_epochs(state: State, seconds: float) -> bytes:
    """The state of a search that was left between two epochs, after so many seconds."""
    state.seconds, state.resumable = seconds, True
    try:
        return save(state)
    finally:
        state.resumable = False


def restore(data: bytes, encoding: TreeEncoding) -> State:
    """The state that was saved, its trees in the encoding of the run that continues.

    Raises:
        SettingsError: if the bytes are something else, or are damaged.
    """
    name, _, rest = data.partition(b"\n")
    checksum, _, body = rest.partition(b"\n")
    if name not in (_FORMAT, _BEFORE):
        raise SettingsError(
            f"expected the saved state of a run in the format {_FORMAT.decode()}, found other bytes"
        )
    if checksum != _checksum(body):
        raise SettingsError("the saved state is damaged (its checksum differs); use another copy")
    try:
        return _state(json.loads(body), encoding)
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
        "at_stage": _plain_stage(state.at_stage),
        "stage": state.stage,
        "attempt": state.attempt,
        "epochs": state.epochs,
        "written": dict(sorted((writer.value, n) for writer, n in state.written.items())),
        "seconds": state.seconds,
        "tried": _plain_strings(sorted(state.tried)),
        "learner": None if learner is None else _plain_bytes(learner),
        "latest": _plain_candidates(state.latest),
        "front": _plain_candidates(state.front),
        "beside": None if state.beside is None else _plain_stage(state.beside),
    }


def _state(plain: Plain, encoding: TreeEncoding) -> State:
    version, inner, gauss = plain["rng"]
    rng = random.Random()
    rng.setstate((version, tuple(inner), gauss))
    learner = plain["learner"]
    return State(
        fingerprint=plain["fingerprint"],
        rng=rng,
        at_stage=_stage(plain["at_stage"], encoding),
        stage=int(plain["stage"]),
        attempt=int(plain["attempt"]),
        epochs=int(plain["epochs"]),
        written=_written(plain),
        seconds=float(plain["seconds"]),
        tried=set(_strings(plain["tried"])),
        learner=None if learner is None else _bytes(learner),
        latest=_candidates(plain["latest"], encoding),
        front=_candidates(plain["front"], encoding),
        beside=None if plain["beside"] is None else _stage(plain["beside"], encoding),
    )


def _written(plain: Plain) -> Counter[Writer]:
    counts = plain.get("written", {Writer.UNRECORDED.value: plain.get("candidates")})
    return Counter({Writer(writer): int(count) for writer, count in counts.items()})


def _plain_stage(stage: StageState) -> Plain:
    proposals = stage.proposals
    return {
        "first_draw": stage.first_draw,
        "latest_draw": stage.latest_draw,
        "memory": _plain_memory(stage.memory),
        "keys": _plain_bytes(stage.losses.keys.tobytes()),
        "losses": _plain_floats(stage.losses.losses),
        "proposals": None if proposals is None else _plain_proposals(proposals),
        "rejected": _plain_strings(sorted(stage.rejected)),
        "opened": stage.opened,
        "epoch": stage.epoch,
        "idle": stage.idle,
    }


def _stage(plain: Plain, encoding: TreeEncoding) -> StageState:
    proposals = plain["proposals"]
    keys = np.frombuffer(_bytes(plain["keys"]), dtype=np.uint8).reshape(-1, KEY_BYTES)
    return StageState(
        first_draw=_draw(plain["first_draw"]),
        latest_draw=_draw(plain["latest_draw"]),
        memory=_memory(plain["memory"], encoding),
        losses=LossTable.of(keys, _floats(plain["losses"])),
        proposals=None if proposals is None else _proposals(proposals, encoding),
        rejected=set(_strings(plain["rejected"])),
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


def _memory(plain: Plain, encoding: TreeEncoding) -> Remembered:
    behaviours = map(_floats, plain["behaviours"])
    return Remembered(
        protected=_candidates(plain["protected"], encoding),
        best=list(zip(_candidates(plain["best"], encoding), behaviours, strict=True)),
        front={candidate.size: candidate for candidate in _candidates(plain["front"], encoding)},
    )


def _plain_candidates(candidates: Sequence[Candidate]) -> Plain:
    return {
        "trees": _plain_trees([candidate.tree for candidate in candidates]),
        "losses": _plain_floats([candidate.loss for candidate in candidates]),
        "origins": [str(candidate.origin) for candidate in candidates],
    }


def _candidates(plain: Plain, encoding: TreeEncoding) -> tuple[Candidate, ...]:
    losses = _floats(plain["losses"]).tolist()
    parts = zip(_trees(plain["trees"], encoding), losses, plain["origins"], strict=True)
    return tuple(Candidate(tree, loss, Origin.read(origin)) for tree, loss, origin in parts)


def _plain_proposals(proposals: ProposalBatch) -> Plain:
    trees = proposals.trees
    return {
        "tokens": _plain_bytes(trees.tokens.tokens.tobytes()),
        "offsets": _plain_bytes(trees.tokens.offsets.astype("<i8").tobytes()),
        "constants": _plain_floats(trees.constants),
        "slots": _plain_bytes(trees.slots.astype("<i8").tobytes()),
        "origins": [str(origin) for origin in proposals.origins],
        "rows": _plain_bytes(proposals.rows.astype("<u2").tobytes()),
    }


def _proposals(plain: Plain, encoding: TreeEncoding) -> ProposalBatch:
    ids = np.frombuffer(_bytes(plain["tokens"]), dtype=np.uint8)
    offsets, slots = (np.frombuffer(_bytes(plain[k]), dtype="<i8") for k in ("offsets", "slots"))
    trees = TreeBatch(TokenBatch(ids, offsets), _floats(plain["constants"]), slots)
    origins, rows = _origins(plain)
    if len(rows) != len(trees) or len(slots) != len(offsets):
        raise ValueError("proposals that lack origins or constants")
    if any(rows >= len(origins)) or slots[-1] != len(trees.constants):
        raise ValueError("proposals of an unknown origin, or constants that belong to none")
    return ProposalBatch(trees, origins, rows, encoding)


def _origins(plain: Plain) -> tuple[tuple[Origin, ...], NDArray[np.uint16]]:
    """Where proposals come from, and the position of each one's origin among these."""
    held = plain.get("rows")
    if held is not None:
        return tuple(map(Origin.read, plain["origins"])), np.frombuffer(_bytes(held), dtype="<u2")
    rows = np.frombuffer(_bytes(plain["origins"]), dtype=np.uint8).astype(np.uint16)
    return tuple(map(Origin, _ORIGINS_BEFORE)), rows


def _plain_trees(trees: Sequence[EncodedTree]) -> Plain:
    return {
        "ids": _plain_strings([tree.ids for tree in trees]),
        "slots": [len(tree.constants) for tree in trees],
        "constants": _plain_floats([value for tree in trees for value in tree.constants]),
    }


def _trees(plain: Plain, encoding: TreeEncoding) -> list[EncodedTree]:
    values = _floats(plain["constants"]).tolist()
    cuts = pairwise(accumulate(plain["slots"], initial=0))
    parts = zip(_strings(plain["ids"]), cuts, strict=True)
    return [EncodedTree(ids, tuple(values[start:end]), encoding) for ids, (start, end) in parts]


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


def _draw(plain: Plain) -> GeneratorState:
    """Where a generator was, if NumPy accepts it as that."""
    generator = np.random.default_rng(0)
    generator.bit_generator.state = plain
    return dict(generator.bit_generator.state)
