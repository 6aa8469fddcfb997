"""Where in a script an old call stands, and errors that say so."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tvm

from ..errors import UserError

_OURS: list[str] = []


def not_the_script(folder: Path) -> None:
    """Take a package that calls these words for a script as none of the script's own lines."""
    _OURS.append(f"{folder}{os.sep}")


not_the_script(Path(__file__).parent)
not_the_script(Path(tvm.__file__).parent)


class OldCallError(UserError):
    """An old call that is refused or cannot be replayed, with its line in the script."""


class RunError(OldCallError, RuntimeError, ValueError):
    """What a built function refuses when it is called; scripts may expect TVM's own error."""


class MissingName(OldCallError, AttributeError):
    """A name that TVM no longer has; `hasattr` and `getattr` with a default see it as missing."""


class MissingImport(OldCallError, ImportError):
    """The same in an import, which a script may expect to fail."""


@dataclass(frozen=True)
class OldCall:
    """One call of a script: the method's name and the line it stands on."""

    method: str
    file: str
    line: int

    @property
    def source(self) -> str:
        """The script's line, or '' where there is no file to read it from."""
        return linecache.getline(self.file, self.line).strip()

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"

    def error(self, reason: str) -> OldCallError:
        text = f" in `{self.source}`" if self.source else ""
        return OldCallError(f"{self.where}: {self.method}: {reason}{text}")


class OldObject:
    """An object of a script's; a name that it does not have is refused with the script's line."""

    # Names that such objects had, and what there is instead.
    gone: Mapping[str, str] = {}

    def __getattr__(self, name: str):
        kind = type(self)
        if name.startswith("_") or hasattr(kind, name):
            # Of Python's own protocols, or a property in which something else is missing.
            return object.__getattribute__(self, name)
        where = here(f"{kind.__name__}.{name}")
        reason = self.gone.get(name) or "it is not among the old names that are supported here"
        raise MissingName(str(where.error(f"{reason} (docs/legacy.md)")))


def here(method: str) -> OldCall:
    """The script's own innermost line: the first frame outside this package and TVM."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(tuple(_OURS)):
        frame = frame.f_back
    return OldCall(method, frame.f_code.co_filename, frame.f_lineno)


def refuse(method: str, reason: str, way_out: str) -> OldCallError:
    """An error for a call with no counterpart: its line, why, and what one writes today."""
    return here(method).error(f"{reason}; {way_out}")
