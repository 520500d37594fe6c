from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

OPERATIONS: tuple[str, ...]
MAX_CONSTANTS: int
MAX_ORDER: int
WIDTH: int
VECTOR_MATHS: bool

_Code = tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.float64]]

class Judge:
    def __init__(self, unknowns: int, tokens: _Code) -> None: ...
    def add_group(
        self,
        columns: NDArray[np.float64],
        derivatives: NDArray[np.uint32],
        residuals: Sequence[_Code],
        weights: Sequence[float],
        most_lanes: int,
    ) -> None: ...
    @property
    def rows(self) -> int: ...
    def fit(
        self,
        tokens: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        slots: NDArray[np.int64],
        method: tuple[int, int, int, float, float],
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
