"""Runners on a GPU: the first visible one, through torch."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

import tvm
import tvm_ffi

from schedules.checks.compare import Expected
from schedules.checks.on_gpu import References, verify_on_device
from schedules.gpu import cuda
from schedules.steps import Step
from schedules.timing import gpu as bench
from schedules.timing.contest import Contestant
from schedules.workloads import Workload

from .build import asked_for, scheduled
from .cpu_runner import CpuRunner, Ended, Wrong
from .interface import BuildRequest

# Launches of a candidate that may be all it gets.
FEW = 3
# A share of the GPU's free memory for verified results that are kept.
KEPT_SHARE = 0.5
# `verify_on_device` uses a few seeds of its own, from 0 on.
SEEDS_APART = 1000


class GpuRunner(CpuRunner):
    """Candidates on the GPU; raises NoGpu where there is none."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self.torch = cuda()
        self.cubins: dict[str, bytes] = {}
        self.references: Any = None
        self.stage: Any = None
        # A library made where there is no CUDA brings text, for which its machine code came along.
        tvm_ffi.register_global_func(
            "tvm_callback_cuda_compile", lambda source: self.cubins[digest(source)], override=True
        )

    def make(self, workload: Workload) -> None:
        self.stage = bench.TensorSets(workload)
        self.references = KeptReferences(self.seed)

    def forget(self) -> None:
        self.at = None
        self.stage = self.references = None
        self.torch.cuda.empty_cache()

    def load(self, built: Mapping[str, bytes]) -> Any:
        self.cubins = {digest(built["source"].decode()): built["cubin"]}
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            file.write(built["library"])
            file.flush()
            return tvm.runtime.load_module(file.name)["main"]

    def verify(self, run: Any, request: BuildRequest) -> None:
        for result in verify_on_device([Loaded(request, run)], self.references):
            message = result.difference.message
            if message.startswith("does not run"):
                raise Ended(message.partition("\n")[0])
            if message:
                raise Wrong(message)

    def times(self, run: Any, best_us: float | None) -> tuple[tuple[float, ...], bool]:
        """By CUDA events, of a graph of launches on rotating inputs where a launch is short."""

        def launch(inputs: Sequence, outputs: Sequence) -> None:
            run(*inputs, *outputs)

        contestant = Contestant("candidate", launch)

        def once() -> float:
            return bench.elapsed_us(lambda: self.stage.launch(launch, 1))

        try:
            few = [once() for _ in range(FEW)]
            if self.is_hopeless(few, best_us):
                return tuple(few), True
            bench.measure(self.stage, [contestant])
        except RuntimeError as error:
            raise Ended(f"does not run: {error}".partition("\n")[0]) from None
        finally:
            contestant.graph = None
        return tuple(contestant.samples_us), False


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


class Loaded:
    """A candidate as verification wants a kernel; its module is made when an error is explained."""

    def __init__(self, request: BuildRequest, run: Any) -> None:
        self.rung, self.workload = asked_for(request)
        self.executable = {"main": run}
        self.request = request

    @property
    def step(self) -> Step:
        return Step(1, "candidate", "", scheduled(self.request), ())


class KeptReferences(References):
    """References that keep what they have for every kind of input, on inputs of another seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.kept: dict[Any, Any] = {}

    def get(self, workload: Workload, kind: str, inputs_seed: int) -> Expected:
        key = (workload, kind, inputs_seed)
        if key not in self.kept:
            free, _ = cuda().cuda.mem_get_info()
            made = super().get(workload, kind, inputs_seed + SEEDS_APART * self.seed)
            if 3 * size_of(made) > free * KEPT_SHARE:
                return made
            self.kept[key] = made
        return self.kept[key]


def size_of(made: Expected) -> int:
    """Bytes of a reference's tensors."""
    parts = (made.inputs, made.outputs, made.tolerances)
    tensors = [value for part in parts for value in part if hasattr(value, "element_size")]
    return sum(tensor.element_size() * tensor.numel() for tensor in tensors)
