"""Who imports whom, how long a file and a function may be (docs/architecture.md)."""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

# Room -> floor; the longest matching prefix of a module's name counts. A module imports from its
# own floor or from a lower one; imports inside functions count.
GPUSIM = (
    ("gpusim",),
    ("gpusim.isa", "gpusim.launch", "gpusim.dataflow.values"),
    ("gpusim.state", "gpusim.module", "gpusim.dataflow"),
    ("gpusim.counting", "gpusim.sanitizer"),
    ("gpusim.functional",),
    ("gpusim.device",),
    ("gpusim.exact_counts", "gpusim.instruction_counts", "gpusim.timing"),
)
SCHEDULES = (
    ("schedules", "schedules.core", "schedules.gemm", "schedules.gemv", "schedules.workloads"),
    ("schedules.lowering", "schedules.compile", "schedules.analyses.accesses"),
    (
        "schedules.analyses.resources",
        "schedules.analyses.instruction_mix",
        "schedules.core.gpu",
        "schedules.core.machine_code",
    ),
    (
        "schedules.core.machine_code",
        "schedules.core.kernel",
        "schedules.sources",
        "schedules.tuned",
    ),
    ("schedules.analyses",),
    ("schedules.measure",),
    ("schedules.views", "schedules.measure.publishing"),
    (
        "schedules.api",
        "schedules.assistant",
        "schedules.explorer",
        "schedules.learning",
        "schedules.site",
    ),
    ("schedules.commands",),
    # Programs: `python -m` runs them.
    ("schedules.__main__",),
    ("tune",),
    ("te_compat",),
    # Shims of old import paths.
    ("schedules.legacy", "tune.legacy"),
)
FLOORS = {room: floor for floor, rooms in enumerate(GPUSIM + SCHEDULES) for room in rooms}
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 60
MOST_LINES_OF_README, MOST_LINES_OF_A_GUIDE = 200, 250
# Ladders' recipes read top to bottom as one kernel.
RECIPES = ("schedules/gemm/", "schedules/gemv/")

PACKAGES = ("gpusim", "schedules", "tune", "te_compat")
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))


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


def test_the_simulator_needs_no_other_package():
    """Imports inside functions and of third parties count; one test runs it without TVM."""
    outside = {
        f"{module}: {name}"
        for module, file in MODULES.items()
        if module.split(".")[0] == "gpusim"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else ["gpusim" if node.level else str(node.module)]
        )
        if name.split(".")[0] not in {"gpusim", "numpy", "ml_dtypes", "elftools"}
        and name.split(".")[0] not in sys.stdlib_module_names
    }
    assert not outside, "\n".join(sorted(outside))


def test_only_the_shims_import_old_te():
    found = {
        module
        for module, others in imports().items()
        if module.split(".")[0] != "te_compat"
        and any(other.split(".")[0] == "te_compat" for other in others)
    }
    assert found == {
        "schedules.legacy",
        "schedules.legacy.__main__",
        "tune.legacy",
        "tune.legacy.__main__",
    }


def test_every_room_is_there():
    assert {room.partition(".")[0] for room in FLOORS} == set(PACKAGES)
    assert not [room for room in FLOORS if room not in MODULES]


STATIC = [
    file
    for package in PACKAGES
    for ending in ("js", "css", "j2")
    for file in (ROOT / package).rglob(f"*.{ending}")
]


@pytest.mark.parametrize("file", FILES + STATIC, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_is_read_in_a_sitting(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def too_long(guides: Iterable[Path], most: int) -> list[str]:
    lengths = {guide.name: len(guide.read_text(encoding="utf-8").splitlines()) for guide in guides}
    return [f"{name}: {lines} lines" for name, lines in lengths.items() if lines > most]


def test_no_guide_is_longer_than_a_reader_accepts():
    """docs/results is generated and grows with the records."""
    assert too_long([ROOT / "README.md"], MOST_LINES_OF_README) == []
    folders = ("", "ladders", "migrating")
    guides = [file for folder in folders for file in (ROOT / "docs" / folder).glob("*.md")]
    assert len(guides) > 45 and too_long(guides, MOST_LINES_OF_A_GUIDE) == []


def test_a_guide_that_is_too_long_is_found(tmp_path):
    (tmp_path / "long.md").write_text("a line\n" * 251)
    (tmp_path / "clean.md").write_text("a line\n" * 250)
    assert too_long(sorted(tmp_path.iterdir()), 250) == ["long.md: 251 lines"]


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
                "schedules/core/target.py",
                # Plain data, that JSON holds.
                "schedules/api/costs.py",
                "schedules/api/results.py",
                "schedules/analyses/regressions.py",
                "schedules/analyses/resources.py",
                "schedules/schemas/tuning.py",
                "tune/measuring/interface.py",
                "tune/records/lines.py",
            },
        ),
        (r"def check_arch\b", set()),
        (r"def compile_error\b", {"schedules/compile/compile_errors.py"}),
        (r"def compare\b", {"schedules/analyses/verification/compare.py"}),
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
