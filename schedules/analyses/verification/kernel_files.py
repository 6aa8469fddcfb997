"""Kernels in files, verified in the simulator or on a GPU."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from gpusim.device import Device, Ran
from gpusim.errors import UserError
from gpusim.findings import KINDS, MOST_STEPS
from gpusim.isa.cubin import (
    embedded_ptx,
    has_strong_vectors,
    has_wide_strong_loads,
    weak_accesses,
)
from gpusim.launch import Options, Program

from ...core.arrays import as_float64, is_exact
from ...sources.input_values import (
    NEGATIVE,
    POSITIVE,
    RANDOM,
    SMALL,
    SPECIAL,
    arrays_of,
    integer_limits,
)
from ...sources.kernel_files import FileKernel, separate_arrays
from ...sources.python_files import run_file
from .compare import compare, only
from .rounding import Rounding, allowed, sensitivity
from .simulation import affordable, described, grouped
from .verdict import MACHINE, Check

# Instructions that add to memory: after some of the blocks, the result is not final.
_ATOMICS = ("ATOM", "ATOMG", "RED", "REDG", "UBLKRED", "UTMAREDG")
# Limit of instructions times lanes of a run that is repeated on other inputs: some seconds each.
MOST_REPEATED = 100_000_000
# In CUDA and in PTX.
_RETURN = re.compile(r"(?!.*//.*\breturn).*\breturn\s*;|\s*@\S+\s+(ret|exit)\s*;")
DIFFERS = "differs from the reference:"


@dataclass
class FileRun:
    """The result of a kernel file's launches on one kind of input: `blocks` of `of` blocks ran.

    `launches` are those that were simulated. `wrong` lists findings and wrong elements, `told`
    notes. `elements` of the `of_elements` output elements were compared with the reference: those
    that the blocks wrote. `worst` is the largest error as a fraction of the tolerance. `unwritten`
    has the indices of elements that no simulated block wrote, by output without initial values;
    `tolerances` says for each compared output what was allowed, and why.
    """

    inputs: str
    launches: list[Ran]
    blocks: int
    of: int
    wrong: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    elements: int = 0
    of_elements: int = 0
    worst: float = 0.0
    where: str = MACHINE
    unwritten: dict[str, np.ndarray] = field(default_factory=dict)
    tolerances: dict[str, str] = field(default_factory=dict)

    @property
    def compared(self) -> bool:
        """Whether any value was compared with a reference."""
        return self.elements > 0

    @property
    def work(self) -> int:
        """Instructions times lanes of the launches."""
        return 32 * sum(int(ran.counts.issued.sum()) for ran in self.launches)

    def check(self) -> Check:
        return Check(
            step="kernel",
            shape=(),
            inputs=self.inputs,
            where=self.where,
            error=self.worst,
            problems=tuple(self.wrong),
            blocks=self.blocks,
            of=self.of,
            compared=self.compared,
            elements=self.elements,
            of_elements=self.of_elements,
        )


class Arrays(Protocol):
    """Memory after the launches."""

    def array(self, name: str) -> np.ndarray: ...


# Runs a kernel's launches on arrays, adds findings to the run, and returns the memory, or None if
# it can no longer be read.
Execute = Callable[[FileKernel, Mapping[str, np.ndarray], FileRun], Arrays | None]


def simulate(
    kernel: FileKernel,
    arrays: Mapping[str, np.ndarray],
    run: FileRun,
    *,
    most_steps: int = MOST_STEPS,
) -> Device:
    """Simulate all blocks, or as many blocks of a single launch as take about a minute."""
    module = kernel.module
    names = [name for name, argument in kernel.buffers.items() if argument.role == "out"]
    by_hand = kernel.launch_file.hand_written
    ptx = ptx_of(kernel)
    options = Options(
        count=False,
        most_steps=most_steps,
        hand_written=by_hand,
        scalar=bool(ptx) and not has_strong_vectors(ptx),
        whole=bool(ptx) and not has_wide_strong_loads(ptx),
        proxy_fences=not ptx or "fence.proxy" in ptx,
    )
    weak = weak_accesses(ptx)
    inputs = [name for name, argument in kernel.buffers.items() if argument.role == "in"]
    device = Device({**arrays, **module.variables}, names, options, inputs)
    for call in module.calls:
        # With several launches, the second needs everything that the first one computes.
        blocks = affordable(device, call) if len(module.calls) == 1 else None
        # A sampled run needs the checks, which record what its blocks write.
        device.options = replace(
            options,
            check=options.check or blocks is not None,
            returns_early=_returns_early(kernel, call.program),
        )
        ran = device.launch(replace(call, program=call.program.with_weak(weak)), blocks)
        run.launches.append(ran)
        run.blocks += ran.counts.blocks
        run.of += math.prod(call.grid)
        run.wrong += grouped(ran.findings.wrong, call.program)
        # A compiler's control codes are no news.
        notes = [one for one in ran.findings.notes if not KINDS[one.kind.name].wrong]
        run.told += [described(finding, call.program) for finding in notes]
    run.unwritten = {name: device.unwritten_elements(name) for name in names}
    if run.blocks == run.of:
        for name, elements in run.unwritten.items():
            if missing := len(elements):
                run.wrong.append(f"unwritten-output: no thread writes {missing} elements of {name}")
    return device


def _returns_early(kernel: FileKernel, program: Program) -> bool:
    """Whether threads that exit before a barrier may have returned early.

    __syncthreads() waits until the others reach it or exit, but an `if` around it must be uniform
    (CUDA Programming Guide 13, 5.4.4.1). Only the source distinguishes the two.
    """
    lines = [code.instruction.line for code in program.codes if code.instruction.line]
    source = kernel.source.splitlines()
    if lines and kernel.cuda_lines:
        source = source[min(lines) - 1 : max(lines)]
    return any(map(_RETURN.match, source))


def run_file_kernel(kernel: FileKernel, execute: Execute = simulate, kind: str = RANDOM) -> FileRun:
    """Run the launches that a kernel's file describes, and compare the outputs.

    Raises
    ------
    UserError
        The file does not compile, the architecture or an instruction is unknown to the simulator,
        or the launch does not fit.
    """
    run = _run(kernel, kernel.arrays(kind), execute, kind)
    if kind == RANDOM and run is None:
        run = _run(kernel, kernel.arrays(SMALL), execute, kind, wide=True)
    assert run is not None
    return run


def _run(
    kernel: FileKernel,
    arrays: Mapping[str, np.ndarray],
    execute: Execute,
    kind: str,
    wide: bool = False,
) -> FileRun | None:
    """A run on arrays; None if the reference's integers are too large for an exact comparison,
    unless `wide`."""
    expected = _expected(kernel, arrays)
    if expected is not None and not expected.exact and kind == RANDOM and not wide:
        return None
    run = FileRun(kind, [], 0, 0)
    memory = execute(kernel, arrays, run)
    if expected is not None and memory is not None:
        _compare(kernel, expected, arrays, memory, run)
    return run


def verify_file_kernel(
    kernel: FileKernel, execute: Execute = simulate
) -> tuple[list[Check], list[str]]:
    """A check for each kind of input, and notes; raises like `run_file_kernel`.

    After random inputs come inputs of one sign, if some inputs have no given values and there is a
    reference. Special values (NaN, infinities, extremes) come last: their findings count, but a
    difference from the reference is a note, since references treat such values in different ways.
    """
    first = run_file_kernel(kernel, execute)
    look = first.launches and not first.wrong
    not_checked = _find_overruns(kernel, first, execute) if look else []
    checks = [first.check()]
    notes = not_checked + [
        f"tolerance of {name}: {text}; `tolerance` sets another"
        for name, text in first.tolerances.items()
        if kernel.launch_file.tolerance is None and kernel.own.tolerance is None
    ]
    notes += [text for text in first.told if not text.startswith(DIFFERS)]
    notes += [
        f"{name} is used as an index: its values are {low} to {high}; `range` sets others"
        for name, (low, high) in kernel.index_ranges.items()
    ]
    kinds = [] if first.wrong else _other_kinds(kernel, first)
    if kinds and (first.blocks < first.of or first.work > MOST_REPEATED):
        notes.append(f"not run on other inputs ({', '.join(kinds)}): too much work")
        kinds = []
    for kind in kinds:
        try:
            run = run_file_kernel(kernel, execute, kind)
        except UserError as error:
            notes.append(f"not run on {kind} inputs: {error}")
            continue
        if kind == SPECIAL:
            notes += [f"{kind} inputs: {text}" for text in run.told if text.startswith(DIFFERS)]
        checks.append(run.check())
    return checks, notes


def _find_overruns(kernel: FileKernel, first: FileRun, execute: Execute) -> list[str]:
    """Add overruns from one shared or constant array into another to the first run's findings.

    Returns notes that say why overruns were not checked, if so.
    """
    what = "overruns of shared and constant arrays were not checked"
    try:
        separate = separate_arrays(kernel)
        if separate is None:
            return []
        if first.blocks < first.of or first.work > MOST_REPEATED:
            return [f"{what}: too much work"]
        run = run_file_kernel(separate, execute)
    except UserError as error:
        return [f"{what}: {error}"]
    first.wrong += [text for text in run.wrong if text.startswith("out-of-bounds")]
    return []


def ptx_of(kernel: FileKernel) -> str:
    """A kernel file's PTX, '' if it is not known."""
    return kernel.machine.ptx or embedded_ptx(kernel.machine.cubin)


def _other_kinds(kernel: FileKernel, first: FileRun) -> list[str]:
    """Kinds of inputs to run after the random ones, if they differ from these."""
    ranges = kernel.index_ranges
    dtypes = [str(kernel.buffers[name].dtype) for name in kernel.default_inputs]
    free = [str(kernel.buffers[name].dtype) for name in kernel.default_inputs if name not in ranges]
    signed = any(not is_exact(dtype) or integer_limits(dtype)[0] < 0 for dtype in free)
    kinds = [NEGATIVE, POSITIVE] if signed and first.compared else []
    return [*kinds, *([SPECIAL] if dtypes else [])]


def _reference(kernel: FileKernel) -> Callable[..., Any] | None:
    """The given function, or `reference` of the Python file that the launch names."""
    if kernel.own.reference is not None:
        return kernel.own.reference
    if not kernel.launch_file.reference:
        return None
    file = kernel.path.parent / kernel.launch_file.reference
    function = getattr(run_file(file), "reference", None)
    if not callable(function):
        raise UserError(f"{file} defines no function `reference`")
    return function


@dataclass(frozen=True)
class _Expected:
    """The reference outputs in order, with their tolerances; None for the default, the rounding
    errors of what is executed.

    `exact` is False if integers given as floats are beyond 2^53, where float64 skips some.
    `reference` is the reference as a function of the arguments, `given` their values.
    """

    outputs: list[np.ndarray]
    tolerances: list[Any] | None
    exact: bool
    reference: Callable[[Sequence[Any]], list[np.ndarray]]
    given: Sequence[Any]


def _expected(kernel: FileKernel, arrays: Mapping[str, np.ndarray]) -> _Expected | None:
    """The result of `reference` for the arguments before the first launch; None without a
    reference."""
    reference = _reference(kernel)
    if reference is None:
        return None
    arguments = kernel.launch_file.named()
    outputs = [argument for argument in arguments.values() if argument.role != "in"]
    given = [
        arrays[name] if argument.shape is not None else argument.python()
        for name, argument in arguments.items()
    ]
    shapes = [tuple(argument.shape or ()) for argument in outputs]
    dtypes = [str(argument.dtype) for argument in outputs]

    def results(values: Sequence[Any]) -> list[np.ndarray]:
        copies = [value.copy() if isinstance(value, np.ndarray) else value for value in values]
        return arrays_of("reference", reference, shapes, *copies, dtypes=dtypes)

    with np.errstate(all="ignore"):
        right = results(given)
        tolerances = _tolerances(kernel, shapes, right, given)
    whole = [array for array, dtype in zip(right, dtypes, strict=True) if is_exact(dtype)]
    exact = all(
        array.dtype.kind in "iu" or not array.size or np.abs(array).max() <= 2**53
        for array in whole
    )
    return _Expected(right, tolerances, exact, results, given)


def _compare(
    kernel: FileKernel,
    expected: _Expected,
    before: Mapping[str, np.ndarray],
    memory: Arrays,
    run: FileRun,
) -> None:
    """Compare what the blocks wrote with the reference."""
    outputs = [
        argument for argument in kernel.launch_file.named().values() if argument.role != "in"
    ]
    codes = [code for ran in run.launches for code in ran.program.codes]
    atomic = any(code.base in _ATOMICS for code in codes)
    tolerances = _DefaultTolerances(kernel, expected, run) if expected.tolerances is None else None
    for number, (argument, right) in enumerate(zip(outputs, expected.outputs, strict=True)):
        got = memory.array(argument.name)
        run.of_elements += got.size
        written = np.ones(got.size, bool)
        if run.blocks < run.of:
            unwritten = run.unwritten.get(argument.name)
            written = _written(got, before[argument.name], unwritten, atomic)
        elements = int(written.sum())
        if not elements:
            continue
        run.elements += elements
        with np.errstate(all="ignore"):
            judged = written.reshape(got.shape) & ~_same_special(got, right)
            pair = only(judged, got, right)
            if tolerances is None:
                error, message = _within(judged, pair, expected.tolerances[number])
                source = _given_tolerance(kernel)
            else:
                error, message = tolerances.compare(number, judged, pair)
                source = tolerances.text(got)
        run.tolerances[argument.name] = source
        if run.inputs == SPECIAL:
            run.told += [f"{DIFFERS} {argument.name}: {message}"] if message else []
            continue
        run.worst = max(run.worst, error)
        run.wrong += [f"{argument.name}: {message}; tolerance {source}"] if message else []


def _within(
    judged: np.ndarray, pair: tuple[np.ndarray, np.ndarray], tolerance: Any
) -> tuple[float, str]:
    """As `compare`, for the elements that count."""
    return compare(*pair, np.where(judged, tolerance, 0.0))


class _DefaultTolerances:
    """The tolerances of outputs where neither the launch nor the user gives one."""

    def __init__(self, kernel: FileKernel, expected: _Expected, run: FileRun) -> None:
        self.expected = expected
        if run.launches:
            self.rounding = Rounding.executed(run.launches, run.blocks / run.of)
        else:
            programs = [call.program for call in kernel.module.calls]
            sizes = [value.size for value in expected.given if isinstance(value, np.ndarray)]
            self.rounding = Rounding.uncounted(programs, sum(sizes))

    def text(self, output: np.ndarray) -> str:
        if is_exact(str(output.dtype)):
            return "0 for integers"
        return self.rounding.text(output.size)

    def compare(
        self, number: int, judged: np.ndarray, pair: tuple[np.ndarray, np.ndarray]
    ) -> tuple[float, str]:
        """Compare an output; where it is wrong, also with what the uncertainty of the inputs
        makes of the reference."""
        got, right = pair[0], self.expected.outputs[number]
        relative = self.rounding.relative(got.size)
        tolerance = allowed(right, str(got.dtype), relative)
        error, message = _within(judged, pair, tolerance)
        if not message or not relative:
            return error, message
        change = sensitivity(self.expected.reference, self.expected.given, relative)
        if change is None:
            return error, message
        return _within(judged, pair, tolerance + change[number])


def _given_tolerance(kernel: FileKernel) -> str:
    if kernel.own.tolerance is not None:
        return "as given"
    most = kernel.launch_file.tolerance
    return f"{most:g} (1 + |reference|), as the launch says" if most else "0, as the launch says"


def _same_special(got: np.ndarray, right: np.ndarray) -> np.ndarray:
    """A mask of elements that are NaN in both, or the same infinity in the output's dtype."""
    if is_exact(str(got.dtype)):
        return np.zeros(got.shape, bool)
    values, rounded = as_float64(got), as_float64(right.astype(got.dtype))
    same = np.isnan(values) & np.isnan(right)
    return same | (np.isinf(values) & (values == rounded))


def _written(
    got: np.ndarray, before: np.ndarray, unwritten: np.ndarray | None, atomic: bool
) -> np.ndarray:
    """A mask of the elements of an array that the blocks of a sampled run wrote.

    For an array with initial values (`unwritten` is None), the elements that changed.
    """
    if unwritten is not None:
        written = np.ones(got.size, bool)
        written[unwritten] = False
        return written
    if atomic:
        return np.zeros(got.size, bool)
    bytes_ = (array.reshape(-1).view(np.uint8).reshape(got.size, -1) for array in (got, before))
    return np.not_equal(*bytes_).any(axis=1)


def _tolerances(
    kernel: FileKernel,
    shapes: Sequence[tuple[int, ...]],
    right: Sequence[np.ndarray],
    given: Sequence[Any],
) -> list[Any] | None:
    """The tolerance of each element of each output: as given, or from the launch's rtol and
    atol; None if it has none."""
    if kernel.own.tolerance is not None:
        return arrays_of("tolerance", kernel.own.tolerance, shapes, *given)
    most = kernel.launch_file.tolerance
    if most is None:
        return None
    return [most * (1 + abs(as_float64(expected))) if most else 0.0 for expected in right]
