"""`tvm.testing` of old scripts."""

from __future__ import annotations

import contextlib
import importlib
import inspect

import numpy as np

from .calls import here, notice, script_globals
from .devices import enabled_targets
from .session import session


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7, verbose=True) -> None:
    if not session().skipped:
        actual, desired = (x.numpy() if hasattr(x, "numpy") else x for x in (actual, desired))
        np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=verbose)


def requires(*functions):
    """`tvm.testing.requires_...`, with or without a test as argument; the test always runs."""
    return functions[0] if functions else []


def run_tests() -> None:
    """`tvm.testing.main`: runs the test functions of the calling script, in order."""
    space = script_globals()
    for name, function in list(space.items()):
        if not name.startswith("test_") or not callable(function):
            continue
        wanted = list(inspect.signature(function).parameters)
        if not wanted:
            function()
        elif wanted == ["target", "dev"]:
            for given in enabled_targets():
                function(*given)
        else:
            notice(here("main"), f"{name} uses pytest fixtures; skipped")


def of_testing(name: str):
    """TVM's own module imports pytest, which a script does not need."""
    if name.startswith(("requires_", "uses_")):
        return requires
    with contextlib.suppress(ImportError):
        return getattr(importlib.import_module("tvm.testing"), name, None)
