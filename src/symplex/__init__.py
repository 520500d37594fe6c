"""SymPlex: closed-form solutions of partial differential equations, found by search and proved."""
