"""Converts any object that holds a user's schedule to a rung.

That is a finished `s_tir.Schedule`, a generator over one that yields step names, a module (written
by hand as TVMScript or TIRx, or made by dlight or MetaSchedule), a PrimFunc, a TE computation, or a
function that returns one of these. `load` finds them in a file; `schedules.explore` passes them
directly.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, make_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir, tirx

from gpusim.errors import UserError, nearest

from ..core.errors import UnknownName
from ..core.ladder import Build, NoTile, Rung, Step, Tile, walk_trace
from ..core.target import CPU, CUDA
from ..lowering.checks import calls_device_code, threads_meet
from ..lowering.lower import lower, lower_cpu
from ..lowering.passes import pass_effects
from ..workloads import Workload
from .computations import (
    Computation,
    ScheduleSource,
    Uncompared,
    as_function,
    as_main,
    as_workload,
    called,
    functions_of,
    is_computation,
    kept_rules,
    only_function,
    with_extents,
)
from .input_values import Own, run_file


def decisions_of(tile: Tile) -> dict[str, Any]:
    """The decisions for sampling instructions, by name; a tile made by `tune` has them."""
    return dict(getattr(tile, "decisions", ()))


@dataclass(frozen=True)
class OwnRung(Rung):
    """A user's rung, which is verified at its own shape."""

    def verify_shapes(self) -> list[tuple[int, ...]]:
        return [self.workload.shape]


Again = Callable[[Sequence[int], Mapping[str, Any]], tuple[s_tir.Schedule, tvm.ir.IRModule]]


@dataclass(frozen=True)
class RecordedRung(OwnRung):
    """A finished schedule, replayed primitive by primitive from its trace.

    `again`, if a function returned the schedule, gives it for other sizes or decisions, with its
    original module.
    """

    schedule: s_tir.Schedule | None = None
    origin: tvm.ir.IRModule | None = None
    again: Again | None = None

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        # `origin_of` has already compared them, and verification replays with other intrinsics.
        for step in walk_trace(*self.finished(workload, tile), check=False):
            yield replace(step, mod=as_main(step.mod))

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        assert self.schedule is not None and self.origin is not None
        decided = decisions_of(tile)
        if self.again is not None and (decided or workload.shape != self.workload.shape):
            return self.again(workload.shape, decided)
        if decided:
            return decided_anew(self.schedule, self.origin, Decisions(decided)), self.origin
        return self.schedule, self.origin

    def apply(self, sch: s_tir.Schedule, tile: Tile) -> Iterator:
        """Replay the whole trace of the schedule on `sch`."""
        finished, _ = self.finished(self.workload, tile)
        finished.trace.apply_to_schedule(sch, remove_postproc=False)
        yield from ()


@dataclass(frozen=True)
class ModuleRung(OwnRung):
    """A module without a trace: its steps are the lowering passes that change it.

    `wanted` makes the module, with the function `main`, for a workload.
    """

    wanted: Callable[[Workload], tvm.ir.IRModule] | None = None

    @property
    def serial(self) -> bool:
        device_code = not self.on_cpu and calls_device_code(self._module)
        return not device_code and not threads_meet(self._module)

    @cached_property
    def _module(self) -> tvm.ir.IRModule:
        assert self.wanted is not None
        return self.wanted(self.workload)

    @cached_property
    def _changes(self) -> list[tuple[int, str, str]]:
        """The passes that change the module: number of passes so far, name, and effect."""
        to, target = (lower_cpu if self.on_cpu else lower), self.lowered_for()
        try:
            runs = to(self._module, self.build, target).passes
        except UserError:
            # The step of the module itself says why it is not a kernel.
            return []
        return [
            (
                effect.index,
                effect.name.rpartition(".")[2],
                f"+{effect.added} -{effect.removed} lines of TIR",
            )
            for effect in pass_effects(runs)
            if effect.changed
        ]

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        rung = self if workload is self.workload else replace(self, workload=workload)
        yield Step(1, "module", "as it is given", rung._module, ())
        names: dict[str, int] = {}
        for index, (passes, name, effect) in enumerate(rung._changes, 2):
            names[name] = names.get(name, 0) + 1
            unique = name if names[name] == 1 else f"{name}_{names[name]}"
            yield Step(index, unique, effect, rung._module, (), no_effect=True, passes=passes)

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        raise UserError(
            f"{self.path} is not a schedule: its steps are compiler passes, not primitives"
        )

    def primitives(self, workload: Workload, tile: Tile) -> list[Step]:
        """No primitives: a module does not record how it was scheduled."""
        return []


# --- Schedule source ------------------------------------------------------------------------------

TAKEN = "an s_tir.Schedule, a PrimFunc, an IRModule or a list of TE tensors"


def as_rung(given: Any, about: ScheduleSource) -> Rung:
    """The rung of an object that holds a schedule; raises UserError with one line."""
    if isinstance(given, s_tir.Schedule):
        if about.shape is not None:
            raise UserError(
                f"{about.where} is a finished schedule of a fixed shape: leave out the shape"
            )
        return of_schedule(given, about, [])
    if is_computation(given):
        return of_module(given, about)
    if not callable(given):
        raise UserError(f"{about.where} must be a function or {TAKEN}, not {type(given).__name__}")
    required, most = arguments_of(given)
    if inspect.isgeneratorfunction(given):
        if len(required) != 1:
            raise UserError(f"{about.where} is a generator: it takes one argument, the schedule")
        return of_generator(given, about)
    sizes = about.shape if about.shape and len(required) <= len(about.shape) <= most else ()
    if len(required) > len(sizes):
        names = ", ".join(required)
        raise UserError(
            f"{about.where} must take no argument ({names} given none), or yield the names of steps"
        )
    with recorded_origins() as origins, deciding(Decisions()):
        made = called(given, about.where, *sizes)
    if isinstance(made, s_tir.Schedule):
        if about.shape is not None and not sizes:
            raise UserError(
                f"{about.where} returns a finished schedule of a fixed shape: leave out the shape"
            )
        return of_schedule(made, about, origins, given)
    if not is_computation(made):
        raise UserError(f"{about.where} returned {type(made).__name__}, not {TAKEN}")
    return of_module(made, about, given if sizes or not about.shape else None)


def arguments_of(function: Callable) -> tuple[list[str], int]:
    """The names of a function's required arguments, and how many it accepts."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = list(inspect.signature(function).parameters.values())
    plain = [parameter for parameter in taken if parameter.kind in positional]
    more = any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in taken)
    return [
        parameter.name for parameter in plain if parameter.default is parameter.empty
    ], 1000 if more else len(plain)


def common(about: ScheduleSource) -> dict[str, Any]:
    """The arguments that all kinds of rungs share."""
    return {
        "ladder": about.ladder,
        "index": 1,
        "name": about.name,
        "tile": NoTile(),
        "any_shape": True,
        "target": about.kind or CUDA,
    }


def of_generator(function: Callable, about: ScheduleSource) -> OwnRung:
    """The rung of a generator over a schedule."""
    if about.computation is None:
        raise UserError(
            f"{about.where} has a generator but no `workload`: define one, for example a "
            "function that returns the list of TE tensors [A, B, C]"
        )

    usual = numbers_of(function)

    @functools.wraps(function)
    def with_numbers(sch: s_tir.Schedule, tile: Tile) -> Iterator:
        numbers = {name: getattr(tile, name) for name in asdict(usual)}
        yield from decided(function(sch, **numbers), Decisions(decisions_of(tile)))

    about_it = common(about) | {"tile": usual}
    return OwnRung(function=with_numbers, workload=as_workload(about), **about_it)


def numbers_of(function: Callable) -> Tile:
    """The default values of a generator's other arguments, as its tile."""
    _, *numbers = inspect.signature(function).parameters.values()
    given = [
        (number.name, type(number.default), field(default=number.default)) for number in numbers
    ]
    return make_dataclass("Numbers", given, bases=(NoTile,), frozen=True)() if given else NoTile()


def of_schedule(
    sch: s_tir.Schedule,
    about: ScheduleSource,
    origins: Sequence[tvm.ir.IRModule],
    function: Callable | None = None,
) -> Rung:
    """The rung of a finished schedule.

    Primitive by primitive if its original module is known (`origins`, or the computation), else as
    a module.
    """
    trace = sch.trace
    if trace is None or all(instruction.kind.is_pure for instruction in trace.insts):
        return of_module(sch.mod, about)
    origin = origin_of(sch, origins, about)
    if origin is None:
        return of_module(sch.mod, about)

    def again(
        sizes: Sequence[int], decisions: Mapping[str, Any]
    ) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        # A computation of fixed shape takes none, not even its own.
        own = tuple(sizes) == workload.shape
        source = about if own else replace(about, shape=tuple(sizes) or None)
        with recorded_origins() as begun, deciding(Decisions(decisions)):
            made = called(function, about.where, *sizes)
        return made, origin_of(made, begun, source)

    @functools.wraps(function or _documented(""))
    def remake(*sizes: int) -> tirx.PrimFunc:
        return only_function(again(sizes, {})[1], about.where)

    workload = Computation(
        with_extents(only_function(origin, about.where), about)[0],
        about.shape or (),
        remake if function is not None and arguments_of(function)[1] else None,
        about.own,
    )
    return RecordedRung(
        function=function or _documented("A finished schedule, primitive by primitive."),
        workload=workload,
        schedule=sch,
        origin=origin,
        again=None if function is None else again,
        **common(about),
    )


def of_module(given: Any, about: ScheduleSource, again: Callable | None = None) -> ModuleRung:
    """The rung of a module, a PrimFunc or a computation; `again` makes it for another shape."""
    if hasattr(given, "prim_func"):
        about, given = replace(about, computation=given), given.prim_func()
    func, remake = with_extents(as_function(given, about.where), about)
    if again is not None:

        @functools.wraps(again)
        def remake(*sizes: int) -> tirx.PrimFunc:
            return as_function(called(again, about.where, *sizes), about.where)

    def wanted(other: Workload) -> tvm.ir.IRModule:
        sized = remake is not None and other.shape != workload.shape
        return as_main(tvm.ir.IRModule({"main": remake(*other.shape) if sized else func}))

    target = func.attrs.get("target") if func.attrs else None
    kind = about.kind or (str(target.kind.name) if target is not None else None)
    if about.computation is not None:
        workload = as_workload(about)
    else:
        # Modules whose threads synchronize cannot run serially, and a CPU has none of a GPU's
        # functions.
        mod = tvm.ir.IRModule({"main": func})
        on_gpu = threads_meet(mod) or (kind != CPU and calls_device_code(mod))
        alone = about.own.reference is None and on_gpu
        kind_of = Uncompared if alone else Computation
        workload = kind_of(func, about.shape or (), remake, about.own)
    return ModuleRung(
        function=_documented("A module, pass by pass on its way to a kernel."),
        workload=workload,
        wanted=wanted,
        **common(replace(about, kind=kind)),
    )


def _documented(text: str) -> Callable[..., Any]:
    """A placeholder for the generator function of a ladder's rung."""

    def function(*_: Any) -> None:
        """Never called."""

    function.__doc__ = text
    return function


# --- The original module of a schedule ------------------------------------------------------------


@contextlib.contextmanager
def recorded_origins() -> Iterator[list[tvm.ir.IRModule]]:
    """Collect the modules that schedules are created from while a user's function runs.

    A schedule keeps no copy of its original module, and a trace is meaningless without it.
    """
    origins: list[tvm.ir.IRModule] = []
    construct = s_tir.Schedule.__init__

    def recording(self, mod, *args, **kwargs):
        construct(self, mod, *args, **kwargs)
        origins.append(self.mod)

    s_tir.Schedule.__init__ = recording
    try:
        yield origins
    finally:
        s_tir.Schedule.__init__ = construct


def origin_of(
    sch: s_tir.Schedule, origins: Sequence[tvm.ir.IRModule], about: ScheduleSource
) -> tvm.ir.IRModule | None:
    """The module among `origins`, or the computation, from which the schedule's trace gives the
    schedule's module.

    None if there are none; raises UserError if none of them does.
    """
    known = list(origins)
    if about.computation is not None:
        known.append(s_tir.Schedule(as_workload(about).prim_func()).mod)
    for origin in reversed(known):
        replay = s_tir.Schedule(origin)
        try:
            sch.trace.apply_to_schedule(replay, remove_postproc=False)
        except Exception:  # A trace that does not fit this module belongs to another one.
            continue
        if tvm_ffi.structural_equal(replay.mod, sch.mod):
            return origin
    if known:
        raise UserError(
            f"{about.where}: the schedule cannot be replayed on the given computation: "
            "create it in the function that returns it, or give its `computation`"
        )
    return None


# --- sampling instructions ------------------------------------------------------------------------

# Sampling instructions of a schedule: their candidates, and schedules with given decisions.
#
# `sample_perfect_tile` and `sample_categorical` decide at random. Here each instruction has a name
# and takes the decision given for that name, so that a schedule is reproducible and `tune` can
# choose. A name is 'tile_' and the loop's name, or 'choice'; repeated names are numbered.


PERFECT_TILE, CATEGORICAL = "SamplePerfectTile", "SampleCategorical"


def divisors(extent: int) -> list[int]:
    small = [number for number in range(1, math.isqrt(extent) + 1) if extent % number == 0]
    return sorted({*small, *(extent // number for number in small)})


def factorizations(extent: int, parts: int, max_factor: int) -> list[tuple[int, ...]]:
    """All ways to write `extent` as a product of `parts`, the last at most `max_factor`."""
    if parts == 1:
        return [(extent,)]
    return [
        (*outer, last)
        for last in divisors(extent)
        if last <= max_factor
        for outer in factorizations(extent // last, parts - 1, extent)
    ]


@dataclass(frozen=True)
class Sample:
    """A sampling instruction: its candidates (numbers or splits), and its decision."""

    name: str
    options: tuple[Any, ...]
    chosen: Any


@dataclass
class Decisions:
    """The decisions of a schedule's sampling instructions, by name; `samples` are those
    encountered.

    An instruction without a given decision takes its own `decision=`; without that, the most
    probable candidate (the first of several), or the split with the largest innermost factor and
    similar other factors.
    """

    given: Mapping[str, Any] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)

    def tile(
        self, loop: s_tir.schedule.For, parts: int, most: int, own: Sequence[int] | None
    ) -> tuple[int, ...]:
        """The decided split of a loop; raises UserError if the requested one is not a candidate."""
        options = sorted(factorizations(int(loop.extent), parts, most))
        usual = min(options, key=lambda option: (-option[-1], max(option), option))
        return self._decided(f"tile_{loop.loop_var.name}", options, own, usual)

    def choice(
        self, candidates: Sequence[Any], weights: Sequence[Any], own: int | None = None
    ) -> int:
        """The index of the decided candidate; raises UserError if the requested one is not one."""
        numbers = [int(candidate) for candidate in candidates]
        likely = [float(weight) for weight in weights]
        usual = numbers[likely.index(max(likely))]
        decided = self._decided("choice", numbers, None if own is None else numbers[own], usual)
        return numbers.index(decided)

    def _decided(self, stem: str, options: Sequence[Any], own: Any, usual: Any) -> Any:
        names = {sample.name for sample in self.samples}
        numbered = (f"{stem}_{number}" for number in itertools.count(2))
        name = next(
            candidate for candidate in itertools.chain([stem], numbered) if candidate not in names
        )
        if own is not None:
            usual = tuple(map(int, own)) if isinstance(usual, tuple) else own
        chosen = self.given.get(name, usual)
        chosen = tuple(chosen) if isinstance(chosen, list) else chosen
        if name in self.given and chosen not in options:
            raise UserError(
                f"{name} = {chosen} is not one of its {len(options)} options: the options depend "
                "on another choice"
            )
        # A given split may be any split, including ones that the instruction would not draw.
        options = options if chosen in options else sorted([*options, chosen])
        self.samples.append(Sample(name, tuple(options), chosen))
        return chosen


@contextlib.contextmanager
def deciding(decisions: Decisions) -> Iterator[None]:
    """A context in which the sampling instructions of a user's function use `decisions`."""
    perfect_tile = s_tir.Schedule.sample_perfect_tile
    categorical = s_tir.Schedule.sample_categorical

    def sample_perfect_tile(self, loop, n, max_innermost_factor=16, decision=None):
        decided = decisions.tile(self.get(loop), n, max_innermost_factor, decision)
        return perfect_tile(self, loop, n, max_innermost_factor, list(decided))

    def sample_categorical(self, candidates, probs, decision=None):
        decided = decisions.choice(candidates, probs, decision)
        return categorical(self, candidates, probs, decided)

    s_tir.Schedule.sample_perfect_tile = sample_perfect_tile
    s_tir.Schedule.sample_categorical = sample_categorical
    try:
        yield
    finally:
        s_tir.Schedule.sample_perfect_tile = perfect_tile
        s_tir.Schedule.sample_categorical = categorical


def decided(marks: Iterator, decisions: Decisions) -> Iterator:
    """Yield what a generator over a schedule yields, running it inside `deciding`."""
    done = object()
    while True:
        with deciding(decisions):
            mark = next(marks, done)
        if mark is done:
            return
        yield mark


def decided_anew(
    sch: s_tir.Schedule, origin: tvm.ir.IRModule, decisions: Decisions
) -> s_tir.Schedule:
    """A finished schedule with other decisions: its trace replayed on its original module."""
    replay = s_tir.Schedule(origin)

    def decide(instruction, inputs, attributes, decision):
        if instruction.kind.name == PERFECT_TILE:
            return list(decisions.tile(replay.get(inputs[0]), *map(int, attributes), decision))
        if instruction.kind.name == CATEGORICAL:
            return decisions.choice(*attributes, own=None if decision is None else int(decision))
        return decision

    sch.trace.apply_to_schedule(replay, False, decide)
    return replay


# --- a user's file --------------------------------------------------------------------------------

# A user's own file as a rung: any schedule in it, or any TE computation.
#
# The file defines `schedule`, or another name given as FILE.py:NAME: any object that
# `as_rung` accepts. FILE.py:MODULE.FUNCTION names a function of a module with
# several. Next to a generator the file defines the computation, `workload`: a PrimFunc, an
# IRModule, a list of TE tensors (inputs, then outputs), a Workload of this package, or a function
# that returns one of these.
#
# A file with schedules for a CPU sets `target = "llvm"`. A generator may take numbers besides the
# schedule, each with a default; `space` defines their values for `tune` (tune/own_file.py).
#
# Optionally the file defines `reference(*inputs)`, which returns the outputs as NumPy arrays,
# `inputs(rng)` and `tolerance(*inputs)`. The last two may also be arrays and numbers, or `inputs` a
# dict that describes some of them by name (`input_values.input_array`).
#
# `build` is a Build, or a dict of its fields such as {"async_copy": True}: options for compiling
# the kernels.
#
# A script that calls the old te.create_schedule defines none of these; te_compat's loader takes it
# first.

DEFAULT_NAME = "schedule"
# Names that a file may define in addition to its schedules.
BESIDE = ("workload", "reference", "inputs", "tolerance", "space", "target", "build")


def load(
    path: str, name: str = "", shape: Sequence[int] | None = None, text: str | None = None
) -> Rung:
    """The rung that FILE.py defines under `name`; every mistake in the file becomes a UserError.

    `text` is run in place of what is in the file.
    Raises UnknownName if the file does not define the name.
    """
    file = Path(path)
    defined = vars(run_file(file, kept_rules, text))
    name = name or default_name(path, defined)
    about = ScheduleSource(
        where=f"{path}:{name}",
        ladder=file.stem,
        name=name,
        computation=defined.get("workload"),
        own=own_of(defined, path),
        shape=None if shape is None else tuple(shape),
        kind=kind_of(defined, path),
    )
    rung = as_rung(named(path, defined, name), about)
    build = build_of(defined, path)
    return rung if build is None else replace(rung, build=build)


def build_of(defined: Mapping[str, Any], path: str) -> Build | None:
    """The `build` that a file defines, None if there is none (or a function of that name)."""
    given = defined.get("build")
    if isinstance(given, Build) or not isinstance(given, Mapping):
        return given if isinstance(given, Build) else None
    known = {field_.name: field_ for field_ in fields(Build)}
    for name, value in given.items():
        if name not in known:
            raise UserError(f"{path}: {nearest('field of build', str(name), known)}")
        wanted = int if name == "max_registers" else type(known[name].default)
        if type(value) is not wanted:
            kind = "True or False" if wanted is bool else "a whole number"
            raise UserError(f"{path}: build[{name!r}] is {value!r}: write {kind}")
    return Build(**given)


def kind_of(defined: Mapping[str, Any], path: str) -> str | None:
    """The `target` that a file defines, or None."""
    kind = defined.get("target")
    if kind not in (None, CPU, CUDA):
        raise UserError(f"{path}: `target` is {kind!r}: write {CUDA!r} or {CPU!r}")
    return kind


def named(path: str, defined: Mapping[str, Any], name: str) -> Any:
    """The object that a file defines as NAME or MODULE.FUNCTION."""
    first, _, function = name.partition(".")
    if first not in defined:
        known = [key for key, value in defined.items() if inspect.isfunction(value)]
        known += [key for key in schedules_of(defined) if key not in known]
        if not known:
            raise UnknownName(f"{path} defines no function {name!r}")
        raise UnknownName(f"{path}: {nearest('function', name, known)}")
    given = defined[first]
    if not function:
        return given
    if not isinstance(given, tvm.ir.IRModule):
        raise UserError(f"{path}:{first} is not an IRModule: it has no function {function!r}")
    functions = functions_of(given)
    if function not in functions:
        raise nearest(f"function of {path}:{first}", function, functions)
    return functions[function]


def default_name(path: str, defined: Mapping[str, Any]) -> str:
    """`schedule`, or else the file's only schedule, or else its computation."""
    schedules = schedules_of(defined)
    if DEFAULT_NAME not in defined and "workload" not in defined:
        schedules = schedules or schedule_functions(Path(path))
    if DEFAULT_NAME in defined or not schedules:
        unscheduled = DEFAULT_NAME not in defined and "workload" in defined
        return "workload" if unscheduled else DEFAULT_NAME
    if len(schedules) > 1:
        names = ", ".join(f"{path}:{name}" for name in schedules)
        raise UserError(f"{path} has several schedules: name one of {names}")
    return schedules[0]


def schedules_of(defined: Mapping[str, Any]) -> list[str]:
    """The names of a file's schedules, modules and schedule generators."""
    whole = (s_tir.Schedule, tirx.PrimFunc, tvm.ir.IRModule)
    return [
        name
        for name, value in defined.items()
        if not name.startswith("_")
        and name not in BESIDE
        and (isinstance(value, whole) or inspect.isgeneratorfunction(value))
    ]


def schedule_functions(file: Path) -> list[str]:
    """The names of a file's functions that are schedules, found without running the file.

    These are generators with one argument, and functions without arguments that return a schedule:
    they use `Schedule`, or call such a function.
    """
    names_found: list[str] = []
    for node in ast.parse(file.read_bytes()).body:
        if (
            not isinstance(node, ast.FunctionDef)
            or node.name.startswith("_")
            or node.name in BESIDE
        ):
            continue
        required = len(node.args.posonlyargs + node.args.args) - len(node.args.defaults)
        inside = list(ast.walk(node))
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inside):
            if required == 1:
                names_found.append(node.name)
            continue
        names = {getattr(each, "id", getattr(each, "attr", "")) for each in inside}
        returns = any(isinstance(each, ast.Return) and each.value for each in inside)
        if not required and returns and names & {"Schedule", *names_found}:
            names_found.append(node.name)
    return names_found


def own_of(defined: Mapping[str, Any], where: str) -> Own:
    """The `reference`, `inputs` and `tolerance` that a file defines, as `Own.of`."""
    if "reference" in defined and not callable(defined["reference"]):
        raise UserError(f"{where}: `reference` must be a function of the inputs")
    reference, inputs, tolerance = map(defined.get, ("reference", "inputs", "tolerance"))
    if isinstance(inputs, Mapping):
        # Paths are relative to the file.
        folder = Path(where).parent
        files = (".npy", ".py")
        inputs = {
            name: str(folder / value)
            if isinstance(value, str) and value.partition(":")[0].endswith(files)
            else value
            for name, value in inputs.items()
        }
    return Own.of(reference, inputs, tolerance)
