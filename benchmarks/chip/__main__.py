"""Measures the constants of this GPU: `python -m benchmarks.chip [--only NAME,...] [--out FILE]`.

Each microbenchmark measures one constant or one small table; nothing is fitted to the times of
whole kernels. They run in a separate process, which is restarted if a kernel fails or hangs. The
record is docs/results/chip-DEVICE.json.gz; with --only, the measured entries replace those in it.
Without a GPU, --check compiles every kernel and reads it back, and --convert makes the timing
model's constants, gpusim/timing/chips/CHIP.json, from the records.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from gpusim.timing.constants import PUBLISHED, constants
from schedules.commands.program import run_command
from schedules.core.files import read_json, write_json, write_text
from schedules.core.gpu import cuda, device_target
from schedules.measure.environment import gpu_header

from .constants import RESULTS, chip_file, of_record, raw_path, text
from .published import of_publication, published_records
from .runner import all_measures, measured, prepared


def chosen(only: str | None) -> list[str]:
    """The names that begin with one of the given prefixes; all names if `only` is empty."""
    names = list(all_measures())
    if not only:
        return names
    wanted = only.split(",")
    for prefix in wanted:
        if not any(name.startswith(prefix) for name in names):
            raise UserError(f"no constant {prefix!r}; there are {', '.join(names)}")
    return [name for name in names if name.startswith(tuple(wanted))]


def joined(
    before: Mapping[str, Any], records: Mapping[str, Any], wrong: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """All known constants, and why each other one is missing ('' if it was not measured)."""
    constants = {**before.get("constants", {}), **records}
    missing = {**before.get("missing", {}), **wrong}
    return {
        "constants": constants,
        "missing": {
            name: missing.get(name, "") for name in all_measures() if name not in constants
        },
    }


@click.command()
@click.option("--only", metavar="NAME,...", help="Those whose names begin so.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@click.option("--check", is_flag=True, help="Compile and read back, without a GPU.")
@click.option("--convert", is_flag=True, help="Write the model's constants of the records.")
def main(only: str | None, out: Path | None, check: bool, convert: bool) -> None:
    """Measure the constants of this GPU's timing."""
    if convert:
        for path in sorted(RESULTS.glob("chip-*")):
            record = read_json(path)
            to = chip_file(record["device"])
            write_text(to, text(of_record(to.stem, record)))
            click.echo(f"wrote {to}")
        for name, record in published_records().items():
            to = PUBLISHED / f"{name}.json"
            write_text(to, text(of_publication(name, record, constants(record["base"]))))
            click.echo(f"wrote {to}")
        return
    names = chosen(only)
    if check:
        made = prepared(names)
        for name, count, message in made:
            click.echo(f"{name}: {message or f'{count} kernels'}")
        if any(message for _, _, message in made):
            raise UserError("not every kernel is as it has to be")
        return
    target = device_target()
    if target.arch != "sm_90":
        raise UserError(f"this device is {target.arch}; the machine code is of sm_90")
    path = out or raw_path(cuda().cuda.get_device_name(0))
    before = read_json(path) if path.exists() else {}
    if not only:
        # Entries that pages show, and that no microbenchmark makes any more.
        others = {
            name: entry
            for name, entry in before.get("constants", {}).items()
            if name not in all_measures()
        }
        before = {"constants": others}
    prepared(names)
    records, wrong = measured(names)
    record = {
        **gpu_header(),
        "multiprocessors": cuda().cuda.get_device_properties(0).multi_processor_count,
        **joined(before, records, wrong),
    }
    write_json(path, record)
    click.echo(f"{path}: {len(record['constants'])} constants")
    for name, message in wrong.items():
        click.echo(f"{name} is missing: {message}", err=True)


if __name__ == "__main__":
    run_command(main, "benchmarks.chip")
