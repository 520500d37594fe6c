"""A hundred answers as textbooks print them, and what a solver might print instead."""
