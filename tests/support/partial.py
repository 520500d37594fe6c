"""Problems in several variables for methods of the textbook, and the methods by name."""

from symplex.problem import Problem
from symplex.propose.textbook.catalogue import METHODS


def named(name):
    """The method of this name, with what it hands smaller problems to."""
    (found,) = [method for method in METHODS if method.name == name]
    return found


def cauchy(equation, *data, t=(0, 1), parameters=None, free=(), **space):
    """A problem for u with data such as ``u = x`` at the first time; space is x by default."""
    domain = {**(space or {"x": [-1, 1]}), "t": list(t)}
    conditions = [(f"t = {t[0]}", one) for one in data]
    return Problem([equation], domain, conditions, parameters=parameters, free=free)


def terminal(equation, data, t=(0, 1), parameters=None, **space):
    """A problem for u with data at the last time."""
    domain = {**space, "t": list(t)}
    return Problem([equation], domain, [(f"t = {t[1]}", data)], parameters=parameters)


def square(equation, left, right, bottom, top, parameters=None):
    """A problem on the unit square with a condition on each side."""
    places = ("x = 0", "x = 1", "y = 0", "y = 1")
    conditions = list(zip(places, (left, right, bottom, top), strict=True))
    return Problem([equation], {"x": [0, 1], "y": [0, 1]}, conditions, parameters=parameters)
