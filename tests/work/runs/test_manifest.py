import json

import pytest

from symplex.errors import SettingsError
from symplex.work.runs.manifest import Manifest, read_manifest
from symplex.work.runs.sealing import sealed

REQUEST = Manifest({"text": "name = 'é'"}, {"seed": 3, "hint": ["x"]}, "é")


def test_what_was_asked_is_read_back_with_what_it_was_asked_of(tmp_path):
    REQUEST.write(tmp_path, 12.0)
    saved = read_manifest(tmp_path)
    assert saved.manifest == REQUEST
    assert saved.created == 12.0
    assert {"python", "system", "numpy"} <= set(saved.environment)


def test_another_format_is_refused_with_the_version_that_wrote_it(tmp_path):
    REQUEST.write(tmp_path, 12.0)
    path = tmp_path / "run.json"
    content = json.loads(path.read_text())
    del content["sha256"]
    path.write_text(sealed({**content, "format": 2}, 1) + "\n")
    with pytest.raises(SettingsError, match=r"has format 2.*reads format 1; use the version"):
        read_manifest(tmp_path)


def test_a_damaged_or_missing_one_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="holds no run"):
        read_manifest(tmp_path)
    REQUEST.write(tmp_path, 12.0)
    path = tmp_path / "run.json"
    path.write_text(path.read_text().replace('"seed": 3', '"seed": 4'))
    with pytest.raises(SettingsError, match=r"run\.json is damaged: its checksum differs"):
        read_manifest(tmp_path)
