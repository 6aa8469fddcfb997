"""What a wheel holds: every package, and every file that the code reads."""

from __future__ import annotations

import tomllib
from pathlib import Path

from conftest import ROOT

SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_file_beside_the_code_is_in_the_wheel():
    data = SETUP["package-data"]
    held = {
        file
        for package, patterns in data.items()
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    there = {
        file
        for package in ("schedules", "tune")
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc") and "__pycache__" not in file.parts
    }
    assert there - held == set()
    assert ROOT / "schedules/py.typed" in held


def test_every_package_is_found():
    folders = {
        file.parent.relative_to(ROOT)
        for package in ("schedules", "tune")
        for file in (ROOT / package).rglob("*.py")
    }
    lacking = [one for one in folders if not (ROOT / one / "__init__.py").exists()]
    assert lacking == []
    assert {Path(one).parts[0] for one in folders} == {"schedules", "tune"}
