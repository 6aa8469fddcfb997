"""Completion of references and `help`."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

from schedules.commands.options import REFERENCE

FILE = (
    "def rows(sch):\n    yield 'blocks', 'why'\n    yield 'threads'\nimport nothing_of_that_name\n"
)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("gemm/hg", ["gemm/hgemm"]),
        ("gemm/hgemm:wg", ["gemm/hgemm:wgmma", "gemm/hgemm:wgmma_tma"]),
        ("gemm/sgemm_tvm:naive:in", ["gemm/sgemm_tvm:naive:init"]),
        ("mine.py:", ["mine.py:rows"]),
        ("gemm/nothing:", []),
        ("nothing.py:", []),
        ("broken.py:", []),
        ("k.cu:", []),
    ],
)
def test_what_a_reference_goes_on_with(typed, completed, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "broken.py").write_text("def (")
    (tmp_path / "k.cu").touch()
    monkeypatch.chdir(tmp_path)
    items = REFERENCE.shell_complete(None, None, typed)
    assert [item.value for item in items if item.type == "plain"] == completed
    # The shell completes files.
    assert [item.value for item in items if item.type == "file"] == [typed] * (":" not in typed)


@pytest.mark.exhaustive
@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
def test_bash_completes_a_reference_with_colons(cli, tmp_path):
    code, script, _ = cli("completion", "bash")
    assert code == 0
    program = tmp_path / "schedules"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m schedules "$@"\n')
    program.chmod(0o755)
    words = "COMP_WORDS=(schedules show gemm/hgemm:wg); COMP_CWORD=2"
    lines = f'{script}\n{words}\n_schedules_completion {program}\necho "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", lines], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["gemm/hgemm:wgmma", "gemm/hgemm:wgmma_tma"]
