"""Public kernels as baselines: `bench --against DIRECTORY`.

DIRECTORY has checkouts of public repositories, each in a folder of its own: `marlin`, `fast.cu`.
For each there is an adapter: CUDA text of this project that includes a file of the checkout, which
nvcc compiles to a shared library, and a function that calls it with the tensors of a rung. A kernel
is compared with its reference before it is timed. None of the repositories' code is part of this
project.
"""

from __future__ import annotations

import ctypes
import itertools
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..analyses.verification.compare import difference
from ..compile.compiler import Compiler, chip_of
from ..compile.toolkit import program
from ..core.files import cuda_parts
from ..core.gpu import TorchRandom, cold_sets, cuda, poisoned_outputs
from ..core.kernel import Failed, raise_failure
from ..core.problem import RANDOM, Problem
from ..processes.worker import Worker, why
from ..workloads import Gemm, Workload
from ..workloads.quantized import GROUP, WeightOnlyGemm, unpack_int4, words_to_bytes

Call = Callable[[list, list], None]

# Limit of one launch and its comparison, once the process has started.
TRY_SECONDS = 120.0
_PARTS = cuda_parts(Path(__file__).with_suffix(".cuh"))


@dataclass(frozen=True)
class Adapter:
    """A public kernel: the file of a checkout that `text` includes, and what calls it.

    `applies` says whether the kernel computes a workload. `make` gives the inputs with which it is
    compared, the workload that has their reference, and the function that is timed.
    """

    name: str
    source: str
    text: str
    applies: Callable[[Any], bool]
    make: Callable[[Any, ctypes.CDLL], tuple[list, Workload, Call]]


def public_kernels(
    workload: Workload, directory: Path, compiler: Compiler, failed: Failed = raise_failure
) -> dict[str, Call]:
    """Public kernels for a workload whose checkouts `directory` has, by name.

    Each is tried in a process of its own first, since an error on the GPU ends all work of its
    process. `failed` is told of one that nvcc rejects, that crashes and whose result is wrong.
    Raises UserError if the folder has none at all.
    """
    known = {}
    for adapter in checkouts(directory):
        if adapter.applies(workload):
            source = (directory / adapter.source).read_text(encoding="utf-8")
            try:
                chip = chip_of(compiler.target, source)
                library = built(adapter, directory.resolve(), chip)
                try_alone(adapter, workload, library)
            except UserError as error:
                failed(f"{adapter.name} at {tuple(workload.shape)}", error)
            else:
                *_, known[adapter.name] = adapter.make(workload, loaded(library))
    return known


def try_alone(adapter: Adapter, workload: Workload, library: bytes) -> None:
    """Compare one launch with the reference, in another process; raises UserError."""
    worker = Worker(tried, name=adapter.name, quiet=True)
    try:
        worker.do((adapter, workload, library), TRY_SECONDS)
    except Exception as error:
        # Whatever it is: the rungs are timed without this kernel.
        raise UserError(why(error)) from None
    finally:
        worker.end()


def tried(query: tuple[Adapter, Workload, bytes]) -> None:
    """Compare one launch with the reference; raises UserError for a wrong result."""
    adapter, workload, library = query
    inputs, of, call = adapter.make(workload, loaded(library))
    outputs = poisoned_outputs(workload)
    call(inputs, outputs)
    cuda().cuda.synchronize()
    problem = Problem(inputs, of.reference(inputs), of.tolerance(inputs), RANDOM, of.compared)
    if wrong := difference(outputs, problem, norms=False).message:
        raise UserError(f"wrong: {wrong}")


def checkouts(directory: Path) -> list[Adapter]:
    """The adapters whose checkout `directory` has; raises UserError if it has none."""
    here = [adapter for adapter in ADAPTERS if (directory / adapter.source).is_file()]
    if not here:
        files = ", ".join(adapter.source for adapter in ADAPTERS)
        raise UserError(f"{directory} has no checkout of a known repository: none of {files}")
    return here


@cache
def built(adapter: Adapter, directory: Path, chip: str) -> bytes:
    """An adapter's shared library, compiled by nvcc; raises NoCompiler, UserError."""
    with tempfile.TemporaryDirectory() as folder:
        text, library = Path(folder) / "adapter.cu", Path(folder) / "adapter.so"
        text.write_text(adapter.text, encoding="utf-8")
        arch = chip.removeprefix("sm_")
        words = [program(), "-O3", "-std=c++17", "-shared", "-Xcompiler", "-fPIC", "-w"]
        words += ["-gencode", f"arch=compute_{arch},code=sm_{arch}", "--expt-relaxed-constexpr"]
        words += [f"-I{directory}", "-o", str(library), str(text)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UserError(f"nvcc rejects {directory / adapter.source}:\n{done.stderr[-2000:]}")
        return library.read_bytes()


@cache
def loaded(library: bytes) -> ctypes.CDLL:
    """A shared library in this process."""
    # The driver's functions, which the library expects to be there.
    with suppress(OSError):
        ctypes.CDLL("libcuda.so.1", ctypes.RTLD_GLOBAL)
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(library)
        file.flush()
        return ctypes.CDLL(file.name)


def pointers(*tensors: Any) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(tensor.data_ptr()) for tensor in tensors]


def stream() -> ctypes.c_void_p:
    return ctypes.c_void_p(cuda().cuda.current_stream().cuda_stream)


# --- Marlin: float16 with symmetric weights of 4 bits ---------------------------------------------

MIDDLE = 8  # the zero point of all of Marlin's weights
LOCKS = 16  # per 128 columns


def marlin_words(codes: Any) -> Any:
    """Codes of shape (N, K) as Marlin's int32 words of shape (K / 16, 2 N); NumPy or torch.

    A lane 4 g + t of mma.sync.m16n8k16 has, of a 16 x 16 tile of B, rows 2 t + odd + 8 pair and
    columns g + 8 half. Its eight codes are a word, code number 4 odd + 2 half + pair; the words of
    four tiles along N are adjacent, so a lane loads 16 bytes.
    """
    n, k = codes.shape
    # Axes of N: four tiles, tile, half, g. Axes of K: tile, pair, t, odd.
    parts = codes.reshape(n // 64, 4, 2, 8, k // 16, 2, 4, 2)
    words = 0
    for odd, half, pair in itertools.product((0, 1), repeat=3):
        words = words | parts[:, :, half, :, :, pair, :, odd] << 4 * (4 * odd + 2 * half + pair)
    # Four tiles, tile, g, K's tile, t to K's tile, four tiles, g, t, tile.
    for first, second in ((0, 3), (1, 3), (3, 4)):
        words = words.swapaxes(first, second)
    return words.reshape(k // 16, 2 * n)


def marlin_scales(scales: Any) -> Any:
    """Scales of shape (K / 128, N) with each 64 columns in the order of the lanes' columns."""
    groups, n = scales.shape
    return scales.reshape(groups, n // 64, 8, 8).swapaxes(2, 3).reshape(groups, n)


def _marlin(workload: WeightOnlyGemm, library: ctypes.CDLL) -> tuple[list, Workload, Call]:
    torch = cuda()
    m, n, k = workload.shape
    by_row = replace(workload, fragments=False, in_order=False)
    inputs = by_row.inputs(TorchRandom(0))
    _, words, scale_zero = inputs
    scale_zero[..., 1] = MIDDLE
    packed = marlin_words(unpack_int4(words_to_bytes(words), k)).contiguous()
    scales = marlin_scales(scale_zero[..., 0]).contiguous()
    locks = torch.zeros(n // 128 * LOCKS, dtype=torch.int32, device="cuda")
    sets = range(cold_sets(n * k // 2))
    turn = itertools.cycle([(packed.clone(), scales.clone()) for _ in sets])

    def call(given: list, outputs: list) -> None:
        b, s = next(turn)
        at = pointers(given[0], b, outputs[0], s)
        status = library.run(*at, m, n, k, GROUP, *pointers(locks), stream())
        if status:
            raise UserError(f"Marlin has no kernel for {workload.shape}: status {status}")

    return inputs, by_row, call


def _for_marlin(workload: Any) -> bool:
    return isinstance(workload, WeightOnlyGemm) and workload.n % 256 == 0


# --- fast.cu: bfloat16 on wgmma -------------------------------------------------------------------


def _fast_cu(workload: Gemm, library: ctypes.CDLL) -> tuple[list, Workload, Call]:
    torch = cuda()
    inputs = workload.inputs(TorchRandom(0))
    c = torch.empty(workload.shape[:2], dtype=torch.bfloat16, device="cuda")
    library.start(*pointers(*inputs, c), *workload.shape)

    def call(given: list, outputs: list) -> None:
        library.run(*pointers(*given, *outputs), *workload.shape, stream())

    return inputs, workload, call


def _for_fast_cu(workload: Any) -> bool:
    if not isinstance(workload, Gemm) or workload.accumulate:
        return False
    layouts = workload.a_layout, workload.b_layout, workload.in_dtype, workload.out_dtype
    fits = not any(extent % 256 for extent in workload.shape)
    return fits and layouts == ("mk", "nk", "bfloat16", "bfloat16")


ADAPTERS = (
    Adapter(
        "Marlin", "marlin/marlin/marlin_cuda_kernel.cu", _PARTS["marlin"], _for_marlin, _marlin
    ),
    Adapter(
        "fast.cu",
        "fast.cu/examples/matmul/matmul_12.cuh",
        _PARTS["fast_cu"],
        _for_fast_cu,
        _fast_cu,
    ),
)
