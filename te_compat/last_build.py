"""Runs a script up to its last build; the rest schedules nothing and may take long."""

from __future__ import annotations

import ast
import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

from gpusim.errors import UserError
from schedules.processes.platforms import on_linux, say_unlimited

# Names that build a kernel, or run text that may build one.
_BUILDS = {"lower", "build", "schedule_to_module", "exec", "eval"}
# Seconds that a script may take where only its schedules matter.
SECONDS = 120


class Enough(Exception):
    """Raised in a script after its last build."""


class TooLong(UserError):
    """A script that takes too long to reach its builds."""


def until_last_build(tree: ast.Module, folder: Path) -> ast.Module:
    """The module without the statements after its last build; unchanged if no build is found.

    In a function that is called once, outside of loops, `raise __enough__` follows its last build.
    """
    functions = {
        node.name: node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    building = _BUILDS | _names_from(tree, folder)
    while callers := {
        n for n, f in functions.items() if n not in building and _calls(f) & building
    }:
        building |= callers
    _cut(tree.body, tree, functions, building, raises=False)
    return ast.fix_missing_locations(tree)


def _names_from(tree: ast.Module, folder: Path) -> set[str]:
    """Names that come from modules of the script's folder, which may build."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (folder / f"{node.module}.py").is_file():
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            local = [alias for alias in node.names if (folder / f"{alias.name}.py").is_file()]
            names |= {alias.asname or alias.name for alias in local}
    return names


def _calls(node: ast.AST) -> set[str]:
    """The names that are used in a statement or expression, of functions and modules alike."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def _cut(body: list, tree: ast.Module, functions: dict, building: set[str], raises: bool) -> None:
    """Remove what follows the last statement of `body` that builds."""
    defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
    last = max(
        (
            number
            for number, statement in enumerate(body)
            if not isinstance(statement, defined) and _calls(statement) & building
        ),
        default=None,
    )
    if last is None or isinstance(body[last], ast.Return):
        return
    del body[last + 1 :]
    if raises:
        body += ast.parse("raise __enough__").body
    statement = body[last]
    if isinstance(statement, ast.If | ast.With) and not getattr(statement, "orelse", None):
        _cut(statement.body, tree, functions, building, raises=False)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        called = getattr(statement.value.func, "id", "")
        uses = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == called]
        if called in functions and len(uses) == 1 and not functions[called].decorator_list:
            _cut(functions[called].body, tree, functions, building, raises=True)


@contextlib.contextmanager
def limits() -> Iterator[None]:
    """Limits for the block: half of the machine's free memory, and SECONDS. Only on Linux."""
    if not on_linux():
        say_unlimited()
        yield
        return
    import resource

    page, before = os.sysconf("SC_PAGE_SIZE"), resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * page
    most = used + os.sysconf("SC_PHYS_PAGES") * page // 2
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    timed = threading.current_thread() is threading.main_thread()

    def too_long(_signal, _frame) -> None:
        raise TooLong(
            f"it took over {SECONDS} s, and nothing was built before that; reduce its shapes or "
            "what it computes before tvm.build"
        )

    handler = signal.signal(signal.SIGALRM, too_long) if timed else None
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    if timed:
        signal.alarm(SECONDS)
    try:
        yield
    finally:
        if timed:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)
