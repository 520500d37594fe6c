"""How good a formula is: residuals, losses and fitted constants, for many candidates at once.

Owns points, objectives, derivatives at points and the fit of constants, on a compiled core or on a
slower fallback. Knows nothing of where candidates come from.
"""

from symplex.evaluation.evaluator import Device as Device
from symplex.evaluation.evaluator import Engine as Engine
from symplex.evaluation.evaluator import Evaluator as Evaluator
from symplex.evaluation.evaluator import device_of as device_of
from symplex.evaluation.evaluator import engine as engine
from symplex.evaluation.evaluator import evaluator as evaluator
from symplex.evaluation.evaluator import evaluator_on as evaluator_on
from symplex.evaluation.evaluator import require_device as require_device
from symplex.evaluation.fit import Adam as Adam
from symplex.evaluation.fit import Fit as Fit
from symplex.evaluation.fit import FitStatus as FitStatus
from symplex.evaluation.fit import Fixed as Fixed
from symplex.evaluation.fit import LevenbergMarquardt as LevenbergMarquardt
from symplex.evaluation.fit import Method as Method
from symplex.evaluation.objective import Objective as Objective
from symplex.evaluation.objective import PointSet as PointSet
from symplex.evaluation.objective import Term as Term
from symplex.evaluation.sampling import Loss as Loss
from symplex.evaluation.sampling import Sampling as Sampling
from symplex.evaluation.sampling import draw as draw
