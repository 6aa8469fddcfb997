"""Runs kernels in the simulator: their outputs, and findings about their threads.

The serial check runs a schedule's loops one thread after the other. Here `gpusim` executes the
compiled kernel, all threads of a block concurrently.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gpusim.chips import ARCHITECTURES
from gpusim.device import Device, Ran
from gpusim.exact_counts import differing_blocks, edges
from gpusim.findings import KINDS, Finding, Findings, WaitsForBlocks
from gpusim.functional.orders import ordered_atomics
from gpusim.launch import Block, Call, Options, Order, Program

from ...compile.listing import calls_of, inlined_at
from ...core.kernel import Kernel
from ...core.problem import RANDOM, SPECIAL, Problem, as_float64, is_exact
from .compare import Rounding, allowed, within
from .verdict import MACHINE, Check, NoMachine

# Limit of instructions times lanes over all blocks, about a minute; a larger kernel is run in part.
MOST_WORK = 3_000_000_000
# Maximum number of lines with findings of a launch.
MOST_FINDINGS = 10
# Findings after which threads do not go on as on a GPU: later ones may follow from them; and those
# after which no results are compared.
_STOPS = ("barrier-divergence", "illegal-instruction", "invalid-call")
_ENDS = (*_STOPS, "deadlock", "trap")
# With fewer threads, the cost of a block is not measured first.
_FEW_THREADS = 16384
# Instructions that add to memory: after some of the blocks, the result is not final.
_ATOMICS = ("ATOM", "ATOMG", "RED", "REDG", "UBLKRED", "UTMAREDG")


@dataclass
class Run:
    """What a kernel's launches did: `blocks` of `of` blocks ran.

    `outputs` are the output arrays afterwards by name, none if memory cannot be read; `written`
    masks of their elements that the blocks wrote. `launches` and `device` are the simulator's.
    """

    where: str = MACHINE
    blocks: int = 0
    of: int = 0
    outputs: dict[str, np.ndarray] = field(default_factory=dict)
    written: dict[str, np.ndarray] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    launches: list[Ran] = field(default_factory=list)
    device: Device | None = None
    # Whether a finding is one of _ENDS.
    ended: bool = False

    @property
    def whole(self) -> bool:
        return self.blocks == self.of

    @property
    def work(self) -> int:
        """Instructions times lanes of the simulated launches."""
        return 32 * sum(int(ran.counts.issued.sum()) for ran in self.launches)


def simulate(
    kernel: Kernel, inputs: Sequence[np.ndarray], options: Options = Options(count=False)
) -> Run:
    """Run a kernel's launches on the arrays that it reads, in order.

    All blocks of all launches run, or, of a single launch, a sample that takes about a minute
    (`affordable`).

    Raises
    ------
    UserError
        No machine code, an unsupported instruction, or a launch that does not fit.
    """
    module, arrays = kernel.module, kernel.memory(inputs)
    read = {name for name, role in kernel.roles.items() if role != "out"}
    constant = [name for name, role in kernel.roles.items() if role == "in"]
    # Tensor maps index arrays in the module's order; its variables follow directly.
    placed = {buffer.name: arrays[buffer.name] for buffer in module.buffers}
    device = Device(
        placed | module.variables | arrays,
        set(arrays) - read,
        options,
        constant,
        granule=min(call.program.narrowest("global.store") for call in module.calls),
    )
    run = Run(device=device)
    alone = kernel.launches_once
    # By kernel: a launch that is repeated has the same findings again.
    found: dict[str, tuple[Findings, Program]] = {}
    for call in kernel.steps(device):
        # With several launches, the second needs everything that the first one computes.
        blocks = affordable(device, call) if alone else None
        # A sampled run needs the checks, which record what its blocks write.
        checked, checked_options = kernel.checked(call, options)
        device.options = replace(checked_options, check=checked_options.check or blocks is not None)
        ran = device.launch(checked, blocks)
        run.launches.append(ran)
        run.blocks += ran.counts.blocks
        run.of += math.prod(call.grid)
        found.setdefault(call.image.name, (Findings(), call.program))[0].extend(ran.findings)
    for findings, program in found.values():
        first, later = _until_end(findings)
        run.findings += grouped(first, program)
        if later:
            run.findings[-1] += f"; {later} later findings, which may follow from it, are left out"
        run.ended = run.ended or any(finding.kind.name in _ENDS for finding in first)
        # A compiler's control codes are no news.
        notes = [one for one in findings.notes if not KINDS[one.kind.name].wrong]
        run.notes += [described(finding, program) for finding in notes]
    for name, role in kernel.roles.items():
        if role == "in":
            continue
        got = device.array(name)
        written = np.broadcast_to(True, got.size)
        if not run.whole and role == "inout":
            written = _changed(got, arrays[name], run.launches)
        elif not run.whole:
            written = device.written_elements(name)
        elif run.ended:
            pass
        elif role == "out" and (missing := np.count_nonzero(~device.written_elements(name))):
            run.findings.append(f"unwritten-output: no thread writes {missing} elements of {name}")
        run.outputs[name], run.written[name] = got, written.reshape(got.shape)
    return run


def _until_end(findings: Findings) -> tuple[list[Finding], int]:
    """The errors up to the first of _STOPS, and the number of those that came later."""
    wrong = {key: case for key, case in findings.cases.items() if case.kind.wrong}
    stops = [number for number, case in enumerate(wrong.values()) if case.kind.name in _STOPS]
    count = stops[0] + 1 if stops else len(wrong)
    return Findings(dict(list(wrong.items())[:count])).wrong, len(wrong) - count


def _changed(got: np.ndarray, before: np.ndarray, launches: Sequence[Ran]) -> np.ndarray:
    """A mask of the elements that some of the blocks changed; none if blocks add to memory."""
    codes = (code for ran in launches for code in ran.program.codes)
    if any(code.base in _ATOMICS for code in codes):
        return np.zeros(got.size, bool)
    bytes_ = (array.reshape(-1).view(np.uint8).reshape(got.size, -1) for array in (got, before))
    return np.not_equal(*bytes_).any(axis=1)


def judge(kernel: Kernel, problem: Problem, run: Run, *, orders: bool = True) -> Check:
    """Compare what the blocks wrote with the reference; with `orders`, where it is right, also what
    they wrote in other orders of execution."""
    worst, elements, of_elements = 0.0, 0, 0
    problems, notes = list(run.findings), list(run.notes) if problem.kind == RANDOM else []
    rounding = _rounding(kernel, run) if problem.tolerances is None else None
    for number, name in enumerate(run.outputs if problem.outputs else ()):
        got, right = run.outputs[name], problem.outputs[number]
        of_elements += got.size
        if not run.written[name].any():
            continue
        elements += int(run.written[name].sum())
        source = problem.source
        with np.errstate(all="ignore"):
            judged = run.written[name]
            if problem.specials:
                judged = judged & ~_same_special(got, right)
            if rounding is None:
                error, message = within(judged, got, right, problem.tolerances[number])
            else:
                error, message = _rounded(problem, number, judged, got, rounding)
                source = rounding.text(got)
        if run.ended:
            continue
        if problem.kind == SPECIAL:
            differ = message.replace("elements wrong", "elements differ from the reference")
            notes += [f"{name}: {differ}"] if message else []
            continue
        if rounding is not None and problem.kind == RANDOM:
            notes.append(f"tolerance of {name}: {source}; `tolerance` sets another")
        worst = max(worst, error)
        if message:
            allowed = f"; tolerance {source}" if source else ""
            problems.append(f"{name}: {message}{_written_by(run, name, message)}{allowed}")
    compared = problem.compared and elements > 0
    if orders and not problems and problem.kind != SPECIAL:
        problems += _in_other_orders(kernel, problem, run)
        notes += [] if compared else _values_of_orders(run)
    return Check(
        step=kernel.place[1] and kernel.step.label,
        shape=tuple(kernel.workload.shape),
        inputs=problem.kind,
        where=run.where,
        error=worst,
        problems=tuple(problems),
        notes=tuple(notes),
        blocks=run.blocks,
        of=run.of,
        compared=compared,
        elements=elements if compared else 0,
        of_elements=of_elements,
    )


def _in_other_orders(kernel: Kernel, problem: Problem, run: Run) -> list[str]:
    """What is wrong in the first other order of execution of a single launch that gives wrong
    values."""
    for order, outputs in _other_outputs(run):
        other = replace(run, outputs=outputs, findings=[], notes=[], device=None)
        if wrong := judge(kernel, problem, other, orders=False).problems:
            return [f"{text}; in another order{order}" for text in wrong]
    return []


def _values_of_orders(run: Run) -> list[str]:
    """The outputs with other values in the first other order of execution that changes some.
    Without a reference, nobody knows which are right."""
    for order, outputs in _other_outputs(run):
        counts = {name: int((outputs[name] != got).sum()) for name, got in run.outputs.items()}
        if changed := [f"{count} elements of {name}" for name, count in counts.items() if count]:
            return [f"{' and '.join(changed)} differ in another order{order}"]
    return []


def _other_outputs(run: Run) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Other orders of execution of a single launch, first that of atomics, and their outputs."""
    if not run.whole or len(run.launches) != 1:
        return
    (ran,) = run.launches
    first = Order.REVERSED_ATOMICS
    for order, array in sorted(ran.others, key=lambda other: other[0] is not first):
        atomics = f" of {_atomics(ran.program)}" if order is first else ""
        yield f"{atomics}: {order.value}", {name: array(name) for name in run.outputs}


def _atomics(program: Program) -> str:
    """The first atomics whose order matters, with their CUDA lines."""
    codes = [code.instruction for code in ordered_atomics(program)]
    texts = [f"`{code.text}`" + f" ({code.place})" * bool(code.line) for code in codes]
    return " and ".join(texts[:2])


def _rounding(kernel: Kernel, run: Run) -> Rounding:
    """What was executed, if it was simulated; else what may have been."""
    if run.launches:
        return Rounding.executed(run.launches, run.blocks / run.of)
    elements = sum(math.prod(buffer.shape) for buffer in kernel.module.buffers)
    return Rounding.uncounted([call.program for call in kernel.module.calls], elements)


def _rounded(
    problem: Problem, number: int, judged: np.ndarray, got: np.ndarray, rounding: Rounding
) -> tuple[float, str]:
    """Compare an output within rounding errors; where it is wrong, also with what the uncertainty
    of the inputs makes of the reference."""
    right, relative = problem.outputs[number], rounding.relative(got.size)
    tolerance = allowed(right, str(got.dtype), relative)
    error, message = within(judged, got, right, tolerance)
    change = problem.sensitivity(relative) if message and relative else None
    return (
        (error, message)
        if change is None
        else within(judged, got, right, tolerance + change[number])
    )


def _same_special(got: np.ndarray, right: np.ndarray) -> np.ndarray:
    """A mask of elements that are NaN in both, or the same infinity in the output's dtype."""
    if is_exact(str(got.dtype)):
        return np.zeros(got.shape, bool)
    values, rounded = as_float64(got), as_float64(right.astype(got.dtype))
    same = np.isnan(values) & np.isnan(right)
    return same | (np.isinf(values) & (values == rounded))


def _written_by(run: Run, name: str, message: str) -> str:
    """'; written by block ... thread ...' for the wrong element that a message names, if known."""
    index = message.partition("first at [")[2].partition("]")[0]
    if not index or run.device is None:
        return ""
    flat = np.ravel_multi_index([int(part) for part in index.split(",")], run.outputs[name].shape)
    writer = run.device.writer_of(name, int(flat))
    return f"; written by {indices_text(*writer)}" if writer else ""


def check_machine(kernel: Kernel) -> None:
    """Raise NoMachine if a kernel has no SASS that the simulator can run."""
    arch = kernel.target.arch
    if arch not in ARCHITECTURES:
        raise NoMachine(f"the simulator does not support {arch}", arch)
    if kernel.no_kernel:
        raise NoMachine(f"{kernel.rung.path}: {kernel.no_kernel}", "no kernel")


# --- which blocks run -----------------------------------------------------------------------------


def affordable(device: Device, call: Call) -> list[Block] | None:
    """The blocks to simulate: None for all, or a sample of the grid if all would take too long.

    The cost of the first block decides. The sample has blocks of every control flow, and blocks at
    the edges and between them.
    """
    if device.options.all_blocks:
        return None
    count = math.prod(call.grid)
    if count * math.prod(call.block) <= _FEW_THREADS:
        return None
    trial = Device(device.arrays, (), replace(device.options, check=False, count=False))
    try:
        first = trial.launch(call, [(0, 0, 0)])
    except WaitsForBlocks:
        # None of the blocks can be omitted.
        return None
    work = int(first.counts.issued.sum()) * 32
    fits = max(1, MOST_WORK // max(1, work))
    if count <= fits:
        return None
    differing = differing_blocks(device.arrays, call)
    for places in (4, 3, 2, 1):
        sample = list(dict.fromkeys([*differing, *edges(call.grid, places)]))
        if len(sample) <= fits:
            return sample
    return sample[:fits]


# --- findings as text ----------------------------------------------------------------------------


def grouped(findings: Sequence[Finding], program: Program) -> list[str]:
    """Findings, one line per kind, memory and pair of CUDA lines, most frequent first.

    A missing barrier or fence gives one finding for each pair of instructions around it. If these
    are more than MOST_FINDINGS lines, those of one kind and memory that begin at one line are one,
    or all of one kind and memory. At most MOST_FINDINGS lines; the last one counts the others.
    """

    def line(pc: int | None) -> tuple:
        if pc is None:
            return ()
        instruction = program.codes[pc].instruction
        return (instruction.line,) if instruction.line else (None, instruction.opcode)

    def keys(finding: Finding) -> tuple[tuple, ...]:
        kind = finding.kind.name, finding.memory
        at, other = line(finding.at), line(finding.other)
        return (*kind, at, other), (*kind, at), kind

    for each in range(3):
        groups: dict[tuple, list[Finding]] = {}
        for finding in findings:
            groups.setdefault(keys(finding)[each], []).append(finding)
        if len(groups) <= MOST_FINDINGS:
            break
    lines = []
    for members in sorted(
        groups.values(), key=lambda some: -sum(finding.count for finding in some)
    ):
        first = replace(members[0], count=sum(finding.count for finding in members))
        more = f" at {len(members)} pairs of instructions" if members[1:] else ""
        lines.append(described(first, program) + more)
    others = len(lines) - MOST_FINDINGS
    if others > 0:
        lines[MOST_FINDINGS:] = [f"{others} more kinds and pairs of lines with findings"]
    return lines


def indices_text(block: Block, thread: Block) -> str:
    """'block 0,0,0 thread 1,0,0'."""
    return f"block {','.join(map(str, block))} thread {','.join(map(str, thread))}"


def described(finding: Finding, program: Program) -> str:
    """A finding as one line: both instructions, their CUDA lines, the byte and the threads."""

    def instruction(pc: int | None) -> str:
        if pc is None:
            return "the kernel"
        code = program.codes[pc].instruction
        line = f" ({code.place}{inlined_at(calls_of(code))})" if code.line else ""
        return f"`{code.text}`{line}"

    parts = [f"{finding.kind.name}: {instruction(finding.at)} {finding.kind.text}"]
    if finding.other is not None:
        parts.append(f"the other is {instruction(finding.other)}")
    if finding.byte is not None:
        parts.append(f"{finding.memory} byte {finding.byte}")
    named = [indices_text(block, thread) for block, thread in finding.threads]
    if named:
        parts.append(" and ".join(named))
    if finding.note:
        parts.append(finding.note)
    return "; ".join(parts) + (f"; {finding.count} cases" if finding.count > 1 else "")
