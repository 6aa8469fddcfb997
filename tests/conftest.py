"""Fixtures shared by the tests."""

from __future__ import annotations

import gc
import json
import signal
import subprocess
import sys
from pathlib import Path

import blas_threads  # noqa: F401
import pytest

# One browser a process: a second Playwright beside a running one is refused.
from browser import chromium, used_pages, watched  # noqa: F401
from forked_workers import fork_workers
from played_tools import lone, on_stand_in, played, several  # noqa: F401
from xdist.scheduler import LoadFileScheduling

from gpusim.isa.sass import Instruction, disassemble
from schedules.compile.compiler import Compiler
from schedules.compile.listing import Compiled
from schedules.core.ladder import Rung, Step, steps
from schedules.core.target import Target
from schedules.core.tvm_script import quick_parser
from schedules.lowering.lower import Lowered, lower
from schedules.schemas import form

ROOT = Path(__file__).parent.parent
FILES = Path(__file__).parent / "files"


# --- tests on a GPU -------------------------------------------------------------------------------


def no_gpu() -> str:
    """Why tests marked `gpu` cannot run here, or '' where they can."""
    from schedules.core.errors import NoGpu
    from schedules.core.gpu import cuda

    try:
        cuda()
    except NoGpu as error:
        return str(error)
    return ""


def pytest_addoption(parser):
    parser.addoption(
        "--exhaustive", action="store_true", help="run every kernel, not one per mechanism"
    )
    parser.addoption("--gpu", action="store_true", help="fail unless a test marked gpu has run")
    parser.addoption(
        "--require-browser", action="store_true", help="fail where there is no browser to test with"
    )


def pytest_configure(config):
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        # A shell has a background job ignore Ctrl-C, and the programs under test would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "gpu: needs a CUDA device; skipped where there is none")
    config.addinivalue_line("markers", "new_page: on a page of Chromium that no other test uses")
    config.addinivalue_line("markers", "exhaustive: runs with --exhaustive alone")
    config.gpu_tests_run = 0
    # Under pytest the stack is deep, and modules are many.
    quick = quick_parser()
    quick.__enter__()
    config.add_cleanup(lambda: quick.__exit__(None, None, None))
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    fork_workers(patch)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is loaded and collected lasts as long as the run: nobody looks for garbage in it.

    Else a sixth of a long test's time goes into that.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--exhaustive"):
        left = [item for item in items if item.get_closest_marker("exhaustive")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]
    marked = [item for item in items if item.get_closest_marker("gpu")]
    reason = no_gpu() if marked else ""
    for item in marked if reason else ():
        item.add_marker(pytest.mark.skip(reason=f"no GPU: {reason}"))


class GpuTestsRun:
    """Counts reports; a plugin of the process that sees those of every worker."""

    def __init__(self, config):
        self.config = config

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and "gpu" in report.keywords and not report.skipped:
            self.config.gpu_tests_run += 1


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session):
    session.config.pluginmanager.register(GpuTestsRun(session.config), "gpu-tests-run")


def none_ran(config) -> bool:
    """A run that was to use the GPU and did not; the workers of a run leave that to its head."""
    return (
        config.getoption("--gpu")
        and not hasattr(config, "workerinput")
        and (config.gpu_tests_run == 0)
    )


def pytest_sessionfinish(session):
    if none_ran(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    if none_ran(config):
        terminalreporter.write_line("--gpu: no test marked gpu has run", red=True)


# --- distribution over processes ------------------------------------------------------------------

# Their tests take minutes together and share no fixture, so that each may run in any process.
SPREAD = {
    "tests/analyses/verification/test_serial.py",
    "tests/api/test_user_files.py",
    "tests/core/test_kernel.py",
    "tests/corpus/test_corpus.py",
    "tests/gpusim/functional/test_cases.py",
    "tests/gpusim/test_rungs.py",
    "tests/gpusim/timing/test_causes.py",
    "tests/gpusim/timing/test_what_if.py",
}


class FilesOrTests(LoadFileScheduling):
    """Distributes files, and the single tests of SPREAD."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return nodeid if file in SPREAD else file


def pytest_xdist_make_scheduler(config, log):
    return FilesOrTests(config, log)


# --- fixtures -------------------------------------------------------------------------------------


@pytest.fixture
def run_cli(tmp_path):
    """Run `python -m schedules` in an empty folder, as a user would."""

    def run(*arguments: object, cwd: Path = tmp_path, module: str = "schedules"):
        return subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=300,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        )

    return run


@pytest.fixture
def cli(capsys):
    """Run a command in this process; gives exit code, stdout and stderr."""
    from schedules.commands import main

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def items(text: str, kind: str) -> list:
    """What a command printed with --json, compared with the form of its kind."""
    form(kind).validate_json(text, strict=True)
    return json.loads(text)["items"]


def last_step(rung: Rung, shape=None) -> Step:
    """The finished kernel of a rung."""
    return steps(rung, rung.at(shape))[-1]


def lowered(rung: Rung, step: str = "", shape=None) -> Lowered:
    """A rung lowered at a step, by default its last."""
    found = steps(rung, rung.at(shape))
    one = next(s for s in found if s.name == step) if step else found[-1]
    return lower(one.mod, rung.build)


def compiled(source: str, arch: str = "sm_90") -> Compiled:
    """A CUDA text as NVRTC compiles it for an architecture."""
    return Compiler(Target.parse(arch)).compile(source)


def machine_code(source: str, arch: str = "sm_90") -> dict[str, list[Instruction]]:
    """Kernel name -> its instructions, of a CUDA text."""
    return disassemble(compiled(source, arch).cubin)
