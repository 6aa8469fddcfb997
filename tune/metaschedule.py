"""MetaSchedule with this project's spaces, and with candidates that are verified when measured.

    import tune.metaschedule as bridge

    with bridge.measuring(module, "llvm") as (builder, runner):
        ms.tune_tir(module, target, work_dir, 64, builder=builder, runner=runner)

The builder only stores a candidate's module. The runner builds, verifies and times it in other
processes, as `tune run` does: a candidate with a wrong result has no time, and one that crashes,
hangs or exhausts memory costs nothing else. The times are in the database as always, and
`MetaScheduleApplyDatabase` applies them.
"""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import tvm
from tvm import relax, tirx
from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms
from tvm.tirx.buffer import is_buffer_var

from gpusim.errors import UserError
from schedules.core.gpu import device_target
from schedules.core.ladder import NoTile, Rung, ladder
from schedules.core.target import CPU, CUDA, Target, native_mcpu
from schedules.core.tvm_script import quick_parser
from schedules.lowering.nodes import nodes
from schedules.sources.computations import Computation
from schedules.sources.names import is_file
from schedules.sources.schedule_source import OwnRung

from .measuring.interface import BuildRequest, MeasureOptions, Outcome
from .measuring.pool import Pool
from .own_file import rung_of, template_of
from .space.generator import search_target as search_target
from .space.template import find, names

LOADER = f"{__name__}:rung_in"


def space(
    schedule: str | Rung,
    shape: Sequence[int] = (),
    target: str | tvm.target.Target | Target = "",
    *,
    knobs: str = "",
    seed: int = 0,
) -> ms.SpaceGenerator:
    """The knobs of a schedule as a design space of MetaSchedule: `ms.tune_tir(..., space=...)`.

    Schedules are Python, so `num_tuning_cores=1` is required. The module to tune is the schedule's
    own computation (`computation`).

    Parameters
    ----------
    schedule : str or Rung
        'LADDER:RUNG', or FILE.py:NAME with its `space`.
    shape : tuple of int
        The workload's sizes, by default its own.
    target : str or Target
        By default this machine's GPU or CPU.
    knobs : str
        A file of tune/spaces; by default the first that is for this rung.
    seed : int
        Of the draws.

    Raises
    ------
    UserError
        An unknown name, a shape that does not fit, or a schedule without knobs.
    """
    rung = rung_called(schedule)
    workload = rung.workload.with_shape(shape) if shape else rung.workload
    to = as_target(target or rung.target)
    if isinstance(schedule, str) and is_file(schedule):
        template = template_of(rung)
    else:
        template = find(knobs) if knobs else first_template(rung)
    return template.at(rung, workload.shape, to).generator(seed)


def computation(schedule: str | Rung, shape: Sequence[int] = ()) -> tvm.ir.IRModule:
    """The unscheduled module of a schedule, at `shape` or its own sizes."""
    workload = rung_called(schedule).workload
    func = (workload.with_shape(shape) if shape else workload).prim_func()
    return tvm.ir.IRModule({"main": func.with_attr("global_symbol", "main")})


def rung_called(schedule: str | Rung) -> Rung:
    if isinstance(schedule, Rung):
        return schedule
    if is_file(schedule):
        return rung_of(schedule)
    name, _, rung = schedule.partition(":")
    return ladder(name)[rung]


def first_template(rung: Rung) -> Any:
    for name in names():
        template = find(name)
        if rung.path in template.rungs:
            return template
    raise UserError(f"no file of tune/spaces has knobs for {rung.path}")


def as_target(target: str | tvm.target.Target | Target) -> Target:
    """A target as this project's; 'cuda' and 'llvm' are this machine's."""
    if isinstance(target, Target):
        return target
    if isinstance(target, tvm.target.Target):
        kind = str(target.kind.name)
        arch = target.attrs.get("arch" if kind == CUDA else "mcpu")
        return Target.parse(str(arch), kind) if arch else as_target(kind)
    if target == CUDA:
        return device_target()
    if target == CPU:
        return Target(CPU, native_mcpu())
    return Target.parse(target, CUDA if target.startswith("sm_") else CPU)


# --- Measuring ------------------------------------------------------------------------------------


@contextmanager
def measuring(
    module: tvm.ir.IRModule | tirx.PrimFunc,
    target: str | tvm.target.Target | Target,
    **options: Any,
) -> Iterator[tuple[ms.builder.Builder, ms.runner.Runner]]:
    """A builder and a runner of MetaSchedule for the tasks of a TIR or Relax module.

    Results are compared with those of the module's own functions in float64. `options` are those of
    a job's table [measure], as in `run_timeout_s=5.0`, and `cluster`, its table [cluster]. A
    candidate is compared with the function that has its arguments; if there are several, one has to
    agree.

    Raises NoGpu or NoTool if this machine cannot measure.
    """
    to = as_target(target)
    load_intrinsics()
    with tempfile.TemporaryDirectory(prefix="tune-tasks-") as folder:
        references = References(functions_of(module, to), Path(folder), to.arch)
        with closing(Pool(MeasureOptions(kind=to.kind, **options))) as pool:

            def measured(modules: Sequence[tvm.ir.IRModule]) -> list[Outcome]:
                return references.measured(modules, pool)

            yield builder_and_runner(measured)


def load_intrinsics() -> None:
    """Import TVM's intrinsics, which MetaSchedule needs, in a tenth of the time."""
    with quick_parser():
        importlib.import_module("tvm.s_tir.tensor_intrin")


def functions_of(module: tvm.ir.IRModule | tirx.PrimFunc, target: Target) -> list[tirx.PrimFunc]:
    """The functions that MetaSchedule tunes; of a Relax module, those of its tasks."""
    if isinstance(module, tirx.PrimFunc):
        return [module]
    functions = list(module.functions.values())
    if any(isinstance(function, relax.Function) for function in functions):
        tasks = ms.relax_integration.extract_tasks(module, target.tvm)
        return [function for task in tasks for function in task.dispatched[0].functions.values()]
    return [function for function in functions if isinstance(function, tirx.PrimFunc)]


class References:
    """The unscheduled functions, each in a file that builders and runners read."""

    def __init__(self, functions: Sequence[tirx.PrimFunc], folder: Path, arch: str) -> None:
        self.arch, self.count = arch, 0
        self.files: dict[tuple, list[tuple[Path, set[str]]]] = {}
        for number, function in enumerate(functions):
            file = folder / f"task_{number}.json"
            file.write_text(tvm.ir.save_json(function), encoding="utf-8")
            self.files.setdefault(arguments(function), []).append((file, blocks(function)))

    def measured(self, modules: Sequence[tvm.ir.IRModule], pool: Pool) -> list[Outcome]:
        """The outcomes of scheduled modules, in their order."""
        outcomes: dict[int, Outcome] = {}
        unknown = Outcome("wrong", message="no function of the module has its arguments")
        texts = [tvm.ir.save_json(module) for module in modules]
        left = {number: self.candidates(module) for number, module in enumerate(modules)}
        while left:
            requests = []
            for number, files in list(left.items()):
                if files:
                    requests.append(self.request(number, files.pop(0), texts[number]))
                else:
                    outcomes.setdefault(number, unknown)
                    del left[number]
            for request, outcome in pool.measure(requests):
                number = int(request.key.rpartition(" ")[2])
                outcomes[number] = outcome
                if outcome.kind != "wrong":
                    del left[number]
        return [outcomes[number] for number in range(len(modules))]

    def candidates(self, module: tvm.ir.IRModule) -> list[Path]:
        """Files of the functions with a module's arguments, the most similar first."""
        (function,) = module.functions.values()
        known, own = self.files.get(arguments(function), []), blocks(function)
        return [file for file, names in sorted(known, key=lambda one: -len(one[1] & own))]

    def request(self, number: int, file: Path, text: str) -> BuildRequest:
        self.count += 1
        name = f"{file.stem} {self.count} {number}"
        return BuildRequest(name, str(file), (), self.arch, module=text, loader=LOADER)


def arguments(function: tirx.PrimFunc) -> tuple:
    """Shapes and dtypes of a function's arguments."""
    buffers = filter(is_buffer_var, function.params)
    return tuple((tuple(map(int, buffer.shape)), str(buffer.dtype)) for buffer in buffers)


def blocks(function: tirx.PrimFunc) -> set[str]:
    return {str(block.name_hint) for block in nodes(tvm.s_tir.SBlock, function.body)}


def rung_in(file: str) -> Rung:
    """The rung of a function in a file; its schedule comes with each candidate."""
    function = tvm.ir.load_json(Path(file).read_text(encoding="utf-8"))
    return OwnRung(file, 1, "task", lambda sch, tile: iter(()), Computation(function), NoTile())


Measured = Callable[[Sequence[tvm.ir.IRModule]], list[Outcome]]


def builder_and_runner(measured: Measured) -> tuple[ms.builder.Builder, ms.runner.Runner]:
    """MetaSchedule's builder and runner whose candidates' outcomes are those of `measured`."""

    @derived_object
    class Builder(ms.builder.PyBuilder):
        """Stores modules; the runner builds them, beside those that it runs."""

        def build(self, build_inputs):
            results = []
            for given in build_inputs:
                # MetaSchedule removes the folder after the run.
                file = Path(tempfile.mkdtemp(prefix="tune-candidate-")) / "module.json"
                file.write_text(tvm.ir.save_json(given.mod), encoding="utf-8")
                results.append(ms.builder.BuilderResult(str(file), None))
            return results

    @derived_object
    class Runner(ms.runner.PyRunner):
        def run(self, runner_inputs):
            files = [Path(str(given.artifact_path)) for given in runner_inputs]
            outcomes = measured([tvm.ir.load_json(file.read_text("utf-8")) for file in files])
            return [Future(outcome) for outcome in outcomes]

    @derived_object
    class Future(ms.runner.PyRunnerFuture):
        """A candidate that has been measured."""

        def __init__(self, outcome: Outcome) -> None:
            super().__init__()
            self.outcome = outcome

        def done(self) -> bool:
            return True

        def result(self):
            outcome = self.outcome
            if outcome.kind == "ok":
                return ms.runner.RunnerResult([us * 1e-6 for us in outcome.times_us], None)
            return ms.runner.RunnerResult(None, f"{outcome.kind}: {outcome.message}")

    return Builder(), Runner()
