"""Machine code read back: control codes, CUDA lines, and the text that `show` prints."""

from __future__ import annotations

import re
from itertools import product

import pytest
from conftest import compiled, lowered, machine_code
from exhaustive import every, sampled_tuples

from gpusim.isa.sass import Instruction, control_fields, parse
from schedules.compile.listing import COMMENT_WIDTH, Cuda, ptx_rows, sass_listing, without_padding
from schedules.core.ladder import ladder

ARCHS = ("sm_80", "sm_86", "sm_89", "sm_90", "sm_100")
RUNGS = (
    "gemm/sgemm_tvm:vthread",
    "gemm/sgemm_tvm:cp_async",
    "gemm/hgemm:mma_ldmatrix",
    "gemv/hgemv:warp4_smem",
)
# By default each rung on sm_90, and the one with the most kinds of instructions everywhere.
READ = sampled_tuples(
    product(RUNGS, ARCHS),
    [*product(RUNGS, ["sm_90"]), *product(["gemm/hgemm:mma_ldmatrix"], ARCHS)],
)


def source(path: str) -> str:
    name, _, rung = path.partition(":")
    return lowered(ladder(name)[rung]).source


def kernel(path: str, arch: str = "sm_90") -> list[Instruction]:
    (code,) = machine_code(source(path), arch).values()
    return code


# --- control codes --------------------------------------------------------------------------------


# Upper halves of words that ptxas made, taken apart by hand. The field starts at bit 41 of the
# upper half: reuse 4 bits, wait mask 6, read barrier 3, write barrier 3, stay 1, stall 4.
#   0x000e2e0000002200 >> 41 = 0b0000'000000'111'000'1'0111: sets barrier 0 for its result, 7 cycles
#   0x001fc400000006ff >> 41 = 0b0000'000001'111'111'0'0010: waits for barrier 0, yields, 2 cycles
#   0x004fe200078e00ff >> 41 = 0b0000'000100'111'111'1'0001: waits for barrier 2, 1 cycle
#   0x0001e80000000c00 >> 41 = 0b0000'000000'000'111'1'0100: barrier 0 until its sources are read
#   0x040fe20000000004 >> 41 = 0b0001'000000'111'111'1'0001: 1 cycle, keeps operand 0
@pytest.mark.parametrize(
    ("upper", "fields", "text"),
    [
        (0x000E2E0000002200, (7, False, 0, None, 0, 0), "B------:R-:W0:-:S07"),
        (0x001FC400000006FF, (2, True, None, None, 1, 0), "B0-----:R-:W-:Y:S02"),
        (0x004FE200078E00FF, (1, False, None, None, 4, 0), "B--2---:R-:W-:-:S01"),
        (0x0001E80000000C00, (4, False, None, 0, 0, 0), "B------:R0:W-:-:S04"),
        (0x040FE20000000004, (1, False, None, None, 0, 1), "B------:R-:W-:-:S01"),
    ],
)
def test_control_codes_decoded_by_hand(upper, fields, text):
    assert control_fields(upper) == fields
    one = Instruction(0, "", "MOV", "", None, *fields)
    assert one.control == text


EXCERPT = """\t.section\t.text.k,"ax",@progbits
.text.k:
\t//## File "/usr/include/cuda_fp16.hpp", line 900 inlined at "/kernel.cu", line 12
\t//## File "/kernel.cu", line 12
        /*0000*/          S2R R76, SR_TID.Y ;               /* 0x00000000004c7919 */
                                                            /* 0x000e2e0000002200 */
.L_x_1:
        /*0010*/     @!P0 BRA `(.L_x_1) ;                   /* 0x0000000b4c507819 */
                                                            /* 0x001fc400000006ff */
\t//## File "/usr/include/cuda_fp16.hpp", line 7
        /*0020*/     @UP1 ULDC.64 UR8, c[0x0][0x208] ;      /* 0x0000820000087ab9 */
                                                            /* 0x000fe20000000a00 */
"""


def test_nvdisasms_text_is_read_whole():
    first, second, third = parse(EXCERPT, "/kernel.cu")["k"]
    assert (first.address, first.opcode, first.operands) == (0, "S2R", "R76, SR_TID.Y")
    assert first.line == 12, "an inlined function counts where the kernel calls it"
    assert (second.predicate, second.label, second.base) == ("@!P0", ".L_x_1", "BRA")
    assert second.waits == (0,) and second.yield_
    assert (third.predicate, third.opcode, third.line) == ("@UP1", "ULDC.64", None)
    assert third.text == "@UP1 ULDC.64 UR8, c[0x0][0x208]"


@pytest.mark.parametrize(("path", "arch"), READ)
def test_every_instruction_is_read(path, arch):
    """Words lie 16 bytes apart, so a gap would be an instruction the parser missed."""
    code = kernel(path, arch)
    assert [one.address for one in code] == list(range(0, 16 * len(code), 16))
    assert any(one.base == "EXIT" for one in code)


@pytest.mark.parametrize(("path", "arch"), READ)
def test_reuse_bits_are_the_operands_that_nvdisasm_marks(path, arch):
    """nvdisasm decodes these bits itself, so all of the control field is where it should be."""
    code = kernel(path, arch)
    assert sum(one.reuse != 0 for one in code) > len(code) / 100
    for one in code:
        assert one.reuse.bit_count() == one.operands.count(".reuse"), one.text


def registers(operands: str) -> list[str]:
    return re.findall(r"\bR\d+\b", operands)


@pytest.mark.parametrize(("path", "arch"), READ)
def test_who_reads_a_loads_result_waits_for_its_barrier(path, arch):
    """The barriers' meaning, from the code itself: set by a load, waited for before the use.

    Loads of one kind return in order, so a run of them may set one barrier with its last.
    """
    code, checked = kernel(path, arch), 0
    for at, load in enumerate(code):
        if load.base not in ("LDG", "LDS", "S2R", "LDSM") or load.predicate:
            continue
        result, barrier, waited = registers(load.operands)[0], load.write_barrier, False
        for one in code[at + 1 :]:
            waited = waited or (barrier is not None and barrier in one.waits)
            if barrier is None and one.base == load.base:
                barrier = one.write_barrier
            if one.label or one.base in ("BRA", "EXIT"):
                break
            used = registers(one.operands)
            # A store reads all its registers, anything else all but the first.
            reads = used if one.base in ("STG", "STS", "ISETP") else used[1:]
            if result in reads:
                assert waited, f"{load.text} ({load.control}) is read by {one.text} unawaited"
                checked += 1
                break
            if used[:1] == [result]:
                break
    assert checked >= 3


def test_a_store_holds_its_sources_until_they_are_read():
    stores = [one for one in kernel("gemm/sgemm_tvm:vthread") if one.base == "STS"]
    assert stores and all(one.read_barrier is not None for one in stores)
    assert all(one.write_barrier is None for one in stores)


def test_arithmetic_of_fixed_latency_needs_no_barrier():
    code = kernel("gemm/sgemm_tvm:vthread")
    products = [one for one in code if one.base == "FFMA"]
    assert len(products) == 64
    assert {(one.write_barrier, one.read_barrier) for one in products} == {(None, None)}
    assert all(1 <= one.stall <= 15 for one in products)


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RUNGS)
def test_shown_lines_are_lines_of_the_whole_text(path):
    text = source(path)
    cuda, whole = Cuda(text), text.splitlines()
    numbered = {line: cuda.number(line) for line in range(1, len(whole) + 1)}
    shown = [number for number in numbered.values() if number]
    assert shown == list(range(1, len(shown) + 1)), "in order, each once"
    for line, number in numbered.items():
        if number:
            assert cuda.text(number) == whole[line - 1].strip()
    assert cuda.number(None) is None
    assert cuda.number(1) is None, "the preamble is not shown"


@pytest.mark.parametrize("arch", every(ARCHS, 3))
def test_instructions_come_from_the_lines_that_ask_for_them(arch):
    text = source("gemm/sgemm_tvm:cp_async")
    cuda = Cuda(text)

    def lines(*bases: str) -> set[str]:
        code = without_padding(machine_code(text, arch)["main_kernel"])
        picked = [one for one in code if one.base in bases and one.predicate != "@!PT"]
        assert picked
        return {cuda.text(cuda.number(one.line)) for one in picked}

    assert all(line.startswith("ptx_cp_async") for line in lines("LDGSTS"))
    assert all("__syncthreads" in line for line in lines("BAR"))
    assert all("_shared_dyn_local_ptr" in line for line in lines("LDS"))
    assert all("C_" in line for line in lines("STG"))
    assert all("+ (" in line for line in lines("FFMA"))


@pytest.mark.parametrize("arch", ARCHS)
def test_ptx_has_its_lines_as_well(arch):
    text = source("gemm/sgemm_tvm:cp_async")
    cuda = Cuda(text)
    rows = ptx_rows(compiled(text, arch).ptx)
    found = {cuda.text(cuda.number(line)) for row, line in rows if "cp.async.cg" in row}
    assert found and all(line.startswith("ptx_cp_async") for line in found)
    assert not any("\t.loc" in row or "_ZN4cuda" in row for row, _ in rows)


# --- what is shown --------------------------------------------------------------------------------


def test_show_sass_carries_control_codes_and_cuda_lines(cli):
    code, out, err = cli("show", "gemm/sgemm_tvm:vthread", "--level", "sass")
    assert (code, err) == (0, "")
    header, _, text = out.partition("\n\n")
    assert "target: cuda sm_90" in header and "grid 128 x 128 x 1" in header
    rows = [line for line in text.splitlines()[1:] if not line.startswith(".L")]
    comments = [row for row in rows if row.lstrip().startswith("//")]
    assert max(map(len, comments)) <= COMMENT_WIDTH
    shape = re.compile(
        r" {0,4}\d+  B[0-5-]{6}:R[0-5-]:W[0-5-]:[Y-]:S\d\d  (?: {5}|[@!UP\d ]{5}) [A-Z]"
    )
    for row in rows:
        assert row in comments or shape.match(row), row
    _, cuda, _ = cli("show", "gemm/sgemm_tvm:vthread", "--level", "cuda")
    shown = cuda.partition("\n\n")[2].splitlines()
    for comment in comments:
        number, _, line = comment.strip().removeprefix("// ").partition(": ")
        assert shown[int(number) - 1].strip().startswith(line.removesuffix(" ..."))


def test_every_change_of_line_is_commented():
    text = source("gemm/sgemm_tvm:vthread")
    rows = sass_listing(Cuda(text), machine_code(text)).splitlines()
    announced = None
    for row in rows:
        if comment := re.match(r"\s+// (\d+): ", row):
            assert comment[1] != announced
            announced = comment[1]
        elif instruction := re.match(r"\s*(\d+)  B", row):
            assert instruction[1] == announced


def test_show_ptx_is_the_kernel_alone(cli):
    code, out, _ = cli("show", "gemm/sgemm_tvm:vthread", "--level", "ptx", "--arch", "sm_80")
    assert code == 0
    assert "\n.version " in out and "\n.target sm_80\n" in out and "ld.shared" in out
    assert ".loc" not in out and "_ZN4cuda" not in out and ".debug" not in out
    assert re.search(r"\n// \d+: __syncthreads\(\);\n\tbar.sync", out)


def test_kernels_are_listed_in_the_order_of_the_source(tmp_path, cli):
    (tmp_path / "two.py").write_text(TWO_KERNELS)
    code, out, _ = cli("show", tmp_path / "two.py", "--level", "sass")
    assert code == 0
    assert re.findall(r"^(main_kernel\w*):$", out, re.M) == ["main_kernel", "main_kernel_1"]


TWO_KERNELS = """
from tvm import s_tir, te

def schedule():
    a = te.placeholder((64, 64), name="a")
    b = te.compute((64, 64), lambda i, j: a[i, j] + 1.0, name="b")
    c = te.compute((64, 64), lambda i, j: b[j, i] * 2.0, name="c")
    sch = s_tir.Schedule(te.create_prim_func([a, b, c]))
    for name in ("b", "c"):
        i, j = sch.get_loops(name)
        sch.bind(i, "blockIdx.x")
        sch.bind(j, "threadIdx.x")
    return sch
"""


@pytest.mark.parametrize("level", ["sass", "ptx"])
def test_diff_compares_machine_code(level, cli):
    code, out, _ = cli(
        "diff", "gemm/sgemm_tvm:conflict_free_store", "gemm/sgemm_tvm:vthread", "--level", level
    )
    assert code == 0
    assert out.startswith("--- gemm/sgemm_tvm:conflict_free_store:")
    assert re.search(r"^\+.*(?:LDS|ld\.shared)", out, re.M)
