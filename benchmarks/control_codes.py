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
# Instructions, with the number of a barrier.
WaitBit = tuple[int, int]


def findings(playback: Playback, paths: Sequence[Sequence[Segment]]) -> Findings:
    """The findings of a program's present control codes on these execution paths."""
    playback.findings = Findings()
    for way in paths:
        playback.go(way)
    return playback.findings


def on_the_way(paths: Sequence[Sequence[Segment]]) -> list[int]:
    """Every instruction that ran."""
    return sorted({at for way in paths for segment in set(way) for at in range(*segment)})


def wait_bits(playback: Playback, paths: Sequence[Sequence[Segment]]) -> list[WaitBit]:
    codes = playback.program.codes
    return [(at, bit) for at in on_the_way(paths) for bit in codes[at].instruction.waits]


def without(
    playback: Playback, paths: Sequence[Sequence[Segment]], bits: Sequence[WaitBit]
) -> Findings:
    """The findings if some bits are cleared."""
    kept = list(playback.effects)
    for at, bit in bits:
        effect = playback.effects[at]
        waits = tuple(one for one in effect.waits if one != bit)
        playback.effects[at] = effect._replace(waits=waits)
    result = findings(playback, paths)
    playback.effects[:] = kept
    return result


class _Watch(Playback):
    """Notes whether a barrier is up where a number beyond the last one is waited for."""

    was_up = False

    def _wait(self, barrier: int, left: int) -> None:
        if barrier >= BARRIERS:
            self.was_up |= bool(self.state.setters.get(barrier - BARRIERS))
        else:
            super()._wait(barrier, left)


def is_up(ran: Ran, bit: WaitBit) -> bool:
    """Whether anything may be under way where a bit waits for it."""
    watch, (at, barrier) = _Watch(ran.program, ran.dependences, Findings()), bit
    effect = watch.effects[at]
    watch.effects[at] = effect._replace(waits=(barrier + BARRIERS, *effect.waits))
    findings(watch, ran.paths)
    return watch.was_up


def missed_bits(playback: Playback, paths: Sequence[Sequence[Segment]]) -> list[WaitBit]:
    """The bits whose absence is not found."""
    return [bit for bit in wait_bits(playback, paths) if not without(playback, paths, [bit]).cases]


def _contexts(paths: Sequence[Sequence[Segment]]) -> Iterator[tuple[list[int], int, int]]:
    """Each segment between its neighbours: instructions, and the begin and end of the segment.

    There are as many neighbours as a latency may span.
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
                first = [at for segment in reversed(before) for at in range(*segment)]
                last = [at for segment in after for at in range(*segment)]
                line = [*first, *range(*here), *last]
                yield line, len(first), len(first) + here[1] - here[0]


def _reach(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """The first of some segments, as many as have LONGEST instructions."""
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
            at = line[place]
            most = playback.effects[at].stall - 1
            spare[at] = min(spare.get(at, most), _spare(playback, line, place))
    return spare


def _spare(playback: Playback, line: Sequence[int], place: int) -> int:
    """The least that a dependence across the end of an instruction has beyond its latency."""
    effects, least = playback.effects, LONGEST
    began, overwritten, passed = {}, set(), 0
    for at in reversed(line[max(0, place - LONGEST) : place + 1]):
        passed += effects[at].stall
        for register in set(effects[at].writes) - overwritten:
            overwritten.add(register)
            if effects[at].queue is None:
                began[register] = at, passed
    ahead = 0
    for at in line[place + 1 :]:
        for register in effects[at].reads:
            if register in began:
                producer, cycles = began[register]
                least = min(least, cycles + ahead - playback.needed(producer, at, register))
        for register in effects[at].writes:
            began.pop(register, None)
        ahead += effects[at].stall
        if ahead > LONGEST:
            break
    return max(0, least)


@dataclass
class Tried:
    """A kernel's changes; counts, and how many of each were found."""

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
    lowered = {at: playback.effects[at].stall - 1 for at in spare if playback.effects[at].stall > 1}
    return Tried(
        clean,
        len(wait_bits(playback, ran.paths)),
        missed,
        together,
        len(lowered),
        sum(by > spare[at] for at, by in lowered.items()),
        sum(not spare[at] for at in lowered),
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
            one = tried(ran)
            counts = one.bits, len(one.missed), one.stalls, one.to_one, one.by_one
            sums += counts
            words = ["yes" if yes else "NO" for yes in (one.clean, one.together)]
            click.echo(row.format(rung.path, words[0], *counts[:2], words[1], *counts[2:]))
            for at, bit in one.missed if missed else ():
                code = ran.program.codes[at].instruction
                why = "guarded again, or unused" if is_up(ran, (at, bit)) else "not up"
                click.echo(f"    {bit} of {code.control} {code.text}: {why}")
    click.echo(row.format("", "", *sums[:2], "", *sums[2:]))


if __name__ == "__main__":
    run_command(main, "benchmarks.control_codes")
