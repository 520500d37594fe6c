"""Mistakes in a statement, and where they are in its text."""

import tomllib

import pytest

from support.served import HEAT
from symplex.notation.mistakes import read
from symplex.notation.problem_files import bundled_names, problem_file
from symplex.notation.toml_places import places

# Every mistake of a text, each with a sentence of the one reader, each where it is.


def marked(text, most=50):
    return [(text[m.start : m.end], m.sentence) for m in read(text, most).mistakes]


def test_a_good_text_is_a_problem():
    reading = read(HEAT, 50)
    assert reading.problem is not None
    assert reading.problem.name == "heat"
    assert reading.mistakes == ()


@pytest.mark.parametrize("name", bundled_names(""))
def test_bundled_problems_have_no_mistakes(name):
    assert read(problem_file(name).data.decode(), 50).problem is not None


def test_several_mistakes_are_found_at_once_in_the_order_of_the_text():
    text = """label = "x"
equations = ["u_t = kapa*u_xx", "u_z = 0", "u = u"]
[domain]
x = [1, 0]
t = [0, 1]
[[conditions]]
where = "q = 0"
equation = "u = sn(x)"
[[conditions]]
where = "t = 0"
equation = "u = 1"
[[conditions]]
where = "t = 0"
equation = "u = 1"
"""
    found = marked(text)
    assert [word for word, _ in found] == [
        '"x"',
        "kapa",
        "u_z",
        "[1, 0]",
        '"q = 0"',
        "sn",
        "[[conditions]]",
    ]
    assert found[0][1].startswith("unknown key 'label'")
    assert "is reversed" in found[3][1]
    # The number is that of the text, although another condition was taken out before.
    assert found[6][1] == "the same condition stands at conditions[1] already"


def test_mistakes_in_what_is_declared_are_found_beside_others():
    text = """time = "q"
free = ["x", "y", "t = 0", "t = 5"]
open = ["z = 0", "x = 1", "t = 0"]
equations = ["u_t = u_xx"]
[domain]
x = [0, 1]
z = [1, 0]
t = [0, 1]
[[conditions]]
where = "p = 0"
equation = "u = 1"
[[conditions]]
where = "t = 0"
equation = "u = 1"
"""
    found = marked(text)
    assert [word for word, _ in found] == [
        *('"q"', '"y"', '"t = 0"', '"t = 5"', '"x = 1"', '"t = 0"'),
        *("[1, 0]", '"p = 0"'),
    ]
    # The numbers are those of the text, although other entries were taken out before.
    assert "(conditions[1])" in found[2][1]
    assert found[4][1] == "x = 1 cannot be both free (at free[0]) and open; declare it once"
    (mistake,) = marked(text.partition("\n")[2].replace('["x", "y", "t = 0", "t = 5"]', "3"))[:1]
    assert mistake == ("3", 'expected a list of ends, such as ["x", "r = 0"], found the number 3')


def test_what_is_right_can_be_rendered_beside_a_mistake():
    text = HEAT.replace('["u_t = u_xx"]', '["u_t = u_xx", "u_q = 0"]')
    reading = read(text, 50)
    assert reading.problem is None
    assert [equation.text for equation in reading.rest.equations] == ["u_t = u_xx"]
    assert len(reading.rest.conditions) == 1


def test_lines_and_columns_count_from_one():
    (mistake,) = read(HEAT.replace("u_xx", "v_xx"), 50).mistakes
    assert (mistake.line, mistake.column) == (2, 21)


def test_places_count_as_javascript_does():
    text = '# 𝛼𝛽\nname = "é"\n' + HEAT.partition("\n")[2].replace("u_xx", "kapa*u_xx")
    (mistake,) = read(text, 50).mistakes
    units = text.encode("utf-16-le")
    assert units[2 * mistake.start : 2 * mistake.end].decode("utf-16-le") == "kapa"
    assert mistake.line == 3


def test_a_mistake_of_form_is_marked_where_the_reader_stopped():
    (mistake,) = read('equations = ["u_t = u_xx"\n[domain]\n', 50).mistakes
    assert "is not TOML" in mistake.sentence
    assert mistake.line == 2


def test_a_missing_table_is_said_at_the_end():
    text = 'equations = ["u_t = u_xx"]\n'
    (mistake,) = read(text, 50).mistakes
    assert mistake.sentence.startswith("missing key 'domain'")
    assert mistake.start == len(text)


@pytest.mark.parametrize(
    "change",
    [
        ("u_t = u_xx", "9**9**9 = u"),
        ('"2*pi"', '"inf"'),
        ("x = [", "sin = ["),
        ("t = 0", "t = 5"),
        ('name = "heat"', "name = 3"),
        ('name = "heat"', 'unknowns = ["pi"]'),
        ('equation = "u = sin(x)"', ""),
        ("[domain]", "[domain]\nx_ = 3\ny = []"),
    ],
)
def test_each_mistake_has_a_sentence_and_a_place_in_the_text(change):
    text = HEAT.replace(*change)
    mistakes = read(text, 50).mistakes
    assert mistakes
    assert all(m.sentence and 0 <= m.start <= m.end <= len(text) for m in mistakes)


def test_no_more_mistakes_are_looked_for_than_asked():
    text = HEAT.replace('["u_t = u_xx"]', str([f"q{i} = 0" for i in range(30)]))
    assert len(read(text, 5).mistakes) == 5


def test_what_is_undefined_is_found_where_nothing_else_is_wrong():
    text = HEAT.replace("sin(x)", "sqrt(x - 2)")
    ((word, sentence),) = marked(text)
    assert "sqrt(x - 2)" in word
    assert "is undefined at x = " in sentence
    ((word, _),) = marked(text.replace("u_xx", "u_qq"))
    assert word == "u_qq"


# Where entries stand: the text at each place is the entry.

TEXT = '''name = "a # no comment"  # a comment
equations = [
  "u_t = u_xx", # the first
  'v = "1"',
]
[domain]
"x" = [0, "2*pi"]
t.low = 1
[[conditions]]
where = """x = 0"""
equation = "u = \\"q\\""
[[conditions]]
where = 'x = 1'
'''


def test_each_entry_has_its_place():
    found = {key: TEXT[place.start : place.end] for key, place in places(TEXT).items()}
    assert found["name"] == '"a # no comment"'
    assert found["equations[0]"] == '"u_t = u_xx"'
    assert found["equations[1]"] == "'v = \"1\"'"
    assert found["domain"] == "[domain]"
    assert found["domain.x"] == '[0, "2*pi"]'
    assert found["domain.x[0]"] == "0"
    assert found["domain.t.low"] == "1"
    assert found["conditions[0]"] == "[[conditions]]"
    assert found["conditions[0].where"] == '"""x = 0"""'
    assert found["conditions[0].equation"] == '"u = \\"q\\""'
    assert found["conditions[1].where"] == "'x = 1'"


def test_the_content_of_a_text_begins_after_its_quotes():
    found = places(TEXT)
    assert TEXT[found["conditions[0].where"].inside :].startswith("x = 0")
    assert TEXT[found["equations[0]"].inside :].startswith("u_t")


def test_tables_in_one_line_are_read_too():
    text = 'conditions = [{ where = "t = 0", equation = "u = 1" }, {where="x = 0"}]'
    found = {key: text[place.start : place.end] for key, place in places(text).items()}
    assert found["conditions[0].equation"] == '"u = 1"'
    assert found["conditions[1].where"] == '"x = 0"'


@pytest.mark.parametrize("name", bundled_names("")[:20])
def test_every_text_of_a_bundled_problem_is_found(name):
    text = problem_file(name).data.decode()
    raw = tomllib.loads(text)
    found = places(text)
    for index, equation in enumerate(raw["equations"]):
        place = found[f"equations[{index}]"]
        assert text[place.inside : place.end - 1] == equation
    for index, condition in enumerate(raw.get("conditions", ())):
        for key, value in condition.items():
            place = found[f"conditions[{index}].{key}"]
            assert text[place.inside : place.end - 1] == value


@pytest.mark.parametrize(
    "text", ["[", "[[a", "a", "a =", 'a = "', "a = [", "= 1", "a.b.", "[a\n=", ""]
)
def test_what_is_no_toml_ends_too(text):
    places(text)
