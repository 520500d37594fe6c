"""The statement's own formulas: whole candidates, and building blocks for moves."""

from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.propose.candidates.statement_formulas import building_blocks, statement_formulas

PROBLEM = bundled("parametric-heat")


def test_data_are_candidates_and_their_parts_are_building_blocks():
    assert "sin(x)*cos(y)" in {to_text(formula) for formula in statement_formulas(PROBLEM)}
    blocks = building_blocks(PROBLEM)
    assert {"sin(x)", "cos(y)"} <= {to_text(block) for block in blocks}
    assert [block.size for block in blocks] == sorted(block.size for block in blocks)


def test_data_on_a_face_are_read_as_functions_of_the_variable_that_it_fixes():
    found = {to_text(formula) for formula in statement_formulas(bundled("poisson-exp"))}
    assert "exp(x) + exp(y)" in found


def test_the_negative_of_a_face_s_value_becomes_the_negative_of_its_variable():
    problem = Problem(
        ["u_xx + u_yy = 0"],
        {"x": [0, 2], "y": [0, 1]},
        [("x = 2", "u = exp(-2)*sin(y)"), ("x = 0", "u = 0*y + sin(y)")],
    )
    found = {to_text(formula) for formula in statement_formulas(problem)}
    assert {"exp(-2)*sin(y)", "exp(-x)*sin(y)", "0*y + sin(y)"} <= found
    assert "x*y + sin(y)" not in found


def test_zero_is_always_among_them():
    bare = Problem(["u_x + u_y = u"], {"x": [0, 1], "y": [0, 1]})
    assert [to_text(formula) for formula in statement_formulas(bare)] == ["0"]
    assert building_blocks(bare) == ()


def test_a_system_s_formulas_are_combined_in_every_way():
    pair = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)"), ("t = 0", "v = cos(x)")],
        unknowns=["u", "v"],
    )
    found = [tuple(map(to_text, formula.components)) for formula in statement_formulas(pair)]
    assert found[0] == ("sin(x)", "cos(x)")
    assert {("cos(x)", "sin(x)"), ("sin(x)", "0"), ("0", "0")} <= set(found)
    assert len(found) == len(set(found)) == 9
