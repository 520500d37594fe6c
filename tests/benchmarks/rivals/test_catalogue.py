import pytest

from symplex.errors import SettingsError
from symplex_benchmarks.rivals.catalogue import METHODS, all_methods, methods_named


def test_all_methods_are_those_that_are_no_variant_of_ours():
    assert all_methods()[0] == "symplex"
    assert {"ssde", "fex", "pinn-dsr", "kan", "pinn", "weno", "sympy"} <= {*all_methods()}
    assert "symplex-paper" not in all_methods()


def test_a_name_that_is_none_is_a_mistake_with_the_nearest():
    with pytest.raises(SettingsError, match="did you mean 'weno'"):
        methods_named(["wenno"])
    assert methods_named(["weno", "kan", "weno"]) == ("weno", "kan")


@pytest.mark.parametrize("name", ["symplex", "symplex-paper", "weno", "sympy"])
def test_what_needs_no_library_of_the_extra_can_be_made(name):
    assert METHODS[name].made().name == name


def test_ours_has_as_many_threads_as_every_other_method():
    assert [METHODS["symplex"].made(*given).threads for given in ((), (3,))] == [1, 3]


def test_ours_alone_chooses_its_device():
    assert METHODS["symplex"].made(1, "cuda").device == "cuda"
    assert METHODS["weno"].made(1, "cuda").name == "weno"


def test_ours_is_never_told_the_faces():
    assert not any(entry.takes_faces for name, entry in METHODS.items() if "symplex" in name)
