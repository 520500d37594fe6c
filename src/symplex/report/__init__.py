"""Reports: one self-contained page of HTML for a run: problem, answer, certificate, pictures.

Owns the page. It needs no network and no other file, and every text that came from a user is
escaped in one place. Drawing is `pictures`' work, and proving `proof`'s.
"""

from symplex.report.page import report_html as report_html
