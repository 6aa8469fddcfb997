"""The wheel: every package and file is in it, and its programs work outside a checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGES = ("gpusim", "schedules", "te_compat", "tune")
MOST_BYTES = 3_000_000


def run(*arguments: object, cwd: Path) -> str:
    """What a program prints in a folder, without this checkout on its path."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    command = list(map(str, arguments))
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built from a copy, because setuptools would also pack what an earlier build has left."""
    source = tmp_path_factory.mktemp("source")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", out, source, cwd=out)
    (file,) = out.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """A new environment that has the wheel, and this one's other packages as links."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    (to,) = folder.glob("lib/python*/site-packages")
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not entry.name.startswith(("__", "schedules")):
            (to / entry.name).symlink_to(entry)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin/python", "install")
    run(*pip, "--quiet", "--no-deps", "--no-index", wheel, cwd=folder)
    return folder / "bin"


@pytest.mark.exhaustive
def test_the_wheel_has_every_file_and_is_small(wheel):
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
    there = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".md"
    }
    assert held == there
    assert wheel.stat().st_size <= MOST_BYTES


@pytest.mark.exhaustive
def test_the_installed_programs_work_outside_a_checkout(installed, tmp_path):
    shutil.copy(ROOT / "examples/transpose.py", tmp_path)
    code = f"import {', '.join(PACKAGES)}\nfor one in ({', '.join(PACKAGES)}): print(one.__file__)"
    for file in run(installed / "python", "-c", code, cwd=tmp_path).splitlines():
        assert Path(file).is_relative_to(installed.parent)
    for line, said in (
        ("schedules list", "gemm/sgemm_tvm"),
        ("schedules explore transpose.py", "correct"),
        ("schedules verify transpose.py", "correct"),
        ("schedules predict transpose.py:schedule:pad", "predicted"),
        ("schedules report transpose.py --out page.html", "1 rungs"),
        ("tune run sgemm_cpu --trials 2 --shape 64,64,64", "GFLOP/s"),
    ):
        program, *arguments = line.split()
        assert said in run(installed / program, *arguments, cwd=tmp_path), line
    assert 'id="rung-0"' in (tmp_path / "page.html").read_text(encoding="utf-8")
