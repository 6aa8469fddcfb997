"""What `verify` reports for a kernel file that a test writes."""

from __future__ import annotations

from schedules.analyses.verification.kernel_files import verify_file_kernel
from schedules.sources.kernel_files import FileKernel


def kinds_of_problems(folder, source: str, launch: str) -> set[str]:
    (folder / "kernel.cu").write_text(source)
    (folder / "kernel.toml").write_text(launch)
    checks, _ = verify_file_kernel(FileKernel.load(str(folder / "kernel.cu")))
    assert checks
    return {problem.split(":")[0] for check in checks for problem in check.problems}
