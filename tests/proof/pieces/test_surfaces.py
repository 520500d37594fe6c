"""The surfaces where pieces meet."""

import pytest

from symplex.budget import Undecided
from symplex.expression import apply, tuple_of
from symplex.proof.pieces.cut import cut
from symplex.proof.pieces.surfaces import interfaces, surfaces


def test_a_surface_is_a_graph_over_the_other_variables(read, context):
    (surface,) = surfaces(read("x - y/2"), context)
    assert surface.variable == "x"
    assert set(surface.context.box.ends) == {"y", "t"}
    assert context.normaliser.is_zero(surface.on(read("x - y/2")))
    assert surface.half_spaces == ()


def test_a_surface_that_leaves_the_box_is_bounded(read, context):
    (surface,) = surfaces(read("x - 2*y"), context)
    assert len(surface.half_spaces) == 2


def test_time_is_the_last_variable_to_solve_for(read, context):
    (surface,) = surfaces(read("t - y"), context)
    assert surface.variable == "y"


def test_a_square_has_two_surfaces(read, context):
    found = surfaces(read("x^2 - (t + 1)/4"), context)
    assert len(found) == 2
    assert all(context.normaliser.is_zero(one.on(read("x^2 - (t + 1)/4"))) for one in found)


def test_what_is_no_graph_is_undecided(read, context):
    with pytest.raises(Undecided, match="is not a graph over the other variables"):
        surfaces(read("sin(x) + x*y + y^3"), context)


def system(text, read):
    return apply(tuple_of(1), read(text))


def test_two_pieces_meet_once(read, context):
    (interface,) = interfaces(cut(system("abs(x - t)", read), context), context)
    assert interface.where == "x - t = 0"
    assert interface.above.formula != interface.below.formula


def test_pieces_that_are_the_same_do_not_meet(read, context):
    pieces = cut(system("x + 0*abs(x)", read), context)
    assert interfaces(pieces, context) == []


def test_pieces_that_share_an_edge_do_not_meet(read, context):
    pieces = cut(system("abs(x) + abs(y)", read), context)
    assert len(pieces) == 4
    assert len(interfaces(pieces, context)) == 4  # of six pairs
