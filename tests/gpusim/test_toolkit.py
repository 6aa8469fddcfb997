"""Where the tools of a CUDA toolkit are found."""

from __future__ import annotations

import importlib.metadata

import pytest
from played_tools import program, without_tools

from gpusim import toolkit
from gpusim.errors import NoCompiler


@pytest.mark.parametrize("folder", ["bin", "compute-sanitizer"])
def test_a_tool_is_found_in_a_toolkit(tmp_path, monkeypatch, folder):
    without_tools(monkeypatch, tmp_path)
    (tmp_path / "cuda" / folder).mkdir(parents=True)
    file = program(tmp_path / "cuda" / folder, "compute-sanitizer", "")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    assert toolkit.find_tool("compute-sanitizer") == str(file)


def test_the_disassembler_of_a_toolkit_is_used_where_its_wheel_is_missing(tmp_path, monkeypatch):
    def missing(wheel: str) -> str:
        raise importlib.metadata.PackageNotFoundError(wheel)

    without_tools(monkeypatch, tmp_path)
    monkeypatch.setattr(importlib.metadata, "version", missing)
    for cached in (toolkit.version, toolkit.file_of, toolkit.disassembler):
        cached.cache_clear()
    try:
        with pytest.raises(NoCompiler, match="nvidia-cuda-nvdisasm"):
            toolkit.disassembler()
        (tmp_path / "cuda/bin").mkdir(parents=True)
        file = program(tmp_path / "cuda/bin", "nvdisasm", "")
        file.write_text("#!/bin/sh\necho copyright\necho V13.0.85\n")
        monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
        assert toolkit.disassembler() == (file, "V13.0.85")
    finally:
        for cached in (toolkit.version, toolkit.file_of, toolkit.disassembler):
            cached.cache_clear()
