"""Search spaces: what a rung's tile numbers may be, in AutoTVM's words.

A space is a function in a file of its own in tune/spaces, which says what is chosen and what a
choice means as a tile of the rung:

    @template("gemm/sgemm_cpu:parallel")
    def sgemm_cpu(cfg, workload):
        cfg.define_split("tile_i", axis="M", num_outputs=3, max_factor=16)
        cfg.define_knob("columns", [8, 16, 32])
        cfg.restrict(sums_in_registers)
        return lambda tile_i, columns: PanelTile(...)

A candidate's schedule is drawn with MetaSchedule's own instructions, sample_perfect_tile and
sample_categorical, and then walked by the rung's own function with the tile that the decisions
stand for. What is walked follows those decisions inside the trace, behind `enter_postproc`:
MetaSchedule's mutators change a decision, drop what follows, and `Walk` walks the rung anew. So a
rung may look at a number of its tile as Python does, and what is built is what was drawn.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import itertools
import math
import pkgutil
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir

from schedules.catalog import ladders
from schedules.errors import RungError, UserError, nearest
from schedules.ladder import Rung, Tile
from schedules.targets import Target
from schedules.targets.chips import Limits
from schedules.workloads import Workload

from .task import Task

# Index of an option for each knob, in the order they were defined.
Point = tuple[int, ...]
MARK = "tune_knob"
MOST_POINTS = 2_000_000


class EmptySpace(UserError):
    """A space in which no candidate keeps all restrictions."""


class SpaceError(UserError):
    """A mistake in a space's file."""


def divisors(extent: int) -> list[int]:
    small = [one for one in range(1, math.isqrt(extent) + 1) if extent % one == 0]
    return sorted({*small, *(extent // one for one in small)})


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
class Split:
    """A loop cut in `parts` whose product is its extent: sample_perfect_tile."""

    name: str
    axis: int
    parts: int
    max_factor: int
    options: tuple[tuple[int, ...], ...]

    def draw(self, sch: s_tir.Schedule, loops: Sequence, decision: int | None):
        chosen = None if decision is None else list(self.options[decision])
        loop = loops[self.axis]
        return sch.sample_perfect_tile(loop, self.parts, self.max_factor, chosen)[-1]

    def index(self, decision) -> int:
        return self.options.index(tuple(int(part) for part in decision))


@dataclass(frozen=True)
class Choice:
    """One of a few numbers or words: sample_categorical over their indices."""

    name: str
    options: tuple[Any, ...]

    def draw(self, sch: s_tir.Schedule, loops: Sequence, decision: int | None):
        count = len(self.options)
        return sch.sample_categorical(list(range(count)), [1 / count] * count, decision)

    def index(self, decision) -> int:
        return int(decision)


@dataclass
class Config:
    """What a template defines its space with.

    `rung` is the one that the space is for, `limits` are the target's, `arch` its name.
    """

    rung: Rung
    workload: Workload
    arch: str
    limits: Limits | None
    knobs: dict[str, Split | Choice] = field(default_factory=dict)
    restrictions: list[Callable[..., bool]] = field(default_factory=list)

    def define_split(
        self, name: str, axis: str, num_outputs: int = 2, max_factor: int = 64
    ) -> None:
        """All perfect splits of a workload's axis; factors come outermost first.

        `max_factor` bounds the innermost one, as sample_perfect_tile does.
        """
        if axis not in self.workload.axes:
            raise nearest("axis", axis, self.workload.axes)
        if num_outputs < 1 or max_factor < 1:
            raise UserError(f"{name!r}: num_outputs and max_factor are at least 1")
        index = self.workload.axes.index(axis)
        extent = self.workload.shape[index]
        found = factorizations(extent, num_outputs, max_factor)
        self._add(Split(name, index, num_outputs, max_factor, tuple(sorted(found))))

    def define_knob(self, name: str, candidates: Sequence[Any]) -> None:
        """One of the candidates; a list among them is a tuple, as in a split."""
        options = [tuple(one) if isinstance(one, list) else one for one in candidates]
        for at, one in enumerate(options):
            if one in options[:at]:
                raise UserError(f"knob {name!r} has {one!r} twice")
        self._add(Choice(name, tuple(options)))

    def restrict(self, *predicates: Callable[..., bool]) -> None:
        """Keep the candidates for which each predicate holds.

        A predicate is a function with a name; its parameters are the knobs it looks at (all of
        them for `**knobs`), and its docstring says why.
        """
        self.restrictions += predicates

    def _add(self, knob: Split | Choice) -> None:
        if knob.name in self.knobs:
            raise UserError(f"knob {knob.name!r} is defined twice")
        if not knob.options:
            raise UserError(f"knob {knob.name!r} has nothing to choose from")
        self.knobs[knob.name] = knob


@dataclass(frozen=True)
class Template:
    """A function over `Config` with the rungs it is for."""

    name: str
    rungs: tuple[str, ...]
    define: Callable[[Config, Workload], Callable[..., Tile]]

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.define) or ""

    @property
    def file(self) -> str:
        return self.define.__code__.co_filename

    def check_rung(self, rung: Rung) -> None:
        if rung.path not in self.rungs:
            raise UserError(
                f"the space {self.name!r} is for {', '.join(self.rungs)}, not for {rung.path}"
            )

    def at(self, rung: Rung, shape: Sequence[int], arch: str) -> Space:
        """The space of a rung at a shape, for a target."""
        self.check_rung(rung)
        # Not `rung.at`: the space's tiles need not be those that the rung has by default.
        workload = rung.workload.with_shape(shape)
        most = None if rung.on_cpu else Target.parse(arch).limits
        config = Config(rung, workload, arch, most)
        try:
            tile = self.define(config, workload)
            for restriction in config.restrictions:
                check_restriction(restriction, config.knobs)
        except Exception as error:  # a template may be anybody's code
            raise mistake(self.file, f"the template {self.name!r}", error) from error
        if not callable(tile):
            raise SpaceError(
                f"{self.file}: the template {self.name!r} returns {tile!r}: return a function that "
                "makes the rung's tile of the knobs"
            )
        return Space(self, rung, workload, arch, config.knobs, config.restrictions, tile)


def mistake(file: str, where: str, error: Exception) -> SpaceError:
    """An error that a space's file brought about, with its place there."""
    if isinstance(error, SpaceError):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines = [error.lineno]
    place = f"{file}:{lines[-1]}" if lines else file
    text = str(error).strip().partition("\n")[0]
    if not isinstance(error, UserError):
        text = f"{type(error).__name__}: {text}"
    return SpaceError(f"{place}: {where}: {text}")


def check_restriction(restriction: Callable[..., bool], knobs: Iterable[str]) -> None:
    """Raise UserError for a predicate that is none."""
    name = getattr(restriction, "__name__", "")
    if not name:
        raise UserError(f"restrict({restriction!r}): a restriction is a function with a name")
    asked = looks_at(restriction, knobs)
    if not asked:
        raise UserError(f"{name} looks at no knob: its parameters are the knobs it is about")
    for one in asked:
        if one not in knobs:
            raise nearest(f"knob in {name}:", one, knobs)


def looks_at(restriction: Callable[..., bool], knobs: Iterable[str]) -> list[str]:
    """The knobs that a restriction asks for."""
    parameters = inspect.signature(restriction).parameters.values()
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return list(knobs)
    return [one.name for one in parameters]


def template(*rungs: str) -> Callable[[Callable], Template]:
    """Make a function the space of the rungs named, as AutoTVM's decorator of that name did."""

    def make(define: Callable) -> Template:
        return Template(define.__module__.rpartition(".")[2], rungs, define)

    return make


def names() -> list[str]:
    """The spaces of tune/spaces: a module each."""
    from . import spaces

    return [info.name for info in pkgutil.iter_modules(spaces.__path__)]


def templates() -> dict[str, Template]:
    """Every space of tune/spaces by name."""
    return {name: find(name) for name in names()}


def find(name: str) -> Template:
    """The space of that name: its module's template. No other file is looked at.

    Raises UserError with the nearest name, SpaceError for a file that cannot be imported.
    """
    if name not in (known := names()):
        raise nearest("space", name, [*known, "auto"])
    path = f"{__package__}.spaces.{name}"
    file = importlib.util.find_spec(path).origin
    try:
        module = importlib.import_module(path)
    except Exception as error:  # as above
        raise mistake(file, f"the space {name!r} cannot be imported", error) from error
    for value in vars(module).values():
        if isinstance(value, Template) and value.name == name:
            return value
    raise SpaceError(f"{file}: it has no template: decorate a function with @template(RUNG)")


# --- a space at a shape ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Removed:
    """What a restriction takes out of a space, of what those before it have left."""

    name: str
    why: str
    count: int


@dataclass
class Space:
    """The candidates of a rung at one shape, for one target."""

    template: Template
    rung: Rung
    workload: Workload
    arch: str
    knobs: dict[str, Split | Choice]
    restrictions: list[Callable[..., bool]]
    make_tile: Callable[..., Tile]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.workload.shape)

    @property
    def size(self) -> int:
        """Candidates before any restriction."""
        return math.prod(len(knob.options) for knob in self.knobs.values())

    # --- points, values, tiles --------------------------------------------------------------------

    def values(self, point: Point) -> dict[str, Any]:
        """The knobs' values at a point."""
        return {
            name: knob.options[at]
            for (name, knob), at in zip(self.knobs.items(), point, strict=True)
        }

    def point(self, values: Mapping[str, Any]) -> Point:
        """The point of knobs' values, lists standing for tuples; UserError for foreign ones."""
        found = []
        for name, knob in self.knobs.items():
            value = values.get(name)
            value = tuple(value) if isinstance(value, list) else value
            if value not in knob.options:
                raise UserError(f"{name} = {value!r} is not in the space {self.template.name!r}")
            found.append(knob.options.index(value))
        return tuple(found)

    def tile(self, values: Mapping[str, Any]) -> Tile:
        """The rung's tile; raises UserError where it breaks the tile's preconditions.

        SpaceError where the template's function makes none.
        """
        try:
            tile = self.make_tile(**values)
        except UserError:
            raise
        except Exception as error:  # as above
            where = f"the template {self.template.name!r}, its tile at {values}"
            raise mistake(self.template.file, where, error) from error
        if not isinstance(tile, type(self.rung.tile)):
            raise SpaceError(
                f"{self.template.file}: the template {self.template.name!r} makes {tile!r} at "
                f"{values}, and no {type(self.rung.tile).__name__}"
            )
        if not self.rung.any_shape:
            tile.check(self.workload)
        return tile

    def refusal(self, values: Mapping[str, Any]) -> str:
        """The name of the first restriction that values break, or ''."""
        for restriction in self.restrictions:
            if not self._keeps(restriction, looks_at(restriction, values), values):
                return restriction.__name__
        return "" if self._has_tile(values) else "tile"

    def _keeps(
        self, restriction: Callable[..., bool], needs: Iterable[str], values: Mapping[str, Any]
    ) -> bool:
        asked = {name: values[name] for name in needs}
        try:
            return bool(restriction(**asked))
        except Exception as error:  # as above
            where = f"the template {self.template.name!r}, {restriction.__name__} at {asked}"
            raise mistake(self.template.file, where, error) from error

    def _has_tile(self, values: Mapping[str, Any]) -> bool:
        try:
            self.tile(values)
        except SpaceError:
            raise
        except UserError:
            return False
        return True

    @cached_property
    def _survey(self) -> tuple[list[Point], list[Removed]]:
        """All points that keep the restrictions, and what each restriction removes.

        Knobs are chosen one after another, and a restriction is asked as soon as it can be, so
        that what it removes is counted in one stroke.
        """
        names = list(self.knobs)
        options = [knob.options for knob in self.knobs.values()]
        below = [math.prod(map(len, options[at + 1 :])) for at in range(len(options))]
        asked: list[list[tuple[int, Callable, list[str]]]] = [[] for _ in names]
        for number, restriction in enumerate(self.restrictions):
            needs = looks_at(restriction, names)
            asked[max(names.index(name) for name in needs)].append((number, restriction, needs))
        removed = [0] * (len(self.restrictions) + 1)
        found: list[Point] = []
        values: dict[str, Any] = {}

        def choose(at: int, chosen: Point) -> None:
            if at == len(names):
                if not self._has_tile(values):
                    removed[-1] += 1
                    return
                found.append(chosen)
                if len(found) > MOST_POINTS:
                    raise UserError(
                        f"{self.template.name!r} has more than {MOST_POINTS} candidates: "
                        "restrict it"
                    )
                return
            for index, option in enumerate(options[at]):
                values[names[at]] = option
                for number, restriction, needs in asked[at]:
                    if not self._keeps(restriction, needs, values):
                        removed[number] += below[at]
                        break
                else:
                    choose(at + 1, (*chosen, index))

        choose(0, ())
        table = [
            Removed(one.__name__, (inspect.getdoc(one) or "").partition("\n")[0], count)
            for one, count in zip(self.restrictions, removed, strict=False)
        ]
        table.append(Removed("tile", "the tile's own preconditions", removed[-1]))
        return found, table

    @property
    def removed(self) -> list[Removed]:
        return self._survey[1]

    @property
    def points(self) -> list[Point]:
        """The points that keep all restrictions; raises EmptySpace where there are none."""
        found = self._survey[0]
        if not found:
            most = max(self.removed, key=lambda one: one.count)
            raise EmptySpace(
                f"{self.template.file}: the space {self.template.name!r} of {self.rung.path} at "
                f"{','.join(map(str, self.shape))} is empty: {most.name} removes {most.count} of "
                f"{self.size}; `tune space` shows all"
            )
        return found

    def features(self, point: Point) -> list[float]:
        """A point as numbers for a cost model (`features` of its values)."""
        return features(self.values(point))

    # --- schedules --------------------------------------------------------------------------------

    def task(self, point: Point) -> Task:
        """What is built and run for a point."""
        values = self.values(point)
        return Task(
            key=key(self.shape, values),
            rung=self.rung.path,
            shape=self.shape,
            arch=self.arch,
            knobs=asdict(self.tile(values)),
        )

    def draw(self, sch: s_tir.Schedule, point: Point | None = None) -> s_tir.Schedule:
        """Sample every knob on a fresh schedule, or decide for a point.

        A sampled value that nothing uses would be dropped from the trace as dead code: each is
        kept by a mark on the block, which `walk` takes away.
        """
        block = marked_block(sch, self.shape)
        loops = sch.get_loops(block)
        for at, knob in enumerate(self.knobs.values()):
            drawn = knob.draw(sch, loops, None if point is None else point[at])
            sch.annotate(block, f"{MARK}.{knob.name}", drawn)
        return sch

    def drawn(self, sch: s_tir.Schedule) -> Point:
        """The point that a schedule's decisions stand for."""
        return self.decided(sch.trace)

    def decided(self, trace: s_tir.schedule.Trace) -> Point:
        decisions = trace.decisions
        chosen = [decisions[inst] for inst in trace.insts if inst.kind.name in SAMPLES]
        return tuple(
            knob.index(decision)
            for knob, decision in zip(self.knobs.values(), chosen, strict=False)
        )

    def walk(self, sch: s_tir.Schedule, point: Point) -> None:
        """Apply the rung's function to a schedule that `draw` has sampled."""
        block = marked_block(sch, self.shape)
        for name in self.knobs:
            sch.unannotate(block, f"{MARK}.{name}")
        for _ in self.rung.apply(sch, self.tile(self.values(point))):
            pass

    def schedule(self, point: Point) -> s_tir.Schedule:
        """A point's finished schedule; its trace holds the decisions, then the rung's primitives.

        Raises RungError where TVM refuses one of them.
        """
        sch = s_tir.Schedule(self.workload.prim_func())
        self.draw(sch, point)
        sch.enter_postproc()
        self.walk(sch, point)
        return sch

    def candidate(self, point: Point) -> Candidate:
        """A point with its schedule walked. Raises RungError where TVM refuses a primitive."""
        sch = self.schedule(point)
        return Candidate(
            point=point,
            knobs=self.values(point),
            task=self.task(point),
            trace=plain(drawn_trace(sch.trace).as_json()),
            schedule=schedule_hash(sch.mod, self.rung),
        )

    def proposed(self, point: Point) -> Candidate:
        """A point with its decisions drawn; its schedule is walked, and hashed, by its builder."""
        trace = self.draw(s_tir.Schedule(self.workload.prim_func()), point).trace
        return Candidate(point, self.values(point), self.task(point), plain(trace.as_json()), "")

    def hand_written(self) -> list[Point]:
        """The points of tiles that people wrote: the rung's own and those of its relatives.

        Relatives are the ladder's rungs for the same computation. Many differ by their tiles alone,
        so that one's may suit the other.
        """
        tiles = [self.rung.tile_for(self.workload)]
        ladder = ladders().get(self.rung.ladder)
        for other in ladder.rungs.values() if ladder else ():
            with suppress(UserError):
                if other.workload.with_shape(self.shape) == self.workload:
                    tiles.append(other.tile_for(self.workload))
        points = {self.tile(self.values(one)): one for one in self.points}
        return list(dict.fromkeys(points[tile] for tile in tiles if tile in points))


SAMPLES = ("SamplePerfectTile", "SampleCategorical")


def key(shape: Sequence[int], values: Mapping[str, Any]) -> str:
    """A candidate's name within its job: '64x64x64 tile_i=4.4.4 unroll=1'."""
    return " ".join([by(shape), *(f"{name}={said(value)}" for name, value in values.items())])


def by(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))


def said(value: Any) -> str:
    """A knob's value as text: 4.8.16 for a split."""
    return ".".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def marked_block(sch: s_tir.Schedule, shape: Sequence[int]) -> s_tir.schedule.SBlockRV:
    """The first block whose loops have the workload's extents: the one it is named for."""
    (func,) = sch.mod.functions.values()
    names: list[str] = []

    def on_block(block: s_tir.SBlock) -> None:
        if block.name_hint != "root":
            names.append(str(block.name_hint))

    tvm_ffi.structural_walk(func.body, (s_tir.SBlock, on_block))
    probe = s_tir.Schedule(sch.mod)
    for name in names:
        extents = [int(probe.get(loop).extent) for loop in probe.get_loops(name)]
        if extents == list(shape):
            return sch.get_sblock(name)
    raise UserError(f"no block of the workload has loops of {by(shape)}")


# --- a schedule's hash ----------------------------------------------------------------------------


def schedule_hash(mod: tvm.ir.IRModule, rung: Rung) -> str:
    """What tells a candidate's schedule from another's, options of its build included."""
    text = f"{tvm_ffi.structural_hash(mod)} {rung.build.describe()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- under MetaSchedule ---------------------------------------------------------------------------


def finish(space: Space, sch: s_tir.Schedule) -> bool:
    """Walk the rung on a schedule whose knobs are drawn; False where the draw is not allowed."""
    point = space.drawn(sch)
    if space.refusal(space.values(point)):
        return False
    try:
        space.walk(sch, point)
    except RungError:
        return False
    return True


def features(values: Mapping[str, Any]) -> list[float]:
    """Knobs as logarithms of their numbers; of a split also what its inner factors cover.

    A word counts by its length and first letter, which tells the few words of a knob apart.
    """
    found: list[float] = []
    for value in values.values():
        if isinstance(value, tuple | list):
            covered = [math.prod(value[at:]) for at in range(1, len(value) - 1)]
            found += [math.log2(part) for part in (*value, *covered)]
        elif isinstance(value, str):
            found += [float(len(value)), float(ord(value[0]) if value else 0)]
        else:
            found.append(math.copysign(math.log2(1 + abs(value)), value))
    return found


def pairs(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Knobs as scalars: a split gives one per factor, 'tile_i[0]', 'tile_i[1]', ..."""
    for name, value in values.items():
        if isinstance(value, tuple | list):
            yield from ((f"{name}[{at}]", part) for at, part in enumerate(value))
        else:
            yield name, value


# --- candidates -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Candidate:
    """A point made ready to be measured and recorded.

    `trace` is that of its decisions as plain values; with `schedule`, the hash of the finished
    schedule, it can be walked again and checked.
    """

    point: Any
    knobs: Mapping[str, Any]
    task: Task
    trace: Any
    schedule: str

    @property
    def key(self) -> str:
        return self.task.key


def drawn_trace(trace: s_tir.schedule.Trace) -> s_tir.schedule.Trace:
    """The part of a trace that draws the knobs."""
    insts = list(itertools.takewhile(lambda one: one.kind.name != "EnterPostproc", trace.insts))
    return s_tir.schedule.Trace(
        insts, {one: trace.decisions[one] for one in insts if one.kind.name in SAMPLES}
    )


def plain(value: Any) -> Any:
    """TVM's containers and numbers as Python's, for JSON."""
    if isinstance(value, str | bool | int | float) or value is None:
        return str(value) if isinstance(value, str) else value
    if isinstance(value, Mapping) or hasattr(value, "items"):
        return {str(name): plain(one) for name, one in value.items()}
    if hasattr(value, "__iter__"):
        return [plain(one) for one in value]
    return plain(value.value)
