"""What `symplex bench` measures: a module for each, with `configure(parser)` and `run(options)`.

Modules whose names begin with an underscore are shared by the benches.
"""
