"""What tests of migrated text share."""

from __future__ import annotations

import ast
import math
import re
import runpy
from pathlib import Path

import numpy as np
import tvm as today
import tvm_ffi
from tvm import te as today_te
from tvm import tirx

from schedules.analyses.verification.serial import serial
from schedules.compile.listing import kernel_text
from schedules.core.ladder import Build
from schedules.core.target import DEFAULT_GPU
from schedules.lowering.lower import lower, poisoned
from te_compat.calls import OldCall
from te_compat.dataflow import Var
from te_compat.graph_text import GraphText
from te_compat.migrate import MigratedLowering, migrated
from te_compat.rung import unscheduled
from te_compat.session import History, Lowering


def as_lowering(s, args, found) -> MigratedLowering:
    lowering = Lowering(len(s.log.calls), tuple(args), OldCall("lower", __file__, 1), "")
    return MigratedLowering("", lowering, History(s, []), found)


A = today_te.placeholder((8, 8), name="A")
H = today_te.placeholder((8, 8), "float16", name="H")
N = today_te.placeholder((8, 8), "int32", name="N")
S = today_te.placeholder((), name="S")


def printed(function) -> tuple[str, today_te.Tensor]:
    made = today_te.compute((8, 8), function, name="R")
    lines = GraphText([A, H, N, S, made], {}, {}).lines()
    text = "\n".join(lines)
    return text, made


def check_reads_back(text: str, made: today_te.Tensor) -> None:
    names: dict = {"te": today_te, "tirx": tirx}
    exec(text, names)
    first = today_te.create_prim_func([A, H, N, S, made])
    second = today_te.create_prim_func([names[one] for one in "AHNSR"])
    assert tvm_ffi.structural_equal(first, second)


def results_of(mod, inputs: dict[int, np.ndarray]) -> list[np.ndarray]:
    """What a module computes, serially on this CPU; `inputs` by their places."""
    library = today.compile(serial(mod), target="llvm")
    arrays = [inputs.get(at, poisoned(*kind)) for at, kind in enumerate(_shapes(mod))]
    tensors = list(map(today.runtime.tensor, arrays))
    library["main"](*tensors)
    return [tensor.numpy() for tensor in tensors]


def _shapes(mod) -> list[tuple[tuple[int, ...], str]]:
    return [(tuple(map(int, one.shape)), str(one.dtype)) for one in mod["main"].params]


def _numbered(source: str) -> str:
    """A kernel's text with its names numbered in their order: TIR is equal but for names."""
    found: dict[str, str] = {}
    return re.sub(
        r"[A-Za-z_]\w*",
        lambda name: found.setdefault(name[0], f"n{len(found)}"),
        kernel_text(source),
    )


def check_migrated(file: Path, arguments: list[str], folder: Path) -> tuple[int, int]:
    """Migrate a script, and run what comes of it: the same TIR, numbers and CUDA.

    Numbers are compared with those of the computation as nobody scheduled it. Gives how many
    schedules were compared by their numbers, and by their CUDA.
    """
    text, chosen = migrated(file, arguments)
    new = folder / "new.py"
    new.write_text(text)
    names = runpy.run_path(str(new))
    imported = {
        one.names[0].name if isinstance(one, ast.Import) else one.module
        for one in ast.walk(ast.parse(text))
        if isinstance(one, ast.Import | ast.ImportFrom)
    }
    assert imported <= {"tvm", "tvm.script", "tvm_ffi", "__future__"}
    numbers = kernels = 0
    for choice in chosen:
        mod, found = names[choice.function]().mod, choice.replayed
        assert tvm_ffi.structural_equal(mod, found.mod)
        args = choice.lowering.args
        whole = not found.program.intrinsics and not any(isinstance(one, Var) for one in args)
        if whole:
            rng = np.random.default_rng(0)
            inputs = {
                at: rng.permutation(math.prod(shape)).reshape(shape).astype(dtype)
                for at, (shape, dtype) in enumerate(_shapes(mod))
                if isinstance(args[at].op, today_te.PlaceholderOp)
            }
            plain = today.IRModule({"main": unscheduled(choice.history)})
            for one, other in zip(results_of(mod, inputs), results_of(plain, inputs), strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-4)
            numbers += 1
        bound = {
            said.tag
            for stage in choice.history.schedule.stages
            for said in stage.attributes.values()
        }
        if any(tag.startswith(("blockIdx", "threadIdx")) for tag in bound):
            target = today.target.Target({"kind": "cuda", "arch": DEFAULT_GPU.arch})
            made = names.get("compiled", today.compile)(mod, target=target)
            ours = lower(found.mod, Build(), DEFAULT_GPU).source
            assert _numbered(made.mod.imports[0].inspect_source()) == _numbered(ours)
            kernels += 1
    return numbers, kernels
