"""The house: who imports whom, how long a file and a function may be (docs/architecture.md)."""

from __future__ import annotations

import ast
import graphlib
import re
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

# Room -> floor; the longest name that a module's begins with counts. A module imports from its own
# floor or a lower one, in functions too.
FLOORS = {
    "schedules": 1,
    **dict.fromkeys(
        ("schedules.lowering", "schedules.compile", "schedules.inspect", "schedules.machine"), 2
    ),
    **dict.fromkeys(
        (
            "schedules.kernel",
            "schedules.effects",
            "schedules.names",
            "schedules.outlines",
            "schedules.userfile",
            "schedules.own_computation",
            "schedules.own_rungs",
            "schedules.own_schedule",
            "schedules.computation",
            "schedules.kernel_file",
            "schedules.launch_file",
            "schedules.tuned",
            "schedules.gpu",
        ),
        3,
    ),
    **dict.fromkeys(("schedules.checks", "schedules.timing", "schedules.legacy"), 4),
    **dict.fromkeys(
        (
            "schedules.api",
            "schedules.assistant",
            "schedules.explorer",
            "schedules.learning",
            "schedules.results",
            "schedules.site",
        ),
        5,
    ),
    "schedules.commands": 6,
    # Programs: what `python -m` runs stands on top of all of its package.
    "schedules.__main__": 6,
    "schedules.legacy.__main__": 6,
    "tune": 7,
}
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 60
# Ladders' recipes read top to bottom as one kernel.
RECIPES = ("schedules/gemm/", "schedules/gemv/")

FILES = sorted(file for package in ("schedules", "tune") for file in (ROOT / package).rglob("*.py"))


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def floor(module: str) -> int:
    parts = module.split(".")
    rooms = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next(FLOORS[room] for room in rooms if room in FLOORS)


def imported(module: str) -> set[str]:
    """The modules of ours that a module imports anywhere, but for those of its type hints."""
    file = MODULES[module]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    hints = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }
    found = set()
    for node in ast.walk(tree):
        if id(node) in hints:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")
            if node.level:
                package = package[: len(package) - node.level + (file.name == "__init__.py")]
            base = ".".join([*(package if node.level else ()), *filter(None, [node.module])])
            # `from package import module` is of the module, not of the package's own file.
            names = {f"{base}.{alias.name}" for alias in node.names}
            found.update(names & MODULES.keys() or {base})
    return {name for name in found if name in MODULES and name != module}


@cache
def imports() -> dict[str, set[str]]:
    """Of every module; not while tests are collected, which every process of a run does."""
    return {module: imported(module) for module in MODULES}


def test_no_module_imports_from_a_higher_floor():
    up = {
        f"{module} (floor {floor(module)}) imports {other} (floor {floor(other)})"
        for module, others in imports().items()
        for other in others
        if floor(other) > floor(module)
    }
    assert not up, "\n".join(sorted(up))


def test_no_modules_import_each_other():
    graphlib.TopologicalSorter(imports()).prepare()


def test_every_room_is_there():
    assert {room.partition(".")[0] for room in FLOORS} == {"schedules", "tune"}
    assert not [room for room in FLOORS if room not in MODULES]


STATIC = [
    file
    for package in ("schedules", "tune")
    for ending in ("js", "css", "j2")
    for file in (ROOT / package).rglob(f"*.{ending}")
]


@pytest.mark.parametrize("file", FILES + STATIC, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_is_read_in_a_sitting(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_a_function_fits_a_screen():
    long = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
        for file in FILES
        if not str(file.relative_to(ROOT)).startswith(RECIPES)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > MOST_LINES_OF_A_FUNCTION
    ]
    assert not long


@pytest.mark.parametrize(
    ("pattern", "places"),
    [
        # A target is parsed once, at the edge.
        (
            r"\barch: str\b(?! \|)",
            {
                "schedules/targets/__init__.py",
                # Plain data, that JSON holds.
                "schedules/api/costs.py",
                "schedules/api/results.py",
                "schedules/inspect/resources.py",
                "schedules/schemas/kernels.py",
                "schedules/schemas/rungs.py",
                "schedules/schemas/tuning.py",
                "schedules/schemas/verdicts.py",
                "tune/measuring/interface.py",
                "tune/records/lines.py",
            },
        ),
        (r"def check_arch\b", set()),
        (r"def compile_error\b", {"schedules/compile/compile_errors.py"}),
        (r"def compare\b", {"schedules/checks/compare.py"}),
        (r"\._processes\b", set()),
    ],
)
def test_one_place_for_each_thing(pattern, places):
    found = {
        str(file.relative_to(ROOT))
        for file in FILES
        if re.search(pattern, file.read_text(encoding="utf-8"))
    }
    assert found == places
