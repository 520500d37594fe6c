"""What `symplex bench` can measure: a module each, with `configure(parser)` and `run(options)`.

Modules whose name begins with an underscore are shared by the others and are no benches.
"""
