"""The pages of the documentation site that are made: a gallery, notebooks, the API.

MkDocs with the Material theme makes the site (``mkdocs.yml``, ``make docs``): it brings search, a
menu for phones, dark and light, and an API reference from docstrings. `pages` is its hook.
"""
