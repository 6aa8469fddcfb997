"""Synchronization that rungs do not need: `python -m benchmarks.deletions [LADDER[:RUNG] ...]`.

In the SASS of each rung's last kernel, compiled by NVRTC, every barrier, wait and fence is removed
in turn, and each wait for groups of copies or wgmma is relaxed by one. The simulator runs each
mutant. Mutants with findings are counted; those without are listed with the reason, in
docs/results/deletions.json and on the page docs/removable-barriers.md.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from schedules.analyses.mutants import (
    FOUND,
    LEFT_OUT,
    RAISED,
    SURVIVED,
    Mutant,
    deletions,
    looped_shape,
)
from schedules.commands.options import chosen
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import write_text
from schedules.core.kernel import last_kernel
from schedules.core.ladder import Rung
from schedules.core.target import Target

DOCS = Path(__file__).parent.parent / "docs"
RECORD, PAGE = DOCS / "results" / "deletions.json", DOCS / "removable-barriers.md"
_INTRODUCTION = """# Barriers that kernels can do without

```sh
schedules verify LADDER:RUNG --removable           # what one kernel does not need
python -m benchmarks.deletions [LADDER:RUNG ...]   # tries every rung and writes this page
```

A barrier, wait or fence is *removable* if the [simulator](simulator.md) reports no finding without
it. The last kernel of every rung ({compiler}, sm_90) is simulated once for each synchronization
instruction, without that instruction. Waits for groups of copies or `wgmma` are also weakened, so
that one more group may be in flight. The shape is small: the reduction loop has two more iterations
than the pipeline has stages.

The simulator decides by vector clocks whether two accesses are ordered. If it reports no finding,
the result is correct without the instruction in every order of the threads, at this shape and for
this SASS. Each result is for one instruction: if one of two removable barriers is removed, the
other may become necessary.

## All instructions

| instruction and change | finding | no finding |
| --- | ---: | ---: |
{totals}

## Removable instructions

Numbers with `#` are positions in the SASS; lines are those of `schedules show --level cuda`. A line
in bold can be deleted: none of its barriers is needed, even if all of them are removed together.

| kernel | instruction | CUDA lines | positions | why it is not needed |
| --- | --- | --- | --- | --- |
{rows}
"""
_RAISED = "one more group in flight"
# Change to an instruction -> its text on the page.
_DONE = {LEFT_OUT: "", RAISED: f", {_RAISED}"}


def entry_of(rung: Rung) -> dict[str, Any]:
    """A rung's verdicts: how many of each, and all mutants without a finding."""
    compiler = Compiler(Target.parse("sm_90"))
    kernel = last_kernel(rung, rung.at(looped_shape(rung)), compiler.target, compiler)
    tried = list(deletions(kernel))
    return {
        "rung": rung.path,
        "shape": kernel.shape,
        "compiler": compiler.version,
        "tried": dict(sorted(Counter(map(_what, tried)).items())),
        "kept": [asdict(mutant) for mutant in tried if mutant.verdict == SURVIVED],
    }


def _what(mutant: Mutant) -> str:
    return f"{_base(mutant.text)} {mutant.change}: {mutant.verdict}"


def _base(text: str) -> str:
    """An instruction's opcode."""
    opcode = next(word for word in text.split() if not word.startswith("@"))
    return opcode.partition(".DEFER_BLOCKING")[0]


def page(entries: Iterable[Mapping[str, Any]]) -> str:
    """docs/removable-barriers.md."""
    entries = list(entries)
    total: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        for what, count in entry["tried"].items():
            name, _, verdict = what.rpartition(": ")
            total[name, verdict] += count
    totals = [
        f"| {_changed(name)} | {total[name, FOUND]} | {total[name, SURVIVED]} |"
        for name in sorted({name for name, _ in total})
    ]
    return _INTRODUCTION.format(
        compiler=", ".join(sorted({entry["compiler"] for entry in entries})),
        totals="\n".join(totals),
        rows="\n".join(row for entry in entries for row in _rows(entry)),
    )


def _changed(name: str) -> str:
    """An opcode and its change, as the page shows them."""
    return name.replace(LEFT_OUT, "removed").replace(RAISED, _RAISED)


def _rows(entry: Mapping[str, Any]) -> Iterator[str]:
    """A row for each opcode, change and reason of a rung, in the order of the instructions."""
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for mutant in entry["kept"]:
        key = f"`{_base(mutant['text'])}`{_DONE[mutant['change']]}", mutant["reason"]
        groups.setdefault(key, []).append(mutant)
    for (instruction, reason), some in groups.items():
        whole = {mutant["line"] for mutant in some if mutant["line_too"]}
        lines = [
            f"**{line}**" if line in whole else f"{line}"
            for line in sorted({mutant["line"] for mutant in some})
        ]
        places = ", ".join(f"#{mutant['at']}" for mutant in some)
        yield (
            f"| {entry['rung']}, {entry['shape']} | {instruction} | {', '.join(lines)} | {places} "
            f"| {reason} |"
        )


@click.command()
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
def main(references: tuple[str, ...]) -> None:
    """Remove each synchronization instruction of each rung, and list those that are not needed."""
    rungs = chosen(references, Target.parse("sm_90"))
    known = {e["rung"]: e for e in json.loads(RECORD.read_text())} if RECORD.exists() else {}
    order = [rung.path for rung in chosen((), Target.parse("sm_90"))]
    for rung in rungs:
        entry = known[rung.path] = entry_of(rung)
        # An interrupted run keeps its results.
        entries = [known[path] for path in order if path in known]
        write_text(RECORD, json.dumps(entries, indent=1) + "\n")
        write_text(PAGE, page(entries))
        counts = ", ".join(f"{count} {what}" for what, count in entry["tried"].items())
        click.echo(f"{rung.path} at {entry['shape']}: {counts or 'nothing to remove'}")


if __name__ == "__main__":
    run_command(main, "benchmarks.deletions")
