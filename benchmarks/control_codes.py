"""Whether wrong control codes would be found: `python -m benchmarks.control_codes [LADDER ...]`.

Each rung runs in the simulator at its first small shape. Then each bit of a wait mask on the
execution path is cleared in turn, and each stall count lowered to one cycle. The findings of
gpusim's check of control codes are counted. A change without a finding is called redundant on this
path: the scoreboard is not held there, its register is awaited elsewhere before it is used or is
not used, or the result is ready without the stall. All redundant bits of a rung are also cleared
together, because two may guard the same register.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import click
import numpy as np

from gpusim.device import Ran
from gpusim.findings import Findings
from gpusim.isa.latencies import LONGEST
from gpusim.isa.sass import BARRIERS
from gpusim.launch import Options
from gpusim.sanitizer.scoreboards import Playback
from gpusim.state.execution_trace import Segment
from schedules.analyses.verification.compare import Expected
from schedules.analyses.verification.simulated import run_on_machine
from schedules.commands.options import chosen
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.kernel import last_kernel
from schedules.core.ladder import Rung
from schedules.core.target import Target

ARCH = "sm_90"
# Index of an instruction, number of a barrier.
WaitBit = tuple[int, int]


def findings(playback: Playback, paths: Sequence[Sequence[Segment]]) -> Findings:
    """The findings of a program's present control codes on these execution paths."""
    playback.findings = Findings()
    for way in paths:
        playback.go(way)
    return playback.findings


def on_the_way(paths: Sequence[Sequence[Segment]]) -> list[int]:
    """The indices of all instructions that ran."""
    return sorted({index for way in paths for segment in set(way) for index in range(*segment)})


def wait_bits(playback: Playback, paths: Sequence[Sequence[Segment]]) -> list[WaitBit]:
    codes = playback.program.codes
    return [(index, bit) for index in on_the_way(paths) for bit in codes[index].instruction.waits]


def without(
    playback: Playback, paths: Sequence[Sequence[Segment]], bits: Sequence[WaitBit]
) -> Findings:
    """The findings if some bits are cleared."""
    kept = list(playback.effects)
    for index, bit in bits:
        effect = playback.effects[index]
        waits = tuple(wait for wait in effect.waits if wait != bit)
        playback.effects[index] = effect._replace(waits=waits)
    result = findings(playback, paths)
    playback.effects[:] = kept
    return result


class _Watch(Playback):
    """Records whether barrier n is pending where an instruction waits for n + BARRIERS."""

    was_up = False

    def _wait(self, barrier: int, left: int) -> None:
        if barrier >= BARRIERS:
            self.was_up |= bool(self.state.setters.get(barrier - BARRIERS))
        else:
            super()._wait(barrier, left)


def is_up(ran: Ran, bit: WaitBit) -> bool:
    """Whether a wait bit's barrier can be pending at its instruction."""
    watch, (index, barrier) = _Watch(ran.program, ran.dependences, Findings()), bit
    effect = watch.effects[index]
    watch.effects[index] = effect._replace(waits=(barrier + BARRIERS, *effect.waits))
    findings(watch, ran.paths)
    return watch.was_up


def missed_bits(playback: Playback, paths: Sequence[Sequence[Segment]]) -> list[WaitBit]:
    """The bits whose absence is not found."""
    return [bit for bit in wait_bits(playback, paths) if not without(playback, paths, [bit]).cases]


def _contexts(paths: Sequence[Sequence[Segment]]) -> Iterator[tuple[list[int], int, int]]:
    """Each segment with its neighbours: instructions, and the begin and end of the segment.

    The neighbours span the longest latency.
    """
    met = set()
    for way in paths:
        for place, here in enumerate(way):
            before, after = (
                _reach(reversed(way[max(0, place - LONGEST) : place])),
                _reach(way[place + 1 : place + 1 + LONGEST]),
            )
            if (before, here, after) not in met:
                met.add((before, here, after))
                first = [index for segment in reversed(before) for index in range(*segment)]
                last = [index for segment in after for index in range(*segment)]
                line = [*first, *range(*here), *last]
                yield line, len(first), len(first) + here[1] - here[0]


def _reach(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """The first segments, until they have LONGEST instructions."""
    taken, length = [], 0
    for start, end in segments:
        if length >= LONGEST:
            break
        taken.append((start, end))
        length += end - start
    return tuple(taken)


def spare_cycles(playback: Playback, paths: Sequence[Sequence[Segment]]) -> dict[int, int]:
    """Instruction -> cycles by which its stall may be lowered, as far as latencies are known."""
    spare: dict[int, int] = {}
    for line, start, end in _contexts(paths):
        for place in range(start, end):
            index = line[place]
            most = playback.effects[index].stall - 1
            spare[index] = min(spare.get(index, most), _spare(playback, line, place))
    return spare


def _spare(playback: Playback, line: Sequence[int], place: int) -> int:
    """The minimum slack in cycles of the dependences that span the end of an instruction."""
    effects, least = playback.effects, LONGEST
    began, overwritten, passed = {}, set(), 0
    for index in reversed(line[max(0, place - LONGEST) : place + 1]):
        passed += effects[index].stall
        for register in set(effects[index].writes) - overwritten:
            overwritten.add(register)
            if effects[index].queue is None:
                began[register] = index, passed
    ahead = 0
    for index in line[place + 1 :]:
        for register in effects[index].reads:
            if register in began:
                producer, cycles = began[register]
                least = min(least, cycles + ahead - playback.needed(producer, index, register))
        for register in effects[index].writes:
            began.pop(register, None)
        ahead += effects[index].stall
        if ahead > LONGEST:
            break
    return max(0, least)


@dataclass
class Tried:
    """Counts of a kernel's changes, and of those that were found."""

    clean: bool
    bits: int
    missed: list[WaitBit]
    together: bool
    stalls: int
    to_one: int
    by_one: int


def tried(ran: Ran) -> Tried:
    playback = Playback(ran.program, ran.dependences, Findings())
    clean = not findings(playback, ran.paths).cases
    missed = missed_bits(playback, ran.paths)
    together = not without(playback, ran.paths, missed).cases
    spare = spare_cycles(playback, ran.paths)
    lowered = {
        index: playback.effects[index].stall - 1
        for index in spare
        if playback.effects[index].stall > 1
    }
    return Tried(
        clean,
        len(wait_bits(playback, ran.paths)),
        missed,
        together,
        len(lowered),
        sum(by > spare[index] for index, by in lowered.items()),
        sum(not spare[index] for index in lowered),
    )


def runs_of(rung: Rung) -> list[Ran]:
    """A rung's launches at its first small shape."""
    target = Target.parse(ARCH)
    workload = rung.at(next(iter(rung.verify_shapes())))
    kernel = last_kernel(rung, workload, target, Compiler(target))
    expected = Expected.of(workload, np.random.default_rng(0), "random")
    return run_on_machine(kernel, expected.inputs, Options(count=False)).launches


@click.command()
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option("--missed", is_flag=True, help="Print the bits that are not found, too.")
def main(references: tuple[str, ...], missed: bool) -> None:
    """Try what is found when control codes are wrong."""
    row = "{:36} {:>5} {:>5} {:>9} {:>8} {:>6} {:>6} {:>6}"
    click.echo(row.format("", "clean", "bits", "redundant", "together", "stalls", "to 1", "by 1"))
    sums = np.zeros(5, int)
    for rung in chosen(references, Target.parse(ARCH)):
        for ran in runs_of(rung):
            result = tried(ran)
            counts = result.bits, len(result.missed), result.stalls, result.to_one, result.by_one
            sums += counts
            words = ["yes" if yes else "NO" for yes in (result.clean, result.together)]
            click.echo(row.format(rung.path, words[0], *counts[:2], words[1], *counts[2:]))
            for index, bit in result.missed if missed else ():
                code = ran.program.codes[index].instruction
                why = "guarded again, or unused" if is_up(ran, (index, bit)) else "not up"
                click.echo(f"    {bit} of {code.control} {code.text}: {why}")
    click.echo(row.format("", "", *sums[:2], "", *sums[2:]))


if __name__ == "__main__":
    run_command(main, "benchmarks.control_codes")
