"""Inverse problems: the parameters of a closed form from measurements, and how sure they are.

Owns measurements, least squares on formulas, confidence intervals and sensitivities. Knows nothing
of how a formula was found or proved.
"""

from symplex.numerics.inverse.fit import Estimate as Estimate
from symplex.numerics.inverse.fit import Fitted as Fitted
from symplex.numerics.inverse.fit import Model as Model
from symplex.numerics.inverse.fit import fit as fit
from symplex.numerics.inverse.measurements import Measurements as Measurements
from symplex.numerics.inverse.measurements import read_columns as read_columns
from symplex.numerics.inverse.measurements import read_csv as read_csv
from symplex.numerics.inverse.sensitivity import sensitivity as sensitivity
