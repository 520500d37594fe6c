"""Where entries stand: the text at each place is the entry."""

import tomllib

import pytest

from symplex.app.workbench.toml_places import places
from symplex.notation.problem_files import bundled_names, problem_file

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
