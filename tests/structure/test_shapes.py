"""The list of shapes: every one is a formula with constants of its own."""

from symplex.structure.shapes import SHAPES, shapes_of


def test_every_shape_is_written_once():
    texts = [text for group in SHAPES for text in group]
    assert len(set(texts)) == len(texts)


def test_every_c_is_a_slot_of_its_own():
    for group, texts in enumerate(SHAPES):
        for text, formula in zip(texts, shapes_of(group, "y"), strict=True):
            # "cos" and "cosh" begin with a c that is no constant.
            letters = text.replace("cos", "").count("c")
            assert len(formula.constants) == letters
            assert formula.symbols <= {"y"}
