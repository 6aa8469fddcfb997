"""The location of an old call in a script, and errors that report it."""

from __future__ import annotations

import contextlib
import difflib
import functools
import linecache
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any

import tvm

from gpusim.errors import UserError

_OURS: list[str] = []
# Advice if nothing more specific is known.
LEAVE_OUT = "leave it out, or use one of the old names that docs/legacy.md lists"
CHANGE = "change what this call is given, or leave the call out (docs/legacy.md)"


def not_the_script(folder: Path) -> None:
    """Exclude a package that makes old calls for a script from the script's own lines."""
    _OURS.append(f"{folder}{os.sep}")


not_the_script(Path(__file__).parent)
not_the_script(Path(tvm.__file__).parent)
# `with ib.for_range(...)` is called through it.
_OURS.append(contextlib.__file__)


class OldCallError(UserError, RuntimeError):
    """An old call that is refused or cannot be replayed, with its line in the script.

    It is a RuntimeError like TVM's own error, `tvm.error.TVMError`. `method` is the called method,
    `reason` why it is refused.
    """

    method: str = ""
    reason: str = ""


class RunError(OldCallError, ValueError):
    """The error of a built function that refuses a call; scripts may expect TVM's own error."""


class MissingName(OldCallError, AttributeError):
    """A name that TVM no longer has; `hasattr` and `getattr` with a default see it as missing."""


class MissingImport(OldCallError, ImportError):
    """The same in an import, which a script may expect to fail."""


@dataclass(frozen=True)
class OldCall:
    """One call of a script: the method's name and its line."""

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

    def refusal(self, reason: str) -> str:
        text = f" in `{self.source}`" if self.source else ""
        return f"{self.where}: {self.method}: {reason}{text}"

    def error(self, reason: str, kind: type[OldCallError] = OldCallError) -> OldCallError:
        made = kind(self.refusal(reason))
        made.method, made.reason = self.method, reason
        return made


class OldObject:
    """An object of a script; a missing attribute is refused with the script's line."""

    # Names that such objects used to have, and their replacements.
    gone: Mapping[str, str] = {}

    def __getattr__(self, name: str):
        kind = type(self)
        if name.startswith("_") or hasattr(kind, name):
            # Part of a Python protocol, or a property in which something else is missing.
            return object.__getattribute__(self, name)
        close = difflib.get_close_matches(name, dir(kind), 1)
        meant = (
            f"did you mean {close[0]!r}?" if close else "docs/legacy.md lists the names that work"
        )
        reason = self.gone.get(name) or f"there is no such attribute; {meant}"
        raise refuse(reason, f"{kind.__name__}.{name}", MissingName)


def is_of_the_script(frame: FrameType) -> bool:
    return not frame.f_code.co_filename.startswith(tuple(_OURS))


def _frames() -> tuple[FrameType, FrameType]:
    """The function of this package that the script called, and the script's innermost frame."""
    frame = called = sys._getframe(2)
    while frame.f_back is not None and not is_of_the_script(frame):
        called, frame = frame, frame.f_back
    return called, frame


def script_globals() -> dict:
    """The names of the script's module that is running."""
    return _frames()[1].f_globals


def here(method: str = "") -> OldCall:
    """The script's innermost line: the first frame outside this package and TVM.

    The call is named after the function or class of this package that the script called, unless
    `method` names another.
    """
    called, frame = _frames()
    *kind, name = called.f_code.co_qualname.split(".")
    method = method or (kind[-1] if name == "__init__" else name)
    return OldCall(method, frame.f_code.co_filename, frame.f_lineno)


def refuse(reason: str, method: str = "", kind: type[OldCallError] = OldCallError) -> OldCallError:
    """An error for a call with no counterpart: its line, why, and what one writes today."""
    return here(method).error(reason, kind)


_said: set[str] = set()


def notice(call: OldCall, text: str) -> None:
    """Print once on stderr what became of a call, if it differs from what the call says."""
    line = f"{call.where}: {call.method}: {text}"
    if line not in _said:
        _said.add(line)
        print(line, file=sys.stderr)


# Seconds after which a run reports its activity.
PATIENCE = 20.0


@contextlib.contextmanager
def progress_notice(call: OldCall, doing: str) -> Iterator[None]:
    """Report on stderr what the block does, if it takes long."""
    text = f"{doing} has taken more than {PATIENCE:.0f} s and continues"
    timer = threading.Timer(PATIENCE, notice, (call, text))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def fresh_notices() -> Iterator[None]:
    """Within the block, notices that were printed before may be printed again."""
    before = set(_said)
    _said.clear()
    try:
        yield
    finally:
        _said.update(before)


@contextlib.contextmanager
def blamed_on(call: OldCall) -> Iterator[None]:
    """Report any error of the block, except ours, as one line that names `call`."""
    try:
        yield
    except UserError:
        raise
    except (RuntimeError, ValueError, TypeError, AttributeError) as error:
        reason = f"is refused: {type(error).__name__}: {first_line(error)}"
        raise call.error(f"{reason}; {CHANGE}") from error


def first_line(error: Exception) -> str:
    """The message of a schedule error without the IR that it quotes."""
    text = str(error)
    for mark in ("Error message:", "ScheduleError:"):
        if mark in text:
            text = text.rpartition(mark)[2]
            break
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


# --- The calls on a schedule ----------------------------------------------------------------------


@dataclass
class CallLog:
    """The calls that a script made on a schedule and its stages.

    `calling` is the current one, whose nested calls are not the script's; `on_call` is called after
    each.
    """

    calling: OldCall | None = None
    calls: list[OldCall] = field(default_factory=list)
    on_call: Callable[[], None] | None = None
    on_copy: Callable[[Any], None] | None = None

    def copy(self) -> CallLog:
        return replace(self, calls=list(self.calls), on_call=None, on_copy=None)


def recorded(method: Callable) -> Callable:
    """Decorates a method: its outermost calls are added to the object's `log`, with the script's
    line."""

    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        log = self.log
        if log.calling is not None:
            return method(self, *args, **kwargs)
        call = log.calling = here(method.__name__)
        try:
            with blamed_on(call):
                result = method(self, *args, **kwargs)
        finally:
            log.calling = None
        log.calls.append(call)
        if log.on_call is not None:
            log.on_call()
        return result

    return wrapper
