"""The lines of a kernel's CUDA: as the compiler counts them, and as they are shown."""

from __future__ import annotations

from ..lowering.emit import kernel_text


class Cuda:
    """The kernel's CUDA as it is shown, by the lines of the whole text that was compiled."""

    def __init__(self, source: str) -> None:
        self._shown = kernel_text(source).splitlines()
        self._number: dict[int, int] = {}
        # What is shown is the whole text without some of its lines.
        whole = source.splitlines()
        at = len(whole)
        for number in range(len(self._shown), 0, -1):
            wanted = self._shown[number - 1].strip()
            while at and whole[at - 1].strip() != wanted:
                at -= 1
            self._number[at] = number
            at -= 1

    def number(self, line: int | None) -> int | None:
        """The line in the text shown, 1-based; None for a line that is not shown."""
        return self._number.get(line) if line else None

    def text(self, number: int) -> str:
        """A shown line, without its indentation."""
        return self._shown[number - 1].strip()
