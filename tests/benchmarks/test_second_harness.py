"""The second harness: images, launches through a played driver, times by played events, tables."""

from __future__ import annotations

import ctypes
import itertools
from types import SimpleNamespace

import pytest

from benchmarks import second_harness
from benchmarks.second_harness import Harness, Loaded, Timed, image_of
from schedules.sources.names import resolve

PLACES = 0x10000, 0x20000, 0x30000


class PlayedCuda:
    """Notes what the driver is asked for; everything succeeds."""

    def __init__(self) -> None:
        self.maps, self.launches, self.shared = [], [], []

    def cuModuleLoadData(self, module, data) -> int:
        return 0

    def cuModuleGetFunction(self, function, module, name) -> int:
        return 0

    def cuFuncSetAttribute(self, function, attribute, value) -> int:
        self.shared.append(value)
        return 0

    def cuTensorMapEncodeTiled(self, to, dtype, rank, place, shape, strides, box, *rest) -> int:
        assert to.value % 64 == 0
        self.maps.append((dtype, place.value, list(shape), list(strides), list(box), rest[2]))
        return 0

    def cuLaunchKernelEx(self, config, function, pointers, extra) -> int:
        told = config._obj
        cluster = list(told.attributes[0].value[:3]) if told.count else None
        self.launches.append((list(told.grid), list(told.block), told.shared, cluster))
        first = ctypes.cast(pointers[-1], ctypes.POINTER(ctypes.c_uint64))[0]
        self.last_argument = first
        return 0


@pytest.fixture
def played(monkeypatch):
    cuda = PlayedCuda()
    stream = SimpleNamespace(cuda_stream=0)
    torch = SimpleNamespace(cuda=SimpleNamespace(current_stream=lambda: stream))
    monkeypatch.setattr(second_harness, "_cuda", lambda: cuda)
    monkeypatch.setattr(second_harness, "_torch", lambda: torch)
    return cuda


def tensors(count: int) -> list:
    return [SimpleNamespace(data_ptr=lambda at=at: at) for at in PLACES[:count]]


@pytest.fixture(scope="module")
def multicast():
    return image_of(resolve("gemm/hgemm:multicast", (256, 2560, 256)).kernel())


def test_an_image_is_launched_as_its_kernel_says(played, multicast):
    Loaded(multicast).bound(tensors(3))()
    [(grid, block, shared, cluster)] = played.launches
    assert (grid, block, cluster) == ([2, 2, 1], [128, 3, 1], [1, 2, 1])
    assert played.shared == [shared]
    # A and B in halves of 128 and 256 rows of 64 float16, C in boxes of 64 x 64; 128-byte swizzle.
    assert played.maps == [
        (1, PLACES[0], [256, 256], [512], [64, 128], 3),
        (1, PLACES[1], [256, 2560], [512], [64, 128], 3),
        (1, PLACES[2], [2560, 256], [5120], [64, 64], 3),
    ]


class PlayedTorch:
    """A clock that launches, fills and sums move on."""

    def __init__(self) -> None:
        self.now_us, self.done = 0.0, []
        self.cuda = SimpleNamespace(Event=lambda enable_timing: PlayedEvent(self), synchronize=int)
        self.float32 = None

    def zeros(self, shape, dtype, device):
        return self if shape == () else PlayedBuffer(self, shape)

    def sum(self, part, axis, out) -> None:
        self.passes("read", 170)

    def passes(self, what: str, us: float) -> None:
        self.done.append(what)
        self.now_us += us


class PlayedBuffer:
    def __init__(self, torch: PlayedTorch, count: int) -> None:
        self.torch, self.count = torch, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part) -> PlayedBuffer:
        return self

    def fill_(self, value: float) -> None:
        self.torch.passes("fill", 150)


class PlayedEvent:
    def __init__(self, torch: PlayedTorch) -> None:
        self.torch = torch

    def record(self) -> None:
        self.at_us = self.torch.now_us

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, end: PlayedEvent) -> float:
        return (end.at_us - self.at_us) / 1e3


def test_times_are_of_the_launches_alone():
    torch = PlayedTorch()

    def run() -> None:
        # The first launch after the buffer was read takes longer, as with a cold L2 cache.
        torch.passes("launch", 120 if torch.done[-1:] == ["read"] else 100)

    one = Timed("one", [run, run])
    Harness(torch).time([one])
    assert one.times == {"cold_us": 120, "hot_us": 100, "apart": 0}
    assert one.batch == 20
    before = [torch.done[at - 2 : at] for at, what in enumerate(torch.done) if what == "launch"]
    assert before.count(["fill", "read"]) == len(one.cold_us)


@pytest.mark.parametrize(("slower_after", "tries"), [(10**9, 1), (12_000, 2)])
def test_a_clock_that_changes_is_measured_again(slower_after, tries):
    """From some launch on, all take longer: the halves of the first samples are apart."""
    torch, launches = PlayedTorch(), itertools.count()

    def run() -> None:
        torch.passes("launch", 100 if next(launches) < slower_after else 130)

    one = Timed("one", [run])
    harness = Harness(torch)
    taken = []
    samples = harness._samples
    harness._samples = lambda *given: taken.append(samples(*given))
    harness.time([one])
    assert (len(taken), one.apart) == (tries, 0)
