"""`export`: formulas to a target."""

from types import MappingProxyType
from typing import Final

from symplex.notation.export.compiled_sources import c_source, fortran_source
from symplex.notation.export.formulas import Formulas
from symplex.notation.export.other_sources import julia_source, mathematica_source, matlab_source
from symplex.notation.export.plain_texts import as_json, latex, text
from symplex.notation.export.python_sources import (
    jax_source,
    numpy_source,
    pytorch_source,
    sympy_source,
)
from symplex.notation.export.targets import Target

_WRITERS: Final = MappingProxyType(
    {
        **{Target.TEXT: text, Target.LATEX: latex, Target.JSON: as_json},
        **{Target.NUMPY: numpy_source, Target.PYTORCH: pytorch_source, Target.JAX: jax_source},
        **{Target.SYMPY: sympy_source, Target.C: c_source, Target.FORTRAN: fortran_source},
        **{Target.JULIA: julia_source, Target.MATLAB: matlab_source},
        Target.MATHEMATICA: mathematica_source,
    }
)


def export(given: Formulas, target: Target) -> str:
    """The content of a file that holds the formulas for a target."""
    return _WRITERS[target](given)
