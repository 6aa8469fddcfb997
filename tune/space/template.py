"""Templates: the functions in tune/spaces, each found by its file's name."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gpusim.errors import UserError, nearest
from schedules.core.ladder import Rung, Tile
from schedules.core.target import Target
from schedules.workloads import Workload

from .. import spaces
from .base import SpaceError
from .knob_space import Space, mistake
from .knobs import Config


@dataclass(frozen=True)
class Template:
    """A function over `Config` with the rungs it is for."""

    name: str
    rungs: tuple[str, ...]
    define: Callable[[Config, Workload], Callable[..., Tile]]

    @property
    def file(self) -> str:
        return self.define.__code__.co_filename

    @property
    def printed_name(self) -> str:
        """The name used in messages."""
        return f"the template {self.name!r}"

    def check_rung(self, rung: Rung) -> None:
        if rung.path not in self.rungs:
            raise UserError(
                f"the space {self.name!r} is for {', '.join(self.rungs)}, not for {rung.path}"
            )

    def at(self, rung: Rung, shape: Sequence[int], target: Target) -> Space:
        """The space of a rung at a shape, for a target."""
        self.check_rung(rung)
        # Not `rung.at`: tiles of the space may differ from the rung's default tile.
        workload = rung.workload.with_shape(shape)
        most = None if rung.on_cpu else target.limits
        config = Config(rung, workload, target, most)
        try:
            tile = self.define(config, workload)
            config.check_restrictions()
        except Exception as error:  # user code may raise anything
            raise mistake(self.file, self.printed_name, error) from error
        if not callable(tile):
            raise SpaceError(
                f"{self.file}: the template {self.name!r} returns {tile!r}: return a function "
                "from knobs to the rung's tile"
            )
        knobs, restrictions = config.knobs, config.restrictions
        return Space(rung, workload, target, self.name, self.file, knobs, restrictions, tile)


def template(*rungs: str) -> Callable[[Callable], Template]:
    """Register a function as the space of the named rungs, like AutoTVM's decorator."""

    def make(define: Callable) -> Template:
        return Template(define.__module__.rpartition(".")[2], rungs, define)

    return make


def names() -> list[str]:
    """The names of the spaces: one module of tune/spaces each."""
    return [info.name for info in pkgutil.iter_modules(spaces.__path__)]


def find(name: str) -> Template:
    """The template of the space with this name; only its module is imported.

    Raises UserError with the nearest name, SpaceError for a file that cannot be imported.
    """
    if name not in (known := names()):
        raise nearest("space", name, known)
    path = f"{spaces.__name__}.{name}"
    file = importlib.util.find_spec(path).origin
    try:
        module = importlib.import_module(path)
    except Exception as error:  # as above
        raise mistake(file, f"the space {name!r} cannot be imported", error) from error
    for value in vars(module).values():
        if isinstance(value, Template) and value.name == name:
            return value
    raise SpaceError(f"{file}: it has no template: decorate a function with @template(RUNG)")
