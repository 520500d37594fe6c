"""What a notebook shows of a search while it runs.

Owns the live view, as HTML where there is a notebook and as lines of text elsewhere. It decides
nothing: a search with it takes the same course as one without.
"""

from symplex.app.notebook.live import LiveView as LiveView
