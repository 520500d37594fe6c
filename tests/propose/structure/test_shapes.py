"""The list of shapes: every one is a formula with constants of its own."""

from symplex.propose.structure.shapes import PLACE, SHAPES, Shapes


def test_every_shape_is_written_once():
    texts = [text for group in SHAPES for text in group]
    assert len(set(texts)) == len(texts)


def test_every_c_is_a_slot_of_its_own():
    for texts, formulas in zip(SHAPES, Shapes().groups, strict=True):
        for text, formula in zip(texts, formulas, strict=True):
            # "cos" and "cosh" begin with a c that is no constant.
            letters = text.replace("cos", "").count("c")
            assert len(formula.constants) == letters
            assert formula.symbols <= {PLACE}
