"""Files are named after a device, and written whole or not at all."""

from __future__ import annotations

import pytest

from gpusim.errors import UserError
from schedules.core.files import write_text


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
