"""Bundled problem files: statements only, no answers."""
