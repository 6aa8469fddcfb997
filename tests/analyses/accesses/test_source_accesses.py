"""Accesses of the TIR have their places in the CUDA text."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from accesses import RUNGS, rung
from conftest import lowered
from exhaustive import every

from schedules.analyses.accesses.expressions import UNKNOWN, evaluate, free
from schedules.analyses.accesses.patterns import threads_of
from schedules.analyses.accesses.sites import sites
from schedules.analyses.accesses.source_accesses import places
from schedules.analyses.accesses.ways import WMMA


def c_value(expression: str, values: dict[str, int]) -> int:
    code = re.sub(r"(threadIdx|blockIdx)\.(\w)", r"\1_\2", expression).replace("/", "//")
    names = {name: values.get(name, 1) for name in re.findall(r"[A-Za-z_]\w*", code)}
    return eval(code, {"__builtins__": {}}, names)


def bytes_of(site, block, values: dict[str, int]) -> np.ndarray:
    """Byte addresses of every thread, with loops and blocks at given values (or 0)."""
    threads, _ = threads_of(block)
    given = {key: values.get(key.partition("#")[0], 0) for key in free(site.index)}
    found = evaluate(site.index, {**given, **threads})
    return np.broadcast_to(found, threads["threadIdx.x"].shape)


@pytest.mark.parametrize("path", every(RUNGS, 12))
def test_every_access_has_its_place_in_the_text(path):
    """The expression found in the text has the value of the TIR's index, for some threads."""
    one = lowered(rung(path))
    lines = one.source.splitlines()
    for function, launch in zip(one.device.functions.values(), one.launches, strict=True):
        found, grid = sites(function)
        for site, place in zip(found, places(one.source, launch.kernel, found), strict=True):
            assert place is not None
            assert site.pointer in lines[place.line - 1]
            assert place.first <= place.line <= place.last
            in_pieces = any(key.startswith("element#") for key in site.loops)
            if site.index is None or UNKNOWN in free(site.index) or site.way == WMMA or in_pieces:
                continue
            loops = {key.partition("#")[0]: 1 for key in site.loops}
            blocks = dict.fromkeys(grid, 1)
            bytes_each = bytes_of(site, launch.block, {**loops, **blocks})
            index = place.expression[len(site.pointer) + 1 : -1]
            x, y, _ = launch.block
            for thread in {0, 1, 31, math.prod(launch.block) - 1}:
                threads = {
                    "threadIdx_x": thread % x,
                    "threadIdx_y": thread // x % y,
                    "threadIdx_z": thread // (x * y),
                }
                value = c_value(index, threads)
                size = int(bytes_each[thread]) // value if value else site.width
                assert size * value == bytes_each[thread], place.expression
                assert size in (1, 2, 4, 8, 16)
