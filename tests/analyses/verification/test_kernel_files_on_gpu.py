"""Kernel files on a GPU, whose part is played: NumPy computes what a launch does."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import ROOT

import schedules
from gpusim.errors import UserError
from schedules.analyses.verification import on_gpu
from schedules.analyses.verification.verdict import CUDA, Conclusion
from schedules.analyses.verification.verify import verify_file
from schedules.core.target import Target
from schedules.measure import gpu as gpu_timing
from schedules.measure import timing
from schedules.sources.kernel_files import FileKernel
from schedules.sources.launch_files import Argument

pytestmark = needs_compiler
SAXPY = str(ROOT / "examples/kernels/saxpy.cu")
FIRST = 0x7F0000000000


class PlayedGpu:
    """Memory in which `launched`, a function of the arrays by name, is a launch."""

    def __init__(self, launched, names, error: str = "") -> None:
        self._launched, self._names, self._error = launched, names, error
        self._memory: dict[int, np.ndarray] = {}
        self.launches: list[tuple] = []

    def array(self, values: np.ndarray) -> np.uint64:
        address = FIRST + (len(self._memory) << 20)
        self._memory[address] = values.copy()
        return np.uint64(address)

    def read(self, address, shape, dtype) -> np.ndarray:
        return self._memory[int(address)].copy()

    def function(self, cubin: bytes, name: str) -> PlayedGpu:
        assert cubin[:4] == b"\x7fELF"
        return self

    def launch(self, grid, block, arguments, shared, stream=0, *, cooperative) -> None:
        self.launches.append((grid, block, shared, cooperative))
        arrays = [self._memory.get(int(one), one) if one.nbytes == 8 else one for one in arguments]
        self._launched(**dict(zip(self._names, arrays, strict=True)))

    def wait(self) -> None:
        if self._error:
            raise UserError(self._error)


def saxpy(y, x, a, n) -> None:
    count = int(n.view(np.int32)[0])
    # Rounded once, as by an FMA.
    with np.errstate(all="ignore"):
        y[:count] += np.float64(a.view(np.float32)[0]) * x[:count]


def saxpy_short(y, x, a, n) -> None:
    y[:999] += a.view(np.float32)[0] * x[:999]


def verified(monkeypatch, file: str, launched, names, error: str = ""):
    """The verdict on a file, and the played GPUs, one of each kind of input."""
    played: list[PlayedGpu] = []

    def gpu() -> PlayedGpu:
        played.append(PlayedGpu(launched, names, error))
        return played[-1]

    monkeypatch.setattr(on_gpu, "Gpu", gpu)
    return verify_file(FileKernel.load(file), CUDA), played


def test_a_tensor_map_is_a_parameter_or_what_one_points_to():
    class Maps(PlayedGpu):
        def tensor_map(self, address, described) -> np.ndarray:
            assert int(address) == FIRST and described.box == (32, 8)
            return np.arange(128, dtype=np.uint8)

    gpu = Maps(None, ())
    memory = on_gpu.Memory(gpu, {"x": np.zeros((8, 32), np.float32)})
    one = Argument(name="x", dtype="float32", shape=[8, 32], box=[8, 32])
    assert memory.parameter(one, 128).nbytes == 128
    pointed = gpu.read(memory.parameter(one, 8), (128,), np.uint8)
    assert (pointed == np.arange(128)).all()


def test_all_blocks_run_on_every_kind_of_input(monkeypatch):
    found, played = verified(monkeypatch, SAXPY, saxpy, "yxan")
    checks = found.checks
    assert [check.inputs for check in checks] == ["random", "negative", "positive", "special"]
    assert {(check.where, check.blocks, check.of) for check in checks} == {("cuda", 4, 4)}
    assert [check.elements for check in checks[:3]] == [1000] * 3
    assert found.verdict is Conclusion.CORRECT and found.notes == ()
    assert [one.launches for one in played] == [[((4, 1, 1), (256, 1, 1), 0, False)]] * 4


def test_an_element_that_is_not_written_is_wrong(monkeypatch):
    found, _ = verified(monkeypatch, SAXPY, saxpy_short, "yxan")
    (failure,) = found.failures
    assert found.verdict is Conclusion.WRONG
    assert "y: 1 of 1000 elements" in failure and "[999]" in failure


def test_an_error_of_the_gpu_is_a_finding(monkeypatch):
    error = "CUDA driver error CUDA_ERROR_ILLEGAL_ADDRESS"
    found, played = verified(monkeypatch, SAXPY, saxpy, "yxan", error)
    (check,) = found.checks
    assert (check.problems, check.compared) == ((error,), False)
    assert found.verdict is Conclusion.WRONG and len(played) == 1


def test_outputs_hold_no_zeros_before_the_launch(monkeypatch, tmp_path):
    """A kernel that leaves zeros of the allocation in place is not correct."""
    (tmp_path / "zeros.cu").write_text(
        'extern "C" __global__ void zeros(float* y, int* z) {'
        " y[threadIdx.x] = z[threadIdx.x] = 0; }"
    )
    (tmp_path / "zeros.py").write_text(
        "import numpy as np\ndef reference(y, z):\n    return np.zeros(32), np.zeros(32, int)\n"
    )
    (tmp_path / "zeros.toml").write_text(
        'grid = [1]\nblock = [32]\nreference = "zeros.py"\n'
        '[[arguments]]\nname = "y"\ndtype = "float32"\nshape = [32]\nrole = "out"\n'
        '[[arguments]]\nname = "z"\ndtype = "int32"\nshape = [32]\nrole = "out"\n'
    )
    file = str(tmp_path / "zeros.cu")

    def zeros(y, z) -> None:
        y[:], z[:] = 0, 0

    found, _ = verified(monkeypatch, file, zeros, "yz")
    assert found.verdict is Conclusion.CORRECT
    found, _ = verified(monkeypatch, file, lambda y, z: None, "yz")
    assert [text[:2] for check in found.checks for text in check.problems] == ["y:", "z:"]


@pytest.mark.gpu
def test_example_files_are_correct_on_this_gpu(cli):
    files = sorted(map(str, ROOT.glob("examples/kernels/*.cu")))
    code, out, err = cli("verify", *files, "--on", "cuda")
    assert code == 0, err
    assert out.count("correct") == len(files)


@pytest.mark.parametrize(("launched", "problem"), [(saxpy, ""), (saxpy_short, "elements wrong")])
def test_a_file_is_timed_if_it_is_right(monkeypatch, launched, problem):
    gpu = PlayedGpu(launched, "yxan")
    torch = SimpleNamespace(
        cuda=SimpleNamespace(
            current_stream=lambda: SimpleNamespace(cuda_stream=7),
        )
    )
    monkeypatch.setattr(on_gpu, "Gpu", lambda: PlayedGpu(launched, "yxan"))
    monkeypatch.setattr(gpu_timing, "Gpu", lambda: gpu)
    monkeypatch.setattr(gpu_timing, "cold_sets", lambda _: 3)
    monkeypatch.setattr(timing, "cuda", lambda: torch)
    monkeypatch.setattr(timing, "device_name", lambda: "Played")
    monkeypatch.setattr(timing, "device_target", lambda: Target.parse("sm_90"))

    def measure(sets, contestants) -> None:
        sets.launch(contestants[0].run, 6)
        contestants[0].samples_us += [4.0, 5.0, 6.0]

    monkeypatch.setattr(gpu_timing, "measure", measure)
    if problem:
        with pytest.raises(UserError, match=problem):
            schedules.explore(SAXPY).time()
        assert gpu.launches == []
        return
    timed = schedules.explore(SAXPY).time()
    assert timed.us == 5.0 and "compiled by NVRTC" in repr(timed) and len(gpu.launches) == 6
    assert timed.bytes == 3 * 4000 and timed.device == "Played"
