"""Where the tools of a CUDA toolkit are found."""

from __future__ import annotations

import pytest
from played_tools import program, without_tools

from gpusim.toolkit import find_tool


@pytest.mark.parametrize("folder", ["bin", "compute-sanitizer"])
def test_a_tool_is_found_in_a_toolkit(tmp_path, monkeypatch, folder):
    without_tools(monkeypatch, tmp_path)
    (tmp_path / "cuda" / folder).mkdir(parents=True)
    file = program(tmp_path / "cuda" / folder, "compute-sanitizer", "")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    assert find_tool("compute-sanitizer") == str(file)
