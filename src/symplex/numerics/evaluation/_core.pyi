from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

OPERATIONS: tuple[str, ...]
MAX_CONSTANTS: int
MAX_ORDER: int
WIDTH: int
VECTOR_MATHS: bool

_Code = tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.float64]]

class FitMethod:
    @staticmethod
    def fixed() -> FitMethod: ...
    @staticmethod
    def levenberg_marquardt(*, starts: int, steps: int, first_points: int = 0) -> FitMethod: ...
    @staticmethod
    def adam(*, steps: int, rate: float) -> FitMethod: ...

class CompiledObjective:
    def __init__(self, unknowns: int, tokens: _Code) -> None: ...
    def add_group(
        self,
        columns: NDArray[np.float64],
        derivatives: NDArray[np.uint32],
        residuals: Sequence[_Code],
        weights: Sequence[float],
        max_lanes: int,
    ) -> None: ...
    @property
    def rows(self) -> int: ...
    def fit(
        self,
        tokens: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        slots: NDArray[np.int64],
        method: FitMethod,
        loss_cutoff: float,
        seed: int,
        threads: int,
        constants: NDArray[np.float64],
        losses: NDArray[np.float64],
        statuses: NDArray[np.uint8],
    ) -> None: ...
    def residuals(
        self,
        tokens: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        slots: NDArray[np.int64],
        constants: NDArray[np.float64],
        layers: int,
        threads: int,
        to: NDArray[np.float64],
        statuses: NDArray[np.uint8],
    ) -> None: ...

MAX_NODES: int
MAX_ATTEMPTS: int

_Batch = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64]]

class TreeTable:
    def __init__(self, arities: bytes, commutative: bytes, constant: int) -> None: ...
    def keys(
        self, tokens: NDArray[np.uint8], offsets: NDArray[np.int64], threads: int = 1
    ) -> NDArray[np.uint8]: ...

class LossTable:
    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def find(self, keys: NDArray[np.uint8]) -> NDArray[np.float64]: ...
    def fresh(self, keys: NDArray[np.uint8]) -> NDArray[np.int64]: ...
    def record(self, keys: NDArray[np.uint8], losses: NDArray[np.float64]) -> None: ...
    def keys(self) -> NDArray[np.uint8]: ...
    def losses(self) -> NDArray[np.float64]: ...

class Alphabet:
    def __init__(
        self,
        *,
        leaves: bytes,
        unary: bytes,
        binary: bytes,
        plus: int | None,
        times: int | None,
        root: int | None,
    ) -> None: ...

class Mutator:
    def __init__(
        self, table: TreeTable, alphabet: Alphabet, blocks: _Batch, max_length: int
    ) -> None: ...
    def propose(
        self, parents: _Batch, count: int, seed: int, sequence: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64], NDArray[np.uint8]]: ...
