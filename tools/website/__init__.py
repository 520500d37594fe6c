"""The documentation as a site: pages, notebooks, a gallery and the API, as plain HTML.

``python -m website TARGET`` with ``tools`` on the path, or ``make docs``. It needs no network and
nothing that SymPlex does not need: pages are read by markdown-it, which Rich brings along.
"""
