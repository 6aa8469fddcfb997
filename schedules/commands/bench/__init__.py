"""`schedules bench`: verify kernels on this machine, then time them together with libraries."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gpusim.errors import UserError

from ...core.errors import NoGpu
from ..options import OUT_FILE, REFERENCE, takes


@click.command("bench")
@click.argument("references", type=REFERENCE, nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--record",
    type=OUT_FILE,
    metavar="FILE",
    help="Record to extend; by default docs/results/<device>.json.",
)
@click.option(
    "--missing",
    is_flag=True,
    help="Time only kernels that are not in the record with this compiler.",
)
@click.option(
    "--first-baseline",
    is_flag=True,
    help="Time only one baseline, cuBLAS or torch.mv, to save time.",
)
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIRECTORY",
    help="Also time public kernels; DIRECTORY has checkouts of marlin and fast.cu.",
)
@takes("compiler", "sizes", "shape", json=("measurements", "times"))
def command(references, as_json: bool, **asked) -> None:
    """Verify kernels on this GPU, then time them next to cuBLAS, torch, Triton and dlight.

    A CPU ladder is timed on this machine's CPU, next to NumPy. The record is written after each
    shape, so an interrupted run keeps the finished shapes. FILE.cu, FILE.ptx and FILE.cubin are
    timed without baselines and without a record.
    """
    from ...sources.names import is_kernel_file, resolve
    from .run import run_bench, run_cpu_bench, run_file_bench

    files = list(filter(is_kernel_file, references))
    if files:
        others = [reference for reference in references if reference not in files]
        if others or any(asked.values()):
            raise UserError(f"{files[0]} is a kernel file: bench it alone, without other options")
        sys.exit(run_file_bench(files, as_json))
    on_cpu = [reference for reference in references if resolve(reference).rung.on_cpu]
    if on_cpu and len(on_cpu) < len(references):
        raise UserError(f"{on_cpu[0]} is for a CPU: bench it in a separate run")
    if on_cpu:
        given = [asked.pop(option) for option in ("missing", "first_baseline", "against")]
        if any(given):
            raise UserError(
                "--missing, --first-baseline and --against require a GPU ladder; "
                f"{on_cpu[0]} is for a CPU"
            )
        sys.exit(run_cpu_bench(references, as_json, **asked))
    try:
        sys.exit(run_bench(references, as_json, **asked))
    except NoGpu as error:
        raise NoGpu(f"{error}; `schedules predict` needs no GPU") from None
