"""Machine code of the wgmma rungs, and shapes that rungs refuse."""

from __future__ import annotations

import re

import pytest
from accesses import needs_compiler
from conftest import ROOT, compiled, lowered
from exhaustive import sampled

from gpusim.isa.sass import disassemble
from schedules.core.errors import ShapeError
from schedules.core.ladder import ladders

RUNGS = {rung.path: rung for one in ladders().values() for rung in one.rungs.values()}


def dumped(path: str) -> str:
    """The emitted source of a rung's last step, which `schedules dump --check` pins."""
    name, _, rung = path.partition(":")
    (folder,) = (ROOT / "lowered_ir" / name).glob(f"[0-9]*-{rung}")
    *_, last = sorted(file for file in folder.iterdir() if file.suffix in (".cu", ".s"))
    return last.read_text(encoding="utf-8")


# ptxas serializes wgmma whose registers it cannot keep apart, and spills what does not fit. The
# epilogue of epilogue:tma_store spills behind the last wgmma.
BY_WGMMA = [path for path in RUNGS if "wgmma.mma_async" in dumped(path)]


@needs_compiler
@pytest.mark.parametrize(
    "path", sampled(BY_WGMMA, ["gemm/hgemm:wgmma_tma", "gemm/fp8gemm:tma_store"])
)
def test_wgmma_stays_asynchronous_and_in_registers(path):
    made = compiled(lowered(RUNGS[path]).source)
    assert "main_kernel" in made.log and "serialized" not in made.log and "C75" not in made.log
    opcodes = [one.opcode for one in disassemble(made.cubin)["main_kernel"]]
    multiplied = [at for at, name in enumerate(opcodes) if re.match("[HQ]GMMA", name)]
    local = [at for at, name in enumerate(opcodes) if name.startswith(("LDL", "STL"))]
    assert multiplied
    assert [at for at in local if at < multiplied[-1] or path != "gemm/epilogue:tma_store"] == []


# --- shapes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in RUNGS if not RUNGS[path].any_shape])
def test_a_shape_that_the_tile_does_not_divide_is_refused(path):
    shape = RUNGS[path].workload.shape
    with pytest.raises(ShapeError, match="fits|multiple"):
        RUNGS[path].at((shape[0] + 1, *shape[1:-1], shape[-1] + 1))


@pytest.mark.parametrize("path", [path for path in RUNGS if RUNGS[path].any_shape])
def test_no_shape_is_empty(path):
    shape = RUNGS[path].workload.shape
    assert RUNGS[path].at((1, *shape[1:])).shape == (1, *shape[1:])
    for extent in (0, -1):
        with pytest.raises(ShapeError, match="at least 1"):
            RUNGS[path].at((extent, *shape[1:]))
