"""TVMScript that is parsed while a program runs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from unittest import mock


@contextmanager
def quick_parser() -> Iterator[None]:
    """A context and decorator in which TVM's parser does not look up source lines.

    `T.prim_func` inspects the stack to find the names around a function, and Python then searches
    all modules for the source of every frame. That takes most of a parse's time.
    """

    def without_source(frame: FrameType | None, _context: int = 1) -> list[inspect.FrameInfo]:
        infos = []
        while frame is not None:
            code = frame.f_code
            where = (code.co_filename, frame.f_lineno, code.co_name)
            infos.append(inspect.FrameInfo(frame, *where, None, None))
            frame = frame.f_back
        return infos

    with mock.patch.object(inspect, "getouterframes", without_source):
        yield
