"""Import layers (docs/architecture.md)."""

from __future__ import annotations

import ast
import graphlib
import sys
from functools import cache
from pathlib import Path

from conftest import ROOT

# Module or package -> layer; the longest matching prefix of a module's name counts. A module
# imports from its own layer or from a lower one; imports inside functions count.
GPUSIM = (
    ("gpusim",),
    ("gpusim.isa",),
    ("gpusim.state", "gpusim.launch", "gpusim.dataflow"),
    ("gpusim.counting", "gpusim.sanitizer"),
    ("gpusim.functional",),
    ("gpusim.device",),
    ("gpusim.exact_counts", "gpusim.timing"),
)
SCHEDULES = (
    (
        *("schedules", "schedules.core", "schedules.gemm", "schedules.gemv"),
        *("schedules.views.html", "schedules.workloads"),
    ),
    (
        *("schedules.lowering", "schedules.compile"),
        "schedules.analyses.accesses",
    ),
    (
        "schedules.analyses.resources",
        "schedules.core.gpu",
    ),
    (
        "schedules.core.kernel",
        "schedules.sources",
        "schedules.tuned",
    ),
    ("schedules.analyses", "schedules.schemas"),
    ("schedules.measure",),
    ("schedules.views",),
    (
        "schedules.api",
        "schedules.assistant",
        "schedules.explorer",
        "schedules.learning",
        "schedules.synthesis",
    ),
    ("schedules.commands",),
    # Programs: `python -m` runs them.
    ("schedules.__main__",),
    ("tune",),
    ("te_compat",),
)
LAYERS = {prefix: layer for layer, prefixes in enumerate(GPUSIM + SCHEDULES) for prefix in prefixes}

PACKAGES = ("gpusim", "schedules", "tune", "te_compat")
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def layer(module: str) -> int:
    parts = module.split(".")
    prefixes = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next(LAYERS[prefix] for prefix in prefixes if prefix in LAYERS)


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


def test_no_module_imports_from_a_higher_layer():
    up = {
        f"{module} (layer {layer(module)}) imports {other} (layer {layer(other)})"
        for module, others in imports().items()
        for other in others
        if layer(other) > layer(module)
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


def test_nothing_imports_old_te():
    assert not {
        module
        for module, others in imports().items()
        if module.split(".")[0] != "te_compat"
        and any(other.split(".")[0] == "te_compat" for other in others)
    }


def test_every_prefix_names_a_module():
    assert {prefix.partition(".")[0] for prefix in LAYERS} == set(PACKAGES)
    assert not [prefix for prefix in LAYERS if prefix not in MODULES]
