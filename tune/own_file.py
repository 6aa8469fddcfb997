"""Tunes a schedule in a user's file: `space` gives the values of the generator's arguments.

    def workload(n=512): ...                     # the list of TE tensors

    space = {"rows": [1, 2, 4, 8], "threads": [32, 64, 128]}

    def schedule(sch, rows=4, threads=64):       # a number has a default: the one chosen by hand
        ...

`space` may also be a function of a `tune.space.Config`, for splits and restrictions. Instructions
that sample (`sch.sample_perfect_tile`, `sch.sample_categorical`) need none: each is a knob. What is
computed, the reference and the target are given as for `schedules explore`
(schedules/sources/schedule_source.py).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from gpusim.errors import UserError, nearest
from schedules.core.ladder import Rung, Tile
from schedules.core.target import Target
from schedules.sources.computations import kept_rules
from schedules.sources.input_values import run_file
from schedules.sources.names import resolve
from schedules.sources.schedule_source import (
    Decisions,
    ModuleRung,
    Sample,
    arguments_of,
    decided_anew,
)
from schedules.workloads import Workload

from .space.knob_space import Space
from .space.knobs import Config
from .space.template import Template

# Name of the space of such a file in a job.
OWN = "own"
# Loader of a file's rung in processes that build and run candidates.
LOADER = f"{__name__}:rung_of"


@cache
def rung_of(reference: str) -> Rung:
    """The rung of FILE.py:NAME, named after its file, so that builders and runners find it.

    Its tile contains the numbers and the decisions of sampling instructions.
    """
    rung = resolve(reference).rung
    said = [("decisions", tuple, field(default=()))]
    tile = make_dataclass("Decided", said, bases=(type(rung.tile),), frozen=True)()
    return replace(rung, ladder=str(Path(reference.partition(":")[0]).resolve()), tile=tile)


@cache
def defined(file: str) -> Mapping[str, Any]:
    """The names that a file defines."""
    return vars(run_file(Path(file), kept_rules))


def forget_files() -> None:
    """Forget imported files, so that they are read again."""
    rung_of.cache_clear()
    defined.cache_clear()


def samples_of(rung: Rung, workload: Workload) -> list[Sample]:
    """The sampling instructions of a rung's schedule, with their default decisions."""
    if isinstance(rung, ModuleRung):
        return []
    met = Decisions()
    decided_anew(*rung.finished(workload, rung.tile), met)
    return met.samples


def numbers_of(rung: Rung) -> list[str]:
    """Names of the generator's parameters after the schedule."""
    return [field.name for field in fields(rung.tile) if field.name != "decisions"]


@dataclass(frozen=True)
class OwnTemplate(Template):
    """The space of a file; `where` is the file."""

    where: str = ""

    @property
    def file(self) -> str:
        return self.where

    @property
    def printed_name(self) -> str:
        return "`space`"

    def at(self, rung: Rung, shape: Sequence[int], target: Target) -> Space:
        # Its own decisions count as a hand-written tile.
        workload = rung.workload.with_shape(shape)
        own = tuple((sample.name, sample.chosen) for sample in samples_of(rung, workload))

        def tiles(_workload: Workload) -> Tile:
            return replace(rung.tile, decisions=own)

        space = super().at(replace(rung, workload=workload, tiles=tiles), shape, target)
        return replace(space, loader=LOADER)


def template_of(rung: Rung) -> OwnTemplate:
    """The space defined next to a file's schedule; raises UserError if there is none."""
    numbers, samples = numbers_of(rung), samples_of(rung, rung.workload)
    if not numbers and not samples:
        raise UserError(
            f"{rung.path} has no parameters to tune: add arguments with defaults, as in def "
            "schedule(sch, rows=4), or sample them with sch.sample_categorical"
        )
    space = defined(rung.ladder).get("space")
    if space is None and not samples:
        raise UserError(
            f'{rung.ladder} has no `space`: define one, as in space = {{"{numbers[0]}": [1, 2, 4]}}'
        )
    if not isinstance(space, Mapping | None) and not callable(space):
        raise UserError(
            f"{rung.ladder}: `space` must be a dict or a function, not {type(space).__name__}"
        )

    def define(cfg: Config, workload: Workload) -> Callable[..., Tile]:
        if callable(space):
            space(cfg)
        for name, options in ({} if callable(space) else space or {}).items():
            if not isinstance(options, list | tuple | range):
                raise UserError(f"{name} = {options!r}: give a list of values")
            cfg.define_knob(name, options)
        for name in cfg.knobs:
            if name not in numbers:
                raise nearest(f"number of {rung.name}", name, numbers)
        sampled = samples_of(rung, workload)
        for sample in sampled:
            cfg.define_knob(sample.name, sample.options)
        if not cfg.knobs:
            raise UserError(
                f"the space names no parameter of {rung.name}: use some of {', '.join(numbers)}"
            )

        def tile(**values: Any) -> Tile:
            decisions = tuple((sample.name, values.pop(sample.name)) for sample in sampled)
            return replace(rung.tile, decisions=decisions, **values)

        return tile

    return OwnTemplate(OWN, (rung.path,), define, rung.ladder)


def default_sizes(rung: Rung) -> list[int]:
    """The default arguments of the file's `workload`, or of a function that returns a schedule;
    none if it takes no sizes."""
    workload = defined(rung.ladder).get("workload")
    if workload is None and arguments_of(inspect.unwrap(rung.function))[1]:
        workload = rung.function
    taken = inspect.signature(workload).parameters.values() if callable(workload) else ()
    return [parameter.default for parameter in taken if isinstance(parameter.default, int)]
