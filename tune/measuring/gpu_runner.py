"""Runners on a GPU: the first visible one, through torch."""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import Any

import tvm
import tvm_ffi

from schedules.analyses.verification.compare import difference
from schedules.analyses.verification.on_gpu import NOT_RUN, References, verify_on_device
from schedules.core.gpu import cuda, poison, poisoned_outputs
from schedules.core.ladder import Step
from schedules.core.problem import Problem
from schedules.measure import gpu as bench
from schedules.measure.contest import Contestant
from schedules.workloads import Workload

from .build import asked_for
from .cpu_runner import LOAD_S, CpuRunner, Ended, RepeatedRuns, Wrong, same_bits
from .interface import BuildRequest

# The number of launches that a candidate gets at least.
FEW = 3
# Fraction of the GPU's free memory for verified results that are kept.
KEPT_SHARE = 0.5
# `verify_on_device` uses a few other seeds, from 0 on.
SEEDS_APART = 1000


class GpuRunner(CpuRunner):
    """Candidates on the GPU; raises NoGpu if there is none."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self.torch = cuda()
        self.cubins: dict[str, bytes] = {}
        self.references: Any = None
        self.stage: Any = None
        # A library built without CUDA contains text; its cubin is sent along.
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
        for _, check, _ in verify_on_device([Loaded(request, run)], self.references):
            for message in check.problems:
                kind = Ended if message.startswith(NOT_RUN) else Wrong
                raise kind(message.partition("\n")[0] if kind is Ended else message)

    def times(self, run: Any, best_us: float | None) -> tuple[tuple[float, ...], bool]:
        """Times by CUDA events; short launches run as a CUDA graph on rotating inputs."""

        def launch(inputs: Sequence, outputs: Sequence) -> None:
            run(*inputs, *outputs)

        contestant = Contestant("candidate", launch)

        def once() -> float:
            return bench.elapsed_us(lambda: self.stage.launch(launch, 1))

        for _, outputs in self.stage.sets:
            for output in outputs:
                poison(output)
        try:
            few = [once() for _ in range(FEW)]
            if self.is_hopeless(few, best_us):
                return tuple(few), True
            # There are many candidates, and they are compared with each other.
            bench.measure(self.stage, [contestant], warm_us=0)
        except RuntimeError as error:
            raise Ended(f"does not run: {error}".partition("\n")[0]) from None
        finally:
            contestant.graph = None
        return tuple(contestant.samples_us), False

    def busy(self, run: Any) -> None:
        until = time.perf_counter() + LOAD_S
        while time.perf_counter() < until:
            for _ in range(FEW):
                self.stage.launch(lambda inputs, outputs: run(*inputs, *outputs), 1)
            self.torch.cuda.synchronize()

    def check_timed(self, run: Any, request: BuildRequest, timed: bool) -> bool:
        """Check the first timed set, then the checked runs on verified inputs."""
        _, workload = asked_for(request)
        expected = self.references.get(workload, "random", 0)
        runs = RepeatedRuns(lambda outputs: difference(outputs, expected, norms=False).message)
        varies = timed and self.varies_timed(run, workload)
        outputs = poisoned_outputs(workload)
        for number in range(request.checked_runs):
            for output in outputs:
                poison(output)
            run(*expected.inputs, *outputs)
            kept = outputs if runs.first is not None else [output.clone() for output in outputs]
            runs.take(kept, f"checked run {number + 1}")
        return varies or runs.varies

    def varies_timed(self, run: Any, workload: Workload) -> bool:
        """Whether another run differs from the last timed run of a set; raises Wrong.

        The correct result for a set's inputs is only computed if the two differ.
        """
        inputs, timed = self.stage.sets[0]
        again = poisoned_outputs(workload)
        run(*inputs, *again)
        if all(map(same_bits, timed, again)):
            return False
        right = workload.reference(inputs)
        expected = Problem(inputs, right, workload.tolerance(inputs))
        for outputs, which in ((timed, "the last timed run"), (again, "a run after those")):
            if message := difference(outputs, expected, norms=False).message:
                raise Wrong(f"{message}, in {which}")
        return True


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


class Loaded:
    """A candidate in the form in which verification takes a kernel."""

    step = Step(1, "candidate", "", None)

    def __init__(self, request: BuildRequest, run: Any) -> None:
        self.rung, self.workload = asked_for(request)
        self.executable = {"main": run}


class KeptReferences(References):
    """References that keep all kinds of inputs, with inputs of another seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.kept: dict[Any, Any] = {}

    def get(self, workload: Workload, kind: str, inputs_seed: int) -> Problem:
        key = (workload, kind, inputs_seed)
        if key not in self.kept:
            free, _ = cuda().cuda.mem_get_info()
            made = super().get(workload, kind, inputs_seed + SEEDS_APART * self.seed)
            if 3 * size_of(made) > free * KEPT_SHARE:
                return made
            self.kept[key] = made
        return self.kept[key]


def size_of(made: Problem) -> int:
    """Bytes of a reference's tensors."""
    parts = (made.inputs, made.outputs, made.tolerances)
    tensors = [value for part in parts for value in part if hasattr(value, "element_size")]
    return sum(tensor.element_size() * tensor.numel() for tensor in tensors)
