"""Baselines: library calls in the same maths mode, on the same tensors as the rungs.

A baseline is a function of (inputs, outputs) that fills the outputs, as a rung does. The workload
determines the baselines; those that the installed libraries lack are omitted.
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

import numpy as np
import tvm
from tvm.s_tir import dlight

from gpusim.errors import UserError

from ..analyses.verification.compare import difference
from ..compile.compiler import Compiler, chip_of
from ..compile.toolkit import program
from ..core.files import cuda_parts
from ..core.gpu import TorchRandom, cold_sets, cuda, poisoned_outputs
from ..core.kernel import Failed, raise_failure
from ..core.problem import RANDOM, Problem
from ..core.tvm_script import quick_parser
from ..lowering.lower import build_module
from ..processes.worker import Worker, why
from ..workloads import Gemm, Gemv, Workload
from ..workloads.linear_layer import LinearLayer
from ..workloads.quantized import (
    GROUP,
    QuantizedGemv,
    WeightOnlyGemm,
    unpack_int4,
    words_to_bytes,
)
from ..workloads.scaled import ScaledGemm

Baseline = Callable[[list, list], None]


def baselines(
    workload: Workload,
    compiler: Compiler,
    first_only: bool = False,
    against: Path | None = None,
    failed: Failed = raise_failure,
) -> dict[str, Baseline]:
    """Baselines by name; ratios refer to the first, which is the only library on request. Public
    kernels of the folder `against` come last; `failed` is told of one that fails."""
    cuda().backends.cuda.matmul.allow_tf32 = False
    # 16-bit operands are accumulated in float32, as in the rungs.
    cuda().backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    cuda().backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    public = public_kernels(workload, against, compiler, failed) if against else {}
    known: dict[str, Baseline] = {}
    if isinstance(workload, Gemm):
        known["cuBLAS"] = _cublas_gemm(workload)
    elif isinstance(workload, Gemv):
        known["torch.mv"] = lambda i, o: cuda().mv(i[0], i[1], out=o[0])
        known["torch.matmul"] = lambda i, o: cuda().matmul(
            i[1][None, :], i[0].t(), out=o[0][None, :]
        )
    elif isinstance(workload, QuantizedGemv):
        known["torch.mv float16"] = _float16_of(workload)
    elif isinstance(workload, LinearLayer):
        known["torch"] = _linear_layer
    elif isinstance(workload, ScaledGemm):
        known["torch._scaled_mm"] = _scaled_product(workload, fast=True)
    elif isinstance(workload, WeightOnlyGemm):
        known["cuBLAS float16"] = _float16_of(workload)
    if first_only and known:
        return dict([*known.items()][:1]) | public
    quantized = f"torch {workload.dtype}"
    others = {
        "dlight": _dlight,
        "Triton": _triton,
        quantized: _torch_quantized,
        "torch.compile": _compiled_layer,
        "torch._scaled_mm, float32 accumulation": _promoted_product,
        "cuBLAS, GEMM alone": _product_alone,
        "cublasHSHgemv": _half_gemv,
    }
    for name, make in others.items():
        baseline = make(workload, compiler)
        if baseline is not None:
            known[name] = baseline
    return known | public


def _cublas_gemm(workload: Gemm) -> Baseline:
    torch = cuda()

    def operands(inputs: list) -> tuple[Any, Any]:
        a = inputs[0].t() if workload.a_layout == "km" else inputs[0]
        b = inputs[1].t() if workload.b_layout == "nk" else inputs[1]
        return a, b

    if workload.accumulate:
        # beta = 1 in place: with a separate output, torch would first copy C_in in another kernel.
        return lambda i, o: torch.addmm(i[2], *operands(i), out=i[2])
    if workload.out_dtype != workload.in_dtype:
        return lambda i, o: torch.mm(*operands(i), out_dtype=o[0].dtype, out=o[0])
    return lambda i, o: torch.mm(*operands(i), out=o[0])


def _linear_layer(inputs: list, outputs: list) -> None:
    """A linear layer in torch: GEMM with bias, GELU, and addition, one kernel each."""
    torch = cuda()
    a, b, bias, residual = inputs
    functional = torch.nn.functional
    activated = functional.gelu(functional.linear(a, b, bias), approximate="tanh")
    torch.add(activated, residual, out=outputs[0])


def _compiled_layer(workload: Workload, compiler: Compiler) -> Baseline | None:
    """The layer by torch.compile, which fuses the epilogue; None if it is not available."""
    if not isinstance(workload, LinearLayer):
        return None
    torch = cuda()
    functional = torch.nn.functional

    @torch.compile(dynamic=False)
    def layer(a: Any, b: Any, bias: Any, residual: Any) -> Any:
        return functional.gelu(functional.linear(a, b, bias), approximate="tanh") + residual

    m, n, k = workload.shape
    shapes = (m, k), (n, k), (n,), (m, n)
    trial = [torch.zeros(shape, device="cuda", dtype=torch.float16) for shape in shapes]
    try:
        # Compiled before it is timed; omitted if Triton or a host compiler is missing.
        layer(*trial)
    except Exception:  # torch.compile's errors have no common base class.
        return None
    return lambda i, o: layer(*i)


def _half_gemv(workload: Workload, compiler: Compiler) -> Baseline | None:
    """cuBLAS's GEMV of float16 with float32 accumulation, one batch; None if this cuBLAS lacks it.

    `cublasHSHgemvStridedBatched`, since CUDA 11.6; torch.mv calls cublasGemmEx.
    """
    if not isinstance(workload, Gemv) or workload.in_dtype != "float16":
        return None
    torch = cuda()
    try:
        function = ctypes.CDLL(f"libcublas.so.{torch.version.cuda.split('.')[0]}")
        function = function.cublasHSHgemvStridedBatched
    except (OSError, AttributeError):
        return None
    n, k = workload.shape
    transposed, stride = 1, ctypes.c_longlong(0)
    one, zero = ctypes.c_float(1), ctypes.c_float(0)

    def run(inputs: list, outputs: list) -> None:
        # Set the current stream on the handle that torch owns.
        handle = ctypes.c_void_p(torch.cuda.current_blas_handle())
        w, x, y = (ctypes.c_void_p(each.data_ptr()) for each in (*inputs, outputs[0]))
        # W is row-major (n, k), for cuBLAS a column-major (k, n) matrix.
        scalars = ctypes.byref(one), ctypes.byref(zero)
        status = function(
            handle, transposed, k, n, scalars[0], w, k, stride, x, 1, stride, scalars[1], y, 1,
            stride, 1,
        )  # fmt: skip
        if status:
            raise RuntimeError(f"cublasHSHgemvStridedBatched: status {status}")

    return run


def _product_alone(workload: Workload, compiler: Compiler) -> Baseline | None:
    """The GEMM without its epilogue: the time that a free epilogue would reach."""
    if not isinstance(workload, LinearLayer):
        return None
    torch = cuda()
    return lambda i, o: torch.mm(i[0], i[1].t(), out=o[0])


def _scaled_product(workload: ScaledGemm, *, fast: bool) -> Baseline:
    """torch._scaled_mm.

    With `fast`, all accumulation is in the tensor cores, as in the rungs; otherwise CUDA cores add
    the partial sums in float32 every few MMAs.
    """
    torch = cuda()

    def run(inputs: list, outputs: list) -> None:
        a, b, scale_a, scale_b = inputs
        if workload.per_row:
            scale_a, scale_b = scale_a[:, None], scale_b[None, :]
        kinds = {"out_dtype": outputs[0].dtype, "use_fast_accum": fast}
        torch._scaled_mm(a, b.t(), scale_a, scale_b, **kinds)

    return run


def _promoted_product(workload: Workload, compiler: Compiler) -> Baseline | None:
    return _scaled_product(workload, fast=False) if isinstance(workload, ScaledGemm) else None


def _float16_of(workload: QuantizedGemv | WeightOnlyGemm) -> Baseline:
    """torch's GEMM with float16 matrices of the same extents, which quantization should beat.

    It rotates through its own sets of matrices, which together exceed L2 as the rungs' sets do.
    """
    torch = cuda()
    *_, n, k = workload.shape
    count = cold_sets(2 * n * k)
    matrices = [torch.rand((n, k), device="cuda").half() for _ in range(count)]
    turn = itertools.cycle(matrices)

    def vector(inputs: list, outputs: list) -> None:
        x = next(x for x in inputs if x.dtype == torch.float16)
        torch.mv(next(turn), x, out=outputs[0])

    def rows(inputs: list, outputs: list) -> None:
        torch.mm(inputs[0], next(turn).t(), out=outputs[0])

    return vector if isinstance(workload, QuantizedGemv) else rows


# The depth of torch's packing of int4.
INNER_TILES = 8


def _torch_quantized(workload: Workload, compiler: Compiler) -> Baseline | None:
    """torch's kernels for quantized weights, or None if it has none for this shape.

    They are `_weight_int8pack_mm`, with one scale per row, and `_weight_int4pack_mm`, with a scale
    and a zero point for each GROUP of a row's values, on bfloat16 rows. A QuantizedGemv has one
    scale and zero point for all rows; a WeightOnlyGemm has them as torch's int4, on float16. The
    weights have the same number of bytes. The matrices rotate through more memory than L2 holds, as
    the rungs' do.
    """
    if not isinstance(workload, QuantizedGemv | WeightOnlyGemm):
        return None
    torch = cuda()
    *rows, n, k = workload.shape
    bits = int(workload.dtype.removeprefix("int"))
    rings = range(cold_sets(n * k * bits // 8))

    def ones(dtype: Any) -> Any:
        return torch.ones((*(rows or [1]), k), device="cuda", dtype=dtype)

    def int8() -> tuple[Any, list, tuple]:
        x = ones(torch.float16)
        scale = torch.ones(n, device="cuda", dtype=torch.float16)
        weights = [torch.ones((n, k), device="cuda", dtype=torch.int8) for _ in rings]
        return torch._weight_int8pack_mm, [(x, w) for w in weights], (scale,)

    def int4() -> tuple[Any, list, tuple]:
        x = ones(torch.bfloat16)
        # Code 9 stands for 9 - 8 = 1: its zero point is the middle of the codes.
        nines = torch.full((n, k // 2), 0x99, device="cuda", dtype=torch.uint8)
        packed = [torch._convert_weight_to_int4pack(nines, INNER_TILES) for _ in rings]
        scales = torch.ones((k // GROUP, n, 2), device="cuda", dtype=torch.bfloat16)
        scales[..., 1] = 0
        return torch._weight_int4pack_mm, [(x, w) for w in packed], (GROUP, scales)

    try:
        kernel, operands, rest = {8: int8, 4: int4}[bits]()
        result = kernel(*operands[0], *rest)
    except (RuntimeError, AttributeError, NotImplementedError, TypeError):
        return None
    # All ones: each row's sum is K, which bfloat16 rounds.
    if (result.float() / k - 1).abs().max() > 2**-8:
        return None
    turn = itertools.cycle(operands)
    return lambda i, o: kernel(*next(turn), *rest)


def _dlight(workload: Workload, compiler: Compiler) -> Baseline | None:
    """The kernel that TVM's dlight rules make of the workload, or None if they do not apply."""
    to = compiler.target.tvm
    limits = {
        **dict(to.attrs.items()),
        "max_threads_per_block": 1024,
        "max_shared_memory_per_block": 49152,
    }
    to = tvm.target.Target({"kind": "cuda", **limits}, host="llvm")
    mod = tvm.IRModule({"main": workload.prim_func()})
    try:
        with to, quick_parser():
            scheduled = dlight.ApplyDefaultSchedule(
                dlight.gpu.Matmul(),
                dlight.gpu.GEMV(),
                dlight.gpu.Reduction(),
                dlight.gpu.Fallback(),
            )(mod)
        library = build_module(scheduled, compiler.target, machine_code=compiler.cubin)
        run = library["main"]
    except Exception:  # Rules also raise assertions for accesses that they do not expect.
        return None
    return lambda i, o: run(*i, *o)


def _triton(workload: Workload, compiler: Compiler) -> Baseline | None:
    try:
        from . import triton_kernels
    except ImportError:
        return None
    if isinstance(workload, Gemm) and np.dtype(workload.in_dtype).itemsize <= 4:
        return triton_kernels.gemm(workload)
    if isinstance(workload, Gemv):
        return triton_kernels.gemv(workload)
    if isinstance(workload, WeightOnlyGemm):
        return _triton_weight_only(workload, triton_kernels.weight_only)
    return None


def _triton_weight_only(workload: WeightOnlyGemm, make: Callable) -> Baseline:
    """Triton's GEMM with codes stored by rows; it has separate tensor sets if the rungs' codes
    are stored by lane."""
    torch = cuda()
    run = make(workload)
    if not workload.fragments:
        return run
    _, n, k = workload.shape
    shape = replace(workload, fragments=False).stored
    span = {"device": "cuda", "dtype": torch.int32}
    words = [torch.randint(-(2**31), 2**31, shape, **span) for _ in range(cold_sets(n * k // 2))]
    turn = itertools.cycle(words)
    return lambda i, o: run([i[0], next(turn), i[2]], o)


# --- public kernels: `bench --against DIRECTORY` --------------------------------------------------

# DIRECTORY has checkouts of public repositories, each in a folder of its own: `marlin`, `fast.cu`.
# For each there is an adapter: CUDA text of this project that includes a file of the checkout,
# which nvcc compiles to a shared library, and a function that calls it with the tensors of a rung.
# A kernel is compared with its reference before it is timed. None of the repositories' code is part
# of this project.

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
    make: Callable[[Any, ctypes.CDLL], tuple[list, Workload, Baseline]]


def public_kernels(
    workload: Workload, directory: Path, compiler: Compiler, failed: Failed = raise_failure
) -> dict[str, Baseline]:
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


def _marlin(workload: WeightOnlyGemm, library: ctypes.CDLL) -> tuple[list, Workload, Baseline]:
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


def _fast_cu(workload: Gemm, library: ctypes.CDLL) -> tuple[list, Workload, Baseline]:
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
