"""Nothing stays in the temporary folder of a program that was killed, once it runs again."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tune.measuring.child import path
from tune.measuring.folders import LockedFolder

MAKE = """
import sys
from pathlib import Path
from tune.measuring.folders import LockedFolder
made = LockedFolder("tune-run-")
(Path(made.name) / "part").mkdir()
print(made.name, flush=True)
sys.stdin.read()
"""


def test_what_a_killed_program_left_goes_with_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    by_hand = tmp_path / "tune-run-notes"
    by_hand.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", MAKE],
        env={"TMPDIR": str(tmp_path), "PYTHONPATH": path(), "PATH": ""},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    left = Path(process.stdout.readline().strip())
    beside = LockedFolder("tune-run-")
    assert left.is_dir(), "its program runs"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert (left / "part").is_dir()
    again = LockedFolder("tune-run-")
    assert {*tmp_path.iterdir()} == {Path(beside.name), Path(again.name), by_hand}
    for one in (again, beside, beside):
        one.cleanup()
    assert [*tmp_path.iterdir()] == [by_hand]
