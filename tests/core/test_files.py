"""Files are named after a device, and written whole or not at all."""

from __future__ import annotations

import pytest

from gpusim.errors import UserError
from schedules.core.files import json_text, read_json, write_json, write_text


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path):
    file = tmp_path / "new" / "text.txt"
    write_text(file, "one")
    write_text(file, "two")
    assert file.read_text() == "two"
    assert list(file.parent.iterdir()) == [file]


def test_what_cannot_be_written_is_said_in_one_line(tmp_path):
    (tmp_path / "text").write_text("no folder")
    with pytest.raises(UserError, match="cannot write .*text/below"):
        write_text(tmp_path / "text" / "below", "any")


ROWS = {"device": "A", "rows": [{"rung": "a", "shape": [1, 2]}, {"rung": "b"}], "failed": {}}


def test_a_record_has_a_line_per_row():
    assert json_text(ROWS).splitlines()[3:5] == ['{"rung":"a","shape":[1,2]},', '{"rung":"b"}']


@pytest.mark.parametrize("name", ["a.json", "a.json.gz"])
def test_a_record_is_read_whether_compressed_or_not(tmp_path, name):
    write_json(tmp_path / name, ROWS)
    assert read_json(tmp_path / "a.json") == ROWS
    before = (tmp_path / name).read_bytes()
    write_json(tmp_path / name, ROWS)
    assert (tmp_path / name).read_bytes() == before
    (tmp_path / name).write_bytes(before[:-20])
    with pytest.raises(UserError, match=f"{name} is not JSON|cannot read .*{name}: "):
        read_json(tmp_path / "a.json")
