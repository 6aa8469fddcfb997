"""TVMScript that is parsed while a program runs."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from unittest import mock

# TVM looks at the line of the third frame, behind its own.
READ = 3


@contextmanager
def quick_parser() -> Iterator[None]:
    """A context and decorator in which TVM's parser looks up the source lines of few frames.

    `T.prim_func` inspects the stack to find the names around a function, and Python then searches
    all modules for the source of every frame. That takes most of a parse's time. Only the line of
    the innermost frames is read, which tells whether the function is part of an `I.ir_module`.
    """

    def without_source(frame: FrameType | None, _context: int = 1) -> list[inspect.FrameInfo]:
        infos = []
        while frame is not None:
            code = frame.f_code
            where = (code.co_filename, frame.f_lineno, code.co_name)
            line = len(infos) < READ and linecache.getline(*where[:2])
            infos.append(inspect.FrameInfo(frame, *where, [line] if line else None, None))
            frame = frame.f_back
        return infos

    with mock.patch.object(inspect, "getouterframes", without_source):
        yield
