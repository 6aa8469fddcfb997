"""Stand-ins for modules of TVM, and those that other packages provide."""

from __future__ import annotations

from importlib.metadata import entry_points
from types import ModuleType

from .calls import MissingName, here

# `NAME = "package:module"`, below [project.entry-points."schedules.legacy"] of a pyproject.toml,
# has a script's `tvm.NAME` be that module.
ENTRY_POINTS = "schedules.legacy"


class StandIn(ModuleType):
    """A module with names of its own in front of a real one's."""

    def __init__(self, name: str, real: ModuleType | None, gone: dict[str, str]) -> None:
        super().__init__(name)
        self.__dict__["_real"] = real
        self.__dict__["_gone"] = gone

    def __getattr__(self, name: str):
        real, gone = self.__dict__["_real"], self.__dict__["_gone"]
        if name not in gone and real is not None and hasattr(real, name):
            return getattr(real, name)
        if name.startswith("__"):
            raise AttributeError(name)
        reason = gone.get(name) or (
            f"TVM 0.27 has no {self.__name__}.{name}, and it is not among the old calls that are "
            "supported (docs/legacy.md)"
        )
        raise MissingName(str(here(f"{self.__name__}.{name}").error(reason)))


class ProvidedStandIn(StandIn):
    """A module some of whose parts other packages provide, each when a script first asks for it.

    `provided` says for such a name what it has, for the message where nobody provides it.
    """

    def __init__(
        self, name: str, real: ModuleType, gone: dict[str, str], provided: dict[str, str]
    ) -> None:
        super().__init__(name, real, gone)
        self.__dict__["_provided"] = provided

    def __getattr__(self, name: str):
        provided = self.__dict__["_provided"]
        if name not in provided:
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
        reason = f"{provided[name]} need {missing}, which is not installed: install it"
        raise MissingName(str(here(f"{self.__name__}.{name}").error(reason)))
