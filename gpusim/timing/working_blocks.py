"""Which blocks of a launch have work: bounds tests may let most of a grid exit at once.

Blocks are sampled, starting with halves of the grid along each axis: a box whose corners and centre
are alike is assumed to be uniform; any other box is halved along an axis on which its corners
differ. A region that contains no corner or centre of the first boxes can be missed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..launch import Block

# Blocks with less than this fraction of the largest number of instructions have no work. Blocks
# without work matter if they are more than this fraction of a launch.
_EMPTY, _FEW = 1 / 8, 0.05
# Limits: sampled blocks, blocks of a launch whose classes are listed, threads sampled at once.
_MOST_SAMPLES, _MOST_BLOCKS, _MOST_THREADS = 256, 1 << 22, 1 << 14
# First and last position along each axis, both inclusive.
Box = tuple[tuple[int, int], ...]
# Instructions that each of some blocks issues.
Issued = Callable[[Sequence[Block]], Sequence[int]]


def with_work(grid: Block, threads: int, issued: Issued) -> np.ndarray | None:
    """Numbers of the blocks with work, in the order of launch; None if nearly all have work.

    `threads` per block. Raises as `issued`.
    """
    if math.prod(grid) > _MOST_BLOCKS:
        return None
    known: dict[Block, int] = {}
    each = max(1, _MOST_THREADS // threads)

    def learn(boxes: Sequence[Box]) -> None:
        wanted = dict.fromkeys(place for box in boxes for place in _samples(box))
        missing = [place for place in wanted if place not in known]
        for first in range(0, len(missing), each):
            some = missing[first : first + each]
            known.update(zip(some, issued(some), strict=True))

    boxes = list(itertools.product(*map(_halves, grid)))
    uniform: list[Box] = []
    while boxes:
        learn(boxes)
        least = _EMPTY * max(known.values())
        works = {place: issues >= least for place, issues in known.items()}
        halves: list[Box] = []
        for box in boxes:
            if len({works[place] for place in _samples(box)}) == 1 or len(known) > _MOST_SAMPLES:
                uniform.append(box)
            else:
                halves += _halved(box, works)
        boxes = halves
    working = np.zeros(grid[::-1], bool)
    for box in uniform:
        (x, x_end), (y, y_end), (z, z_end) = box
        some = [works[place] for place in _samples(box)]
        working[z : z_end + 1, y : y_end + 1, x : x_end + 1] = 2 * sum(some) > len(some)
    numbers = np.flatnonzero(working.ravel())
    return numbers if len(numbers) < (1 - _FEW) * working.size else None


def _halves(extent: int) -> list[tuple[int, int]]:
    """Both halves of an axis; an axis of one or two blocks whole."""
    middle = (extent - 1) // 2
    return [(0, middle), (middle + 1, extent - 1)] if extent > 2 else [(0, extent - 1)]


def _samples(box: Box) -> list[Block]:
    """Corners and centre of a box."""
    centre = tuple((first + last) // 2 for first, last in box)
    return list(dict.fromkeys([*itertools.product(*box), centre]))


def _halved(box: Box, works: Mapping[Block, bool]) -> list[Box]:
    """Both halves of a box, along the longest axis along which its corners differ if there is
    one."""

    def differs(axis: int) -> bool:
        first, last = box[axis]
        return any(
            works[*corner[:axis], first, *corner[axis:]]
            != works[*corner[:axis], last, *corner[axis:]]
            for corner in itertools.product(*box[:axis], *box[axis + 1 :])
        )

    longest = sorted(range(3), key=lambda axis: box[axis][0] - box[axis][1])
    axis = next((axis for axis in longest if differs(axis)), longest[0])
    first, last = box[axis]
    middle = (first + last) // 2
    return [
        (*box[:axis], (first, middle), *box[axis + 1 :]),
        (*box[:axis], (middle + 1, last), *box[axis + 1 :]),
    ]
