"""A decoder layer's linear layers in float16: `schedules.dispatch`, dlight and cuBLAS, on this GPU.

    python -m benchmarks.dispatch --out docs/results/dispatch-nvidia-h200.json
    python -m benchmarks.dispatch --fastest     # schedules/api/fastest.json, from the records

The layer is Llama 3 8B's: 2048 tokens at once, and one token. Every linear layer is dispatched from
a Relax module of its own, and its kernel, dlight's and cuBLAS's are verified, then timed in turn:
CUDA graphs of launches on rotating inputs. cuBLAS is called by torch, since TVM's packages are
built without it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gpusim.errors import UserError
from schedules.core.files import write_json
from schedules.workloads import Gemm, Gemv, Workload

RESULTS = Path(__file__).parents[1] / "docs/results"
TOKENS = 2048
# Outputs and inputs of each linear layer.
LAYER = {
    "q, k, v": (6144, 4096),
    "attention output": (4096, 4096),
    "gate, up": (28672, 4096),
    "down": (4096, 14336),
}
# Microseconds of untimed launches before a turn of samples.
WARM_US = 50_000
# Rungs slower than the fastest by more than this factor are not used.
AS_FAST = 2.0


@dataclass(frozen=True)
class Linear:
    """A linear layer for a number of tokens, y = x W^T with W stored (outputs, inputs)."""

    name: str
    tokens: int
    outputs: int
    inputs: int

    @property
    def workload(self) -> Workload:
        if self.tokens == 1:
            return Gemv(self.outputs, self.inputs)
        dtypes = ("float16", "float32", "float16")
        return Gemm(self.tokens, self.outputs, self.inputs, "mk", "nk", *dtypes)

    def module(self) -> Any:
        """The layer in Relax, as an exported model has it."""
        from tvm import relax

        x = relax.Var("x", relax.TensorType((1, self.tokens, self.inputs), "float16"))
        w = relax.Var("w", relax.TensorType((self.outputs, self.inputs), "float16"))
        builder = relax.BlockBuilder()
        with builder.function("main", [x, w]):
            with builder.dataflow():
                turned = builder.emit(relax.op.permute_dims(w))
                y = builder.emit_output(relax.op.matmul(x, turned, out_dtype="float16"))
            builder.emit_func_output(y)
        return builder.finalize()


def linears() -> list[Linear]:
    return [
        Linear(name, tokens, *extents) for tokens in (TOKENS, 1) for name, extents in LAYER.items()
    ]


def kernel_of(linear: Linear, target: Any, device: str = "") -> tuple[Any, Any, str]:
    """The dispatched module, its kernel, and the rung."""
    from schedules import dispatch

    dispatched = dispatch(linear.module(), target, device)
    (replaced,) = dispatched.replaced
    (library,) = dispatched.module.attrs["external_mods"]
    (name,) = calls(dispatched.module)
    return dispatched.module, library[name], replaced.rung


def calls(module: Any) -> list[str]:
    """Names of the external functions that a module's `main` calls."""
    from tvm import relax

    found: list[str] = []

    def visit(expression: Any) -> None:
        if isinstance(expression, relax.ExternFunc):
            found.append(str(expression.global_symbol))

    relax.analysis.post_order_visit(module["main"], visit)
    return found


def compiled(linear: Linear, arch: str) -> bool:
    """Compile the kernels of a linear layer into the cache; whether dlight has one."""
    from schedules.compile.compiler import Compiler
    from schedules.core.target import Target
    from schedules.measure.baselines import _dlight

    kernel_of(linear, arch)
    return _dlight(linear.workload, Compiler(Target.parse(arch))) is not None


def measured(linear: Linear, in_a_machine: bool) -> dict[str, Any]:
    """Times of a linear layer in microseconds, every kernel verified first; `in_a_machine` also
    checks the module in Relax's virtual machine."""
    from schedules.analyses.verification.compare import difference
    from schedules.analyses.verification.on_gpu import problem_on_device
    from schedules.compile.compiler import Compiler
    from schedules.core.gpu import cuda, device_target, poisoned_outputs
    from schedules.measure.baselines import _dlight, baselines
    from schedules.measure.contest import Contestant
    from schedules.measure.gpu import TensorSets, measure

    workload, compiler = linear.workload, Compiler(device_target())
    module, kernel, rung = kernel_of(linear, "cuda")
    runs = {
        "dispatch": lambda i, o: kernel(*i, *o),
        "dlight": _dlight(workload, compiler),
        "cuBLAS": next(iter(baselines(workload, compiler, first_only=True).values())),
    }
    problem = problem_on_device(workload, "random", 0)
    wrong: dict[str, str] = {}
    for who, run in runs.items():
        outputs = poisoned_outputs(workload)
        if run is None:
            wrong[who] = "has no kernel for it"
            continue
        run(problem.inputs, outputs)
        cuda().cuda.synchronize()
        wrong[who] = difference(outputs, problem).message
    if in_a_machine:
        outputs = [in_relax(module, linear, problem.inputs)]
        wrong["dispatch in Relax"] = difference(outputs, problem).message
    sets = TensorSets(workload)
    right = [Contestant(who, run) for who, run in runs.items() if not wrong[who]]
    measure(sets, right, warm_us=WARM_US)
    return {
        "layer": linear.name,
        "tokens": linear.tokens,
        "shape": list(workload.shape),
        "rung": rung,
        "times_us": {one.name: round(one.time_us, 3) for one in right},
        "wrong": {who: text for who, text in wrong.items() if text},
    }


def in_relax(module: Any, linear: Linear, inputs: list[Any]) -> Any:
    """The output of a dispatched module in Relax's virtual machine, as a torch tensor."""
    import tvm
    from tvm import relax

    from schedules.core.gpu import cuda, device_target

    w, x = inputs if linear.tokens == 1 else inputs[::-1]
    machine = relax.VirtualMachine(relax.build(module, device_target().tvm), tvm.cuda(0))
    x = x.reshape(1, linear.tokens, linear.inputs)
    made = machine["main"](tvm.runtime.from_dlpack(x), tvm.runtime.from_dlpack(w))
    cuda().cuda.synchronize()
    return cuda().from_dlpack(made).reshape(linear.workload.outputs()[0][0])


def fastest() -> dict[str, list[dict[str, Any]]]:
    """By device, the rungs that are fast at each recorded shape, fastest first, by the compiler of
    the timed code."""
    from schedules.core.ladder import ladder

    found = {}
    fields = "ladder", "dtype", "shape", "compiler", "rungs"
    for path in sorted(RESULTS.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(record, dict) or not {"device", "rows"} <= record.keys():
            continue
        times: dict[tuple, dict[str, float]] = defaultdict(dict)
        for row in record["rows"]:
            if {"ladder", "rung", "shape", "dtype", "time_us"} <= row.keys():
                known = ladder(row["ladder"]).rungs.get(row["rung"])
                if known is not None and type(known.workload) in (Gemm, Gemv):
                    by = row.get("compiler", "")
                    at = row["ladder"], row["dtype"], tuple(row["shape"]), by
                    times[at][row["rung"]] = row["time_us"]
        if times:
            found[record["device"]] = [
                dict(zip(fields, (*at, fast(rungs)), strict=True))
                for at, rungs in sorted(times.items())
            ]
    return found


def fast(times: dict[str, float]) -> list[str]:
    limit = AS_FAST * min(times.values())
    return [name for name in sorted(times, key=times.__getitem__) if times[name] <= limit]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, help="the record to write")
    parser.add_argument("--fastest", action="store_true", help="write schedules/api/fastest.json")
    options = parser.parse_args()
    if options.fastest:
        from schedules.api.dispatching import FASTEST

        write_json(FASTEST, fastest())
        return
    from benchmarks import dispatch as benchmark
    from schedules.core.gpu import cuda, device_target
    from schedules.measure.environment import gpu_driver
    from schedules.processes.platforms import cores
    from schedules.processes.worker import Pool
    from tune.records.lines import versions

    begun, rows, kinds = time.monotonic(), [], set()
    arch = device_target().arch
    # By the module's own name: workers cannot import `__main__`.
    pool = Pool(partial(benchmark.compiled, arch=arch), min(cores(), len(linears())))
    pool.map(benchmark.linears())
    pool.end()
    for linear in linears():
        rows.append(measured(linear, linear.tokens not in kinds))
        print(rows[-1])
        kinds.add(linear.tokens)
    record = {
        "device": cuda().cuda.get_device_name(),
        "driver": gpu_driver(),
        "versions": {**versions(), "torch": cuda().__version__},
        "seconds": round(time.monotonic() - begun, 1),
        "layers": rows,
    }
    if options.out:
        write_json(options.out, record)
        print(f"wrote {options.out} after {record['seconds']} s")
    sys.exit(any(row["wrong"] for row in rows))


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        print(f"benchmarks.dispatch: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
