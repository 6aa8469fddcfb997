"""Stand-ins for modules of TVM, and those that other packages provide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from types import ModuleType

from .calls import MissingName, refuse

# `NAME = "package:module"`, below [project.entry-points."schedules.legacy"] of a pyproject.toml,
# has a script's `tvm.NAME` be that module.
ENTRY_POINTS = "schedules.legacy"


class StandIn(ModuleType):
    """A module with names of its own, `own`, in front of those of others.

    Parameters
    ----------
    sources : modules and functions
        Where a name is looked up, in turn; a function takes it and gives None for what it lacks.
    gone : dict, optional
        Of names that none of them is to have, what there is instead.
    """

    def __init__(
        self,
        name: str,
        *sources: ModuleType | Callable[[str], object],
        gone: Mapping[str, str] | None = None,
        **own,
    ) -> None:
        super().__init__(name)
        self.__dict__.update(own, _sources=sources, _gone=gone or {})

    def __getattr__(self, name: str):
        gone, hidden = self.__dict__["_gone"], name.startswith("__")
        for source in self.__dict__["_sources"] if name not in gone else ():
            if isinstance(source, ModuleType):
                if hasattr(source, name):
                    return getattr(source, name)
            elif not hidden and (value := source(name)) is not None:
                return value
        if hidden:
            raise AttributeError(name)
        reason = gone.get(name) or (
            f"TVM 0.27 has no {self.__name__}.{name}, and it is not among the old calls that are "
            "supported (docs/legacy.md)"
        )
        raise refuse(reason, f"{self.__name__}.{name}", MissingName)


class ProvidedStandIn(StandIn):
    """A module some of whose parts other packages provide, each when a script first asks for it.

    `provided` says for such a name what it has, for the message where nobody provides it.
    """

    provided: Mapping[str, str]

    def __getattr__(self, name: str):
        if name not in self.__dict__["provided"]:
            return super().__getattr__(name)
        missing = "a package that has them"
        for entry in entry_points(group=ENTRY_POINTS, name=name):
            try:
                module = entry.load()
            except ImportError as error:
                missing = error.name
            else:
                setattr(self, name, module)
                return module
        reason = f"{self.provided[name]} need {missing}, which is not installed: install it"
        raise refuse(reason, f"{self.__name__}.{name}", MissingName)
