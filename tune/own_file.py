"""A schedule in a file of one's own, tuned: its numbers are its generator's, `space` is beside it.

    def workload(n=512): ...                     # the list of TE tensors

    space = {"rows": [1, 2, 4, 8], "threads": [32, 64, 128]}

    def schedule(sch, rows=4, threads=64):       # a number has a default: the one chosen by hand
        ...

`space` may also be a function of a `tune.space.Config`, for restrictions. What is computed, the
reference and the target are said as for `schedules explore` (schedules/userfile.py).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path

from schedules.errors import UserError, nearest
from schedules.ladder import Rung, Tile
from schedules.names import resolve
from schedules.workloads import Workload

from .space.knobs import Config
from .space.template import Template

# What a job calls the space of such a file.
OWN = "own"


@cache
def rung_of(reference: str) -> Rung:
    """The rung of FILE.py:NAME, called by its file, so that builders and runners find it."""
    rung = resolve(reference).rung
    return replace(rung, ladder=str(Path(reference.partition(":")[0]).resolve()))


@dataclass(frozen=True)
class OwnTemplate(Template):
    """The space of a file; `where` is the file."""

    where: str = ""

    @property
    def file(self) -> str:
        return self.where


def template_of(rung: Rung) -> OwnTemplate:
    """The space beside a file's schedule; raises UserError where there is none."""
    space = inspect.unwrap(rung.function).__globals__.get("space")
    known = [one.name for one in fields(rung.tile)]
    if not known:
        raise UserError(
            f"{rung.path} has no numbers to tune: give them as arguments with defaults, as in "
            "def schedule(sch, rows=4)"
        )
    if space is None:
        raise UserError(
            f'{rung.ladder} has no `space`: define one, as in space = {{"{known[0]}": [1, 2, 4]}}'
        )
    if not isinstance(space, Mapping) and not callable(space):
        raise UserError(f"{rung.ladder}: `space` is {type(space).__name__}, no dict or function")

    def define(cfg: Config, _workload: Workload) -> Callable[..., Tile]:
        if callable(space):
            space(cfg)
        else:
            for name, options in space.items():
                cfg.define_knob(name, options)
        for name in cfg.knobs:
            if name not in known:
                raise nearest(f"number of {rung.name}", name, known)
        return lambda **values: replace(rung.tile, **values)

    return OwnTemplate(OWN, (rung.path,), define, rung.ladder)


def default_sizes(rung: Rung) -> list[int]:
    """What the file's `workload` is called with; raises UserError where it takes no sizes."""
    workload = inspect.unwrap(rung.function).__globals__.get("workload")
    taken = inspect.signature(workload).parameters.values() if callable(workload) else ()
    sizes = [one.default for one in taken if isinstance(one.default, int)]
    if not sizes:
        raise UserError(f"{rung.ladder}: make `workload` a function of sizes, as workload(n=512)")
    return sizes
