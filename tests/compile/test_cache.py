"""What is kept of a compilation, for whom, and what may happen to it."""

from __future__ import annotations

import multiprocessing
import os
import zipfile
from concurrent.futures import ProcessPoolExecutor

import pytest
from conftest import compiled, machine_code

from gpusim import cache
from gpusim.cache import FOLDER_VARIABLE
from schedules.compile import nvrtc

AXPY = """extern "C" __global__ void axpy(float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2.0f * x[i] + y[i];
}
"""


def test_a_second_compilation_comes_from_the_cache(folder, no_compiler):
    first, code = compiled(AXPY), machine_code(AXPY)
    no_compiler()
    assert compiled(AXPY) == first
    assert machine_code(AXPY) == code


@pytest.mark.parametrize(
    "change",
    ["source", "arch", "flags", "version"],
)
def test_whatever_changes_the_code_changes_the_key(change, folder, no_compiler, monkeypatch):
    compiled(AXPY)
    no_compiler()
    text, arch = AXPY, "sm_90"
    if change == "source":
        text = AXPY.replace("2.0f", "3.0f")
    elif change == "arch":
        arch = "sm_80"
    elif change == "flags":
        monkeypatch.setenv("TVM_CUDA_PTXAS_REG_LEVEL", "5")
    else:
        monkeypatch.setattr(nvrtc, "version", lambda _wheel: "99")
    with pytest.raises(AssertionError, match="compiled again"):
        compiled(text, arch)


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "foreign"])
def test_a_damaged_entry_is_made_again(damage, folder):
    first = compiled(AXPY)
    (entry,) = folder.glob("*.cubin.zip")
    data = bytearray(entry.read_bytes())
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "flipped":
        data[len(data) // 2] ^= 0xFF
    elif damage == "emptied":
        data = b""
    if damage == "foreign":
        with zipfile.ZipFile(entry, "w") as file:
            file.writestr("else", "nothing of ours")
    else:
        entry.write_bytes(data)
    assert compiled(AXPY) == first


def test_the_oldest_entries_go_when_the_cache_is_full(folder, monkeypatch):
    compiled(AXPY)
    (old,) = folder.iterdir()
    monkeypatch.setattr(cache, "MOST_BYTES", old.stat().st_size * 3 // 2)
    compiled(AXPY, "sm_80")
    (left,) = folder.iterdir()
    assert left != old


def compile_in_a_process(path: str, number: int) -> int:
    os.environ[FOLDER_VARIABLE] = path
    text = AXPY.replace("2.0f", f"{number % 2}.5f")
    return len(machine_code(text)["axpy"])


@pytest.mark.exhaustive
def test_processes_share_a_cache(folder):
    """Several processes compile the same texts at once; nobody reads half an entry."""
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        lengths = list(pool.map(compile_in_a_process, [str(folder)] * 8, range(8)))
    assert len(set(lengths)) <= 2 and min(lengths) > 10
    names = sorted(entry.name for entry in folder.iterdir())
    assert [name.partition(".")[2] for name in names].count("cubin.zip") == 2
    assert not [name for name in names if name.startswith(".new")], "nothing is left behind"
    for entry in folder.iterdir():
        assert zipfile.ZipFile(entry).testzip() is None
