"""`dispatch`: GEMMs and GEMVs of a Relax module computed by the ladders' kernels.

A matmul is replaced by a call of a kernel that is compiled here, with the rung's own options, and
is linked as an external module. It accumulates in float32 and rounds once, as cuBLAS does.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import tvm
from tvm import relax

from gpusim.errors import UserError

from ..compile.compiler import Compiler
from ..core.errors import ShapeError
from ..core.files import slug
from ..core.ladder import Rung, ladders, steps
from ..core.target import CPU, CUDA, THIS_CPU, Target, kind_and_arch
from ..lowering.lower import lower, lower_cpu
from ..tuned import configurations, devices, distance, fits, tuned
from ..workloads import Gemm, Gemv, Workload

# Rungs by measured time, made by `python -m benchmarks.dispatch --fastest`.
FASTEST = Path(__file__).with_name("fastest.json")
# A shape is covered by a measured one if each extent, divided by the measured one's, is in this
# range. With fewer rows or columns a tile that was fast leaves most of the device idle.
COVERED = (1 / 4, 8)


@dataclass(frozen=True)
class Replaced:
    """A matmul that a kernel computes: `rung` is LADDER:RUNG, or LADDER:RUNG@DEVICE with a tuned
    tile, `shape` the workload's, `calls` how many matmuls of the module it computes.

    On a GPU, `compiler` compiled the kernel, and `timed_by` the code by whose recorded times the
    rung was chosen.
    """

    function: str
    rung: str
    shape: tuple[int, ...]
    calls: int = 1
    compiler: str = ""
    timed_by: str = ""

    def __str__(self) -> str:
        times = f", {self.calls} times" if self.calls > 1 else ""
        by = f", compiled by {self.compiler}" if self.compiler else ""
        if self.timed_by != self.compiler:
            by += f" (chosen by times of {self.timed_by}'s code)"
        return f"{self.function}: {','.join(map(str, self.shape))} by {self.rung}{times}{by}"


@dataclass(frozen=True)
class Left:
    """A matmul that is left to other rules, and why."""

    function: str
    shapes: str
    why: str


@dataclass(frozen=True)
class Dispatched:
    """A module whose matmuls are computed by the ladders' kernels where they can be."""

    module: tvm.ir.IRModule
    replaced: tuple[Replaced, ...]
    left: tuple[Left, ...]

    def __str__(self) -> str:
        lines = [str(one) for one in self.replaced]
        lines += [f"{one.function}: {one.shapes} left: {one.why}" for one in self.left]
        return "\n".join(lines) or "no matmul"


def dispatch(
    module: tvm.ir.IRModule, target: str | tvm.target.Target | Target = CUDA, device: str = ""
) -> Dispatched:
    """Replace the matmuls and GEMVs of a Relax module that a ladder covers by its fastest rung.

    Call it before `LegalizeOps`. A matmul is covered if its second operand has two dimensions, all
    extents are known, and a ladder has its dtypes and layout: weights (K, N), or `permute_dims` of
    weights (N, K). With one row it is a GEMV. Of the rungs that are fast at the nearest measured
    shape, the fastest that fits is used, with its tuned tile if this shape was tuned on the device.
    Everything else stays as it is, also what no measured shape is near: a call with few rows, where
    only square ones were measured.

    Parameters
    ----------
    target : str or Target
        'cuda' or 'llvm' for this machine's GPU or CPU, an architecture such as 'sm_90', or TVM's
        target.
    device : str
        The device by whose measured times rungs are chosen, as in 'NVIDIA H200'; by default this
        machine's. Where it was not measured near a shape, the other devices' times count.

    Raises
    ------
    NoGpu
        The target is 'cuda', and this machine has no GPU.
    UserError
        An unknown target, or a kernel cannot be compiled.
    """
    to, here = resolved(target)
    rules = Rules(to, device or here)
    mutator = Mutator(module, rules)
    for variable, function in module.functions_items():
        if isinstance(function, relax.Function):
            mutator.function = str(variable.name_hint)
            mutator.builder_.update_func(variable, mutator.visit_expr(function))
    made = mutator.builder_.get()
    if rules.libraries:
        earlier = (module.attrs or {}).get("external_mods", [])
        made = made.with_attr("external_mods", [*earlier, *rules.libraries])
    counts = Counter(mutator.replaced)
    return Dispatched(
        relax.transform.DeadCodeElimination()(made),
        tuple(
            Replaced(function, path, shape, calls, rules.compiler, timed_by)
            for (function, path, shape, timed_by), calls in counts.items()
        ),
        tuple(mutator.left),
    )


def resolved(target: str | tvm.target.Target | Target) -> tuple[Target, str]:
    """A target and the name of this machine's device, '' if it is for another one."""
    if isinstance(target, Target):
        return target, ""
    if target == CUDA:
        from ..core.gpu import cuda, device_target

        return device_target(), cuda().cuda.get_device_name()
    if target == CPU:
        from ..measure.environment import cpu_model

        return THIS_CPU, cpu_model()
    kind, arch = kind_and_arch(target)
    return Target.parse(arch, kind or CUDA), ""


@cache
def measured() -> dict[str, list[dict[str, Any]]]:
    """By device: a ladder's fast rungs at each measured shape, fastest first."""
    return json.loads(FASTEST.read_text(encoding="utf-8"))


class Rules:
    """The kernels for a target, and those that a module needs, compiled once each."""

    def __init__(self, target: Target, device: str) -> None:
        self.target, self.device = target, device
        self.libraries: list[tvm.runtime.Module] = []
        self.known: dict[Workload, tuple[str, str, str]] = {}

    @cached_property
    def compiler(self) -> str:
        """The compiler of the kernels, '' on a CPU; raises UserError if it is not here."""
        return "" if self.target.on_cpu else Compiler(self.target).version

    def kernel(self, workload: Workload) -> tuple[str, str, str]:
        """The name of the kernel's function, its rung, and the compiler of the code that was timed;
        raises ShapeError if no rung fits, UserError if no ladder has such a workload."""
        if workload not in self.known:
            rung, timed_by = self.rung(workload)
            name = f"{rung.path}_{'_'.join(map(str, workload.shape))}"
            name = "".join(c if c.isalnum() else "_" for c in name)
            self.libraries.append(self.library(rung, workload, name))
            self.known[workload] = name, rung.path, timed_by
        return self.known[workload]

    def rung(self, workload: Workload) -> tuple[Rung, str]:
        """The fastest rung for a workload, and the compiler of the timed code; raises as
        `kernel`."""
        covering = {
            rung.path: rung
            for ladder in ladders().values()
            for rung in ladder.rungs.values()
            if rung.target == self.target.kind
            and type(rung.workload) is type(workload)
            and rung.workload.with_shape(workload.shape) == workload
            and rung.build.runs_on(self.target)
        }
        if not covering:
            raise UserError(f"no ladder for {self.target.arch} computes {workload}")
        why = "no rung was measured near this shape"
        for path, timed_by in self.by_time(workload):
            if path in covering:
                rung = self.with_tuned_tile(covering[path], workload)
                if fits(rung, workload.shape):
                    return rung, timed_by
                why = "no fast rung fits the shape"
        raise ShapeError(why)

    def by_time(self, workload: Workload) -> Iterator[tuple[str, str]]:
        """Paths of the rungs that were measured near a shape, each with the compiler of the timed
        code: on this device, then on others; those of the nearest measured shape first, of these
        those timed as compiled here, and of these the fastest."""
        alike = [
            (
                device != self.device,
                distance(tuple(row["shape"]), workload.shape),
                row["compiler"] != self.compiler,
                row,
            )
            for device, rows in measured().items()
            for row in rows
            if row["dtype"] == workload.dtype
            and len(row["shape"]) == len(workload.shape)
            and covered(workload.shape, row["shape"])
        ]
        for *_, row in sorted(alike, key=lambda one: one[:3]):
            yield from ((f"{row['ladder']}:{name}", row["compiler"]) for name in row["rungs"])

    def with_tuned_tile(self, rung: Rung, workload: Workload) -> Rung:
        """The rung with its device's tile for exactly this shape, or as it is."""
        device = slug(self.device).removesuffix(".json")
        here = configurations(device) if device in devices() else []
        wanted = rung.path, workload.dtype, workload.shape
        if any((one.rung, one.dtype, one.shape) == wanted for one in here):
            return tuned(rung, device)
        return rung

    def library(self, rung: Rung, workload: Workload, name: str) -> tvm.runtime.Module:
        """The compiled kernel, as a function with this name."""
        scheduled = steps(rung, workload, target=self.target)[-1].mod
        assert scheduled is not None, "a ladder's rung is a schedule"
        function = scheduled["main"]
        mod = tvm.ir.IRModule({name: function.with_attr("global_symbol", name)})
        if self.target.on_cpu:
            return lower_cpu(mod, rung.build, self.target).executable().mod
        lowered, compiler = lower(mod, rung.build, self.target), Compiler(self.target)
        return lowered.executable(lambda _: compiler.cubin(lowered.source)).mod


def covered(shape: Sequence[int], measured: Sequence[int]) -> bool:
    """Whether what was fast at a measured shape is expected to be so at another one."""
    least, most = COVERED
    ratios = [extent / of for extent, of in zip(shape, measured, strict=True)]
    return least <= min(ratios) and max(ratios) <= most


@relax.expr_functor.mutator
class Mutator(relax.PyExprMutator):
    """Replaces matmuls; `replaced` and `left` say what became of each."""

    def __init__(self, module: tvm.ir.IRModule, rules: Rules) -> None:
        super().__init__(module)
        self.rules = rules
        self.function = ""
        self.replaced: list[tuple[str, str, tuple[int, ...], str]] = []
        self.left: list[Left] = []

    def visit_call_(self, call: relax.Call) -> relax.Expr:
        call = super().visit_call_(call)
        if call.op != tvm.ir.Op.get("relax.matmul"):
            return call
        try:
            return self.by_a_rung(call)
        except UserError as error:
            shapes = " x ".join(str(operand.ty.shape) for operand in call.args)
            self.left.append(Left(self.function, shapes, str(error)))
            return call

    def by_a_rung(self, call: relax.Call) -> relax.Expr:
        """A matmul by a kernel; raises UserError if there is none."""
        left, right = call.args
        weights, layout = self.stored(right)
        first, stored = extents(left), extents(weights)
        if len(stored) != 2 or len(first) < 2:
            raise UserError("only a second operand of two dimensions is covered")
        *rows, k = first
        m, n = math.prod(rows), stored[0] if layout == "nk" else stored[1]
        dtypes = str(left.ty.dtype), "float32", str(call.ty.dtype)
        if m == 1 and layout == "nk":
            workload: Workload = Gemv(n, k, *dtypes)
            operands = [weights, self.reshaped(left, (k,))]
        else:
            workload = Gemm(m, n, k, "mk", layout, *dtypes)
            operands = [self.reshaped(left, (m, k)), weights]
        name, path, timed_by = self.rules.kernel(workload)
        self.replaced.append((self.function, path, tuple(workload.shape), timed_by))
        ((shape, dtype),) = workload.outputs()
        made = relax.call_dps_packed(name, operands, relax.TensorType(shape, dtype))
        return self.reshaped(self.builder_.emit(made), (*rows, n))

    def stored(self, operand: relax.Expr) -> tuple[relax.Expr, str]:
        """The weights as they are in memory, and their layout."""
        bound = self.lookup_binding(operand) if isinstance(operand, relax.Var) else operand
        if isinstance(bound, relax.Call) and bound.op == tvm.ir.Op.get("relax.permute_dims"):
            axes = bound.attrs.axes
            if len(extents(bound)) == 2 and (axes is None or [int(a) % 2 for a in axes] == [1, 0]):
                return bound.args[0], "nk"
        return operand, "kn"

    def reshaped(self, operand: relax.Expr, shape: Sequence[int]) -> relax.Expr:
        if extents(operand) == tuple(shape):
            return operand
        return self.builder_.emit(relax.op.reshape(operand, relax.ShapeExpr(list(shape))))


def extents(operand: relax.Expr) -> tuple[int, ...]:
    """The extents of a tensor; raises UserError if they are not known."""
    shape = getattr(operand.ty, "shape", None)
    if not isinstance(shape, relax.ShapeExpr):
        raise UserError("its shape is not known")
    if not all(isinstance(extent, tvm.tirx.IntImm) for extent in shape):
        raise UserError("its extents are not known")
    return tuple(int(extent) for extent in shape)
