"""Cubins as the machine reads them, against ptxas's own report and what the CUDA text says."""

from __future__ import annotations

import re
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

from gpusim.device import run_cubin
from gpusim.errors import UserError
from gpusim.isa.cubin import Parameter, _parameter_2, code_hash, read_cubin
from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.core.target import Target
from schedules.sources.names import resolve

TEXT = Path(__file__).with_name("three_kernels.cu").read_text()


@pytest.fixture(scope="module")
def compiled():
    return Compiler(Target.parse("sm_90")).compile(TEXT)


@pytest.fixture(scope="module")
def cubin(compiled):
    return read_cubin(compiled.cubin)


def test_parameters_lie_where_the_cubin_says(cubin):
    first = cubin.kernel("first")
    # NVRTC's own CUtensorMap is aligned to 64 bytes: 0x210 + 48 is a multiple.
    assert first.parameters == (
        Parameter(0, 48, 128),
        Parameter(1, 176, 8),
        Parameter(2, 184, 4),
        Parameter(3, 188, 2),
    )
    assert first.parameter_base == 0x210
    assert cubin.kernel("second").parameters == (Parameter(0, 0, 8),)


def test_what_a_block_and_a_thread_need(cubin):
    first, second, third = (cubin.kernel(name) for name in ("first", "second", "third"))
    assert (first.static_shared, second.static_shared) == (256, 0)
    assert first.most_dynamic_shared == 227 * 1024 - 256
    assert first.stack >= 128 and second.stack == 0
    assert (first.barriers, second.barriers) == (1, 0)
    assert (first.max_threads, first.block, first.cluster) == ((128, 1, 1), (), ())
    assert (second.max_threads, second.block, second.cluster) == ((), (), (2, 1, 1))
    assert third.block == (64, 2, 1)


def test_a_kernel_without_parameters_is_one():
    text = """
    __device__ int counter;
    __device__ __noinline__ int next(int n) { return n > 9 ? next(n - 1) : n; }
    extern "C" __global__ void k() { counter = next(blockIdx.x) + 1; }
    """
    cubin = Compiler(Target.parse("sm_90")).cubin(text)
    (image,) = read_cubin(cubin).kernels.values()
    assert (image.name, image.parameters) == ("k", ())
    _, ran = run_cubin(cubin, {}, (1, 1, 1), (1, 1, 1))
    assert not ran.findings.wrong


def test_constant_banks_hold_variables_and_tables_of_branches(cubin):
    variable = next(v for v in cubin.variables if v.name == "table")
    bank = cubin.kernel("first").constants[variable.bank]
    assert variable.size == 64
    values = np.frombuffer(bank, "float32")[variable.offset // 4 :][:16]
    np.testing.assert_array_equal(values, [1, 2, 3] + [0] * 13)
    # A switch: code addresses in a bank of the kernel's own.
    targets = np.frombuffer(cubin.kernel("third").constants[2], "uint32")
    assert len(targets) and not (targets % 16).any()
    assert 2 not in cubin.kernel("first").constants


def test_loading_places_variables_and_fills_pointers_in(cubin):
    at = 0x7F00_0000_1000
    loaded = cubin.loaded(lambda target: at + target)
    places = {v.name: v.offset for v in cubin.variables if v.bank is None}
    (pointer,) = struct.unpack_from("<Q", loaded.memory, places["pointer"])
    assert pointer == at + places["begun"] + 4
    np.testing.assert_array_equal(
        np.frombuffer(loaded.memory, "float32", 4, places["begun"]), [5, 6, 7, 8]
    )
    assert loaded.memory[places["counter"] :][:16] == bytes(16)
    # The code takes the addresses of variables from constant bank 4.
    for kernel in ("first", "second"):
        words = np.frombuffer(loaded.kernel(kernel).constants[4], "uint64")
        assert at + places["counter"] in words
    (call,) = (p for p in cubin.pointers if p.target is None)
    assert call.function == "vprintf"
    # The file itself is as it was.
    assert cubin.memory[places["pointer"] :][:8] == bytes(8)


@pytest.mark.parametrize(
    "name",
    ["gemm/hgemm:wgmma_tma", "gemm/sgemm_cuda:shared_tile", "gemv/hgemv", "gemm/sgemm_geforce"],
)
def test_numbers_are_those_that_ptxas_reports(name):
    kernel = resolve(name, arch="sm_90").kernel()
    images = read_cubin(kernel.machine.cubin).kernels
    parts = kernel.machine.log.split("Compiling entry function '")[1:]
    assert len(parts) == len(images)
    for part in parts:
        image = images[part.partition("'")[0]]
        numbers = {word: int(n) for n, word in re.findall(r"(\d+) (registers|barriers)", part)}
        shared = re.search(r"(\d+) bytes smem", part)
        assert numbers == {"registers": image.registers, "barriers": image.barriers}
        assert image.static_shared == (int(shared[1]) if shared else 0)
    for launch in kernel.launches:
        image = images[launch.kernel]
        assert np.prod(image.max_threads) == np.prod(launch.block)


def test_the_tma_kernels_take_two_tensor_maps():
    kernel = resolve("gemm/hgemm:wgmma_tma", arch="sm_90").kernel()
    (image,) = read_cubin(kernel.machine.cubin).kernels.values()
    assert [parameter.size for parameter in image.parameters] == [128, 128, 8]
    assert all(
        (image.parameter_base + parameter.offset) % 64 == 0 for parameter in image.parameters[:2]
    )


def test_what_is_no_cubin_is_refused(compiled):
    with pytest.raises(UserError, match="unreadable cubin"):
        read_cubin(b"no ELF at all")
    with pytest.raises(UserError, match="fatbin"):
        read_cubin(bytes.fromhex("50ed55ba") + bytes(60))
    with pytest.raises(UserError, match="no kernel 'fourth'; it has"):
        read_cubin(compiled.cubin).kernel("fourth")
    with pytest.raises(UserError, match="not a cubin: an ELF file for"):
        read_cubin(Path(sys.executable).read_bytes())


@pytest.mark.parametrize("share", [0.001, 0.01, 0.3, 0.6, 0.9])
def test_a_file_cut_short_is_refused(compiled, share):
    with pytest.raises(UserError, match="unreadable cubin"):
        read_cubin(compiled.cubin[: int(len(compiled.cubin) * share)])


def test_a_cubin_of_an_earlier_cuda_says_the_same(compiled):
    """Before CUDA 13 the architecture and the barriers stood in other bits."""
    data = bytearray(compiled.cubin)
    data[8] = 7
    struct.pack_into("<I", data, 48, 0x5A055A)
    image = read_cubin(bytes(data))
    assert image.kernel("first").registers == read_cubin(compiled.cubin).kernel("first").registers


@pytest.mark.parametrize(("other", "same"), [("+", True), ("-", False)])
def test_a_hash_of_the_code_does_not_say_where_headers_lie(tmp_path, other, same):
    cubins = []
    for folder, sign in (("one", "+"), ("another", other)):
        (tmp_path / folder).mkdir()
        header = f"__device__ __forceinline__ float f(float a, float b) {{ return a {sign} b; }}"
        (tmp_path / folder / "f.h").write_text(header)
        text = '#include "f.h"\nextern "C" __global__ void k(float* a) { *a = f(a[1], a[2]); }'
        cubins.append(Nvrtc(file=tmp_path / folder / "k.cu").compile(text, "sm_90").cubin)
    assert len({*cubins}) == 2
    assert (len({*map(code_hash, cubins)}) == 1) is same


def test_a_hash_of_what_is_no_cubin_is_refused():
    with pytest.raises(UserError, match="unreadable cubin"):
        code_hash(b"no ELF at all")


def test_parameters_of_cubins_of_tile_ir():
    # From a kernel of cuTile: number 10, a pointer, and number 11, an integer.
    given = [
        bytes.fromhex(text) for text in ("000000000a00300008000004", "000000000b00380004000000")
    ]
    assert [_parameter_2(each) for each in given] == [Parameter(10, 48, 8), Parameter(11, 56, 4)]
