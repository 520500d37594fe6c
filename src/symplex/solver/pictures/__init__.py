"""Pictures: an answer, what is left over of it, the course of a run and the front, drawn.

Owns drawing alone: which sections are worth seeing, points placed at kinks and jumps, figures.
Needs matplotlib (``pip install 'symplex[plot]'``); knows nothing of searches, proofs and screens.
Nobody imports it before a picture is wanted.
"""

from importlib.util import find_spec

from symplex.errors import SettingsError

if find_spec("matplotlib") is None:
    raise SettingsError(
        "pictures need matplotlib, which is not installed; 'pip install symplex[plot]' installs it"
    )

from symplex.solver.pictures.answer import Answer as Answer
from symplex.solver.pictures.check import check_figure as check_figure
from symplex.solver.pictures.check import numerical_solution as numerical_solution
from symplex.solver.pictures.course import course_figure as course_figure
from symplex.solver.pictures.course import tells_losses as tells_losses
from symplex.solver.pictures.figure import Picture as Picture
from symplex.solver.pictures.figure import Theme as Theme
from symplex.solver.pictures.front import front_figure as front_figure
from symplex.solver.pictures.residuals import residual_figure as residual_figure
from symplex.solver.pictures.solution import solution_figure as solution_figure
from symplex.solver.pictures.training import Attention as Attention
from symplex.solver.pictures.training import attention_figure as attention_figure
from symplex.solver.pictures.training import learning_figure as learning_figure
