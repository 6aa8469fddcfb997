"""Ctrl-C while a library compiles: its meaning stays this process's own.

NVRTC puts a handler of its own in place of Python's while it reads a text, and that ends the
process with exit code 4 and no word. A mask would not do: threads of other libraries, as BLAS's,
take the signal that this one blocks, and run NVRTC's handler.
"""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ..processes.platforms import on_windows

# A signal meets NVRTC's handler for no longer.
SECONDS = 0.001
# A `struct sigaction` of any system fits in.
_SIZE = 512

_lock = threading.Lock()
_inside = 0
_watcher: _Watcher | None = None


class _Watcher(threading.Thread):
    """Puts SIGINT's handler back as often as another takes its place."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.libc = ctypes.CDLL(None)
        self.done = threading.Event()
        self.ours = self.handler()

    def handler(self) -> ctypes.Array[ctypes.c_char]:
        found = ctypes.create_string_buffer(_SIZE)
        self.libc.sigaction(int(signal.SIGINT), None, found)
        return found

    def put_back(self) -> None:
        if self.handler().raw != self.ours.raw:
            self.libc.sigaction(int(signal.SIGINT), self.ours, None)

    def run(self) -> None:
        while not self.done.wait(SECONDS):
            self.put_back()


@contextmanager
def own_interrupts() -> Iterator[None]:
    """Whoever compiles within leaves SIGINT's handler as it is, in any thread, several at once."""
    global _inside, _watcher
    if on_windows():
        yield
        return
    with _lock:
        # What stands while another compiles may be the library's.
        if not _inside:
            _watcher = _Watcher()
            _watcher.start()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside and _watcher is not None:
                _watcher.done.set()
                _watcher.join()
                _watcher.put_back()
                _watcher = None
