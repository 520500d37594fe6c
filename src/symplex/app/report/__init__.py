"""Reports: self-contained pages of HTML, one for a run with its certificate, one for a training.

Owns the pages. Each needs no network and no other file, and every text that came from a user is
escaped in one place. Drawing is `pictures`' work, and proving `proof`'s.
"""

from symplex.app.report.page import report_html as report_html
from symplex.app.report.training import training_html as training_html
