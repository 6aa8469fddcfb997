"""`--gpu`: a run that was to use the GPU and did not; tests that run with `--exhaustive` alone."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT, no_gpu
from exhaustive import LONG, mark_long


@pytest.mark.skipif(not no_gpu(), reason="there is a GPU here")
@pytest.mark.parametrize(("option", "code"), [((), 0), (("--gpu",), 1)])
def test_a_gpu_run_in_which_every_gpu_test_was_skipped_fails(option, code):
    command = [sys.executable, "-m", "pytest", "-n0", "-rs", "-p", "no:cacheprovider", "-m", "gpu"]
    done = subprocess.run(
        [*command, "tests/commands/test_bench.py", *option],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == code, done.stdout
    assert "no GPU: " in done.stdout
    assert ("--gpu: no test marked gpu has run" in done.stdout) == bool(option)


@pytest.mark.parametrize("name", LONG)
def test_a_long_test_is_there(name):
    file, _, test = name.partition("::")
    assert f"def {test}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


class Item:
    def __init__(self, nodeid: str) -> None:
        self.nodeid, self.marks = f"tests/{nodeid}", []

    def get_closest_marker(self, name: str) -> str | None:
        return next((mark for mark in self.marks if mark == name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.name)


def test_long_tests_are_sampled(monkeypatch):
    monkeypatch.setitem(LONG, "a.py::test_one", 2)
    monkeypatch.setitem(LONG, "a.py::test_none", 0)
    names = ["one[0]", "one[1]", "one[2]", "none[x]", "other[0]"]
    items = [Item(f"a.py::test_{name}") for name in names]
    mark_long(items)
    assert [bool(item.marks) for item in items] == [False, True, False, True, False]
