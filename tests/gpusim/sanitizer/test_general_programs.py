"""Verdicts on general CUDA programs: faults and correct twins."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules.analyses.verification.kernel_files import verify_file_kernel
from schedules.sources.kernel_files import FileKernel

pytestmark = needs_compiler


def argument(name: str, dtype: str, count: int, more: str) -> str:
    return (
        f'[[arguments]]\nname = "{name}"\ndtype = "{dtype}"\nshape = [{count}]\n'
        + more.replace(";", "\n")
        + "\n"
    )


def verified(folder, source: str, launch: str, reference: str = "", arch=None, suffix="cu"):
    """Kinds of the problems (of wrong values, the output's name), and the notes."""
    head = "grid = [1]\nblock = [32]\n" if "grid" not in launch else ""
    (folder / "reference.py").write_text(f"import numpy as np\n\n{reference}\n")
    named = 'reference = "reference.py"\n' if reference else ""
    (folder / "kernel.toml").write_text(named + head + launch)
    (folder / f"kernel.{suffix}").write_text(source)
    checks, notes = verify_file_kernel(FileKernel.load(str(folder / f"kernel.{suffix}"), arch=arch))
    return {problem.split(":")[0] for check in checks for problem in check.problems}, notes


ZEROS = 'role = "inout";values = "zeros"'
# Atomics on 16 bits at the end of an odd number of elements, and one on 8 bits by hand.
NARROW_ATOMICS = """
#include <cuda_fp16.h>
extern "C" __global__ void k(__half *h, unsigned short *u, unsigned char *c) {
  int t = threadIdx.x;
  atomicAdd(&h[t %% 5], __float2half(1.f));
  atomicCAS(&u[t %% 3], (unsigned short)0, (unsigned short)9);
  unsigned char *a = &c[t %% 7];
  unsigned *w = (unsigned *)((size_t)a & ~(size_t)3), s = ((size_t)a & 3) * 8, o = *w, as;
  do {
    as = o;
    o = atomicCAS(w, as, %s);
  } while (o != as);
}
"""


@pytest.mark.parametrize(
    "value, expected",
    [
        ("(o & ~(255u << s)) | ((o >> s) + 1 & 255) << s", set()),
        ("o + (1u << s) + 0x1000000u", {"out-of-bounds", "c"}),
    ],
    ids=["keeps the bytes behind", "changes them"],
)
def test_words_of_narrow_atomics_reach_beyond_the_array(tmp_path, value, expected):
    launch = (
        argument("h", "float16", 5, ZEROS)
        + argument("u", "uint16", 3, ZEROS)
        + argument("c", "uint8", 7, ZEROS)
    )
    reference = (
        "def reference(h, u, c):\n"
        "    count = lambda n: np.bincount(np.arange(32) % n)\n"
        "    return count(5).astype('float16'), np.full(3, 9), count(7)"
    )
    assert verified(tmp_path, NARROW_ATOMICS % value, launch, reference)[0] == expected


COMPLEX = """
#include <cuda_fp16.h>
extern "C" __global__ void k(__half2 *y, const __half2 *x) {
  int t = threadIdx.x;
  y[t] = __hcmadd(x[t], x[t + 1], y[t]);
}
"""


def test_complex_products_of_halves(tmp_path):
    """An operand with exchanged halves, of which one is negated (.H0_NH1)."""
    reference = (
        "def reference(y, x):\n"
        "    z = x[0::2].astype('float64') + 1j * x[1::2]\n"
        "    r = z[:-1] * z[1:] + y[0::2].astype('float64') + 1j * y[1::2]\n"
        "    return np.stack([r.real, r.imag], 1).ravel()"
    )
    launch = (
        "tolerance = 2e-3\n"
        + argument("y", "float16", 64, 'role = "inout";range = [-1, 1]')
        + argument("x", "float16", 66, "range = [-1, 1]")
    )
    assert verified(tmp_path, COMPLEX, "grid = [1]\nblock = [32]\n" + launch, reference)[0] == set()


# A division has a slow path in a function, which nvJitLink places in a section of its own.
DIVISION = """
extern "C" __global__ void k(float *y, const float *x) {
  __shared__ float a[32], b[32];
  int t = threadIdx.x;
  a[t] = x[t];
  b[t] = x[t + 32];
  __syncthreads();
  y[t] = a[%s] / b[31 - t];
}
"""
QUOTIENT = "def reference(y, x):\n    return x[:32] / x[63:31:-1]"


@pytest.mark.parametrize("index, expected", [("t", set()), ("t + (t == 31)", {"out-of-bounds"})])
def test_overruns_in_a_kernel_that_calls_a_function(tmp_path, index, expected):
    launch = argument("y", "float32", 32, 'role = "out"') + argument("x", "float32", 64, "")
    reference = "" if expected else QUOTIENT
    launch = ("" if expected else "tolerance = 1e-6\n") + "grid = [1]\nblock = [32]\n" + launch
    kinds, notes = verified(tmp_path, DIVISION % index, launch, reference)
    assert kinds == expected and not any("not checked" in note for note in notes)


def test_ptx_that_calls_a_function(tmp_path):
    launch = argument("y", "float32", 32, 'role = "out"') + argument("x", "float32", 64, "")
    launch = "tolerance = 1e-6\ngrid = [1]\nblock = [32]\n" + launch
    (tmp_path / "kernel.cu").write_text(DIVISION % "t")
    (tmp_path / "kernel.toml").write_text(
        "grid = [1]\nblock = [32]\n" + launch[launch.index("[[") :]
    )
    ptx = FileKernel.load(str(tmp_path / "kernel.cu")).machine.ptx
    assert verified(tmp_path, ptx, launch, QUOTIENT, suffix="ptx")[0] == set()


VARIOUS = """
#include <cassert>
__device__ __noinline__ int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
extern "C" __global__ void k(int *y, double *d, const int *x) {
  int t = threadIdx.x;
  assert(x[t] >= 0);
  y[t] = max(gcd(x[t], 36), min(x[t] / 7, 12));
  d[t] = exp(x[t] * 0.01);
}
"""


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_100"])
def test_calls_and_extrema(tmp_path, arch):
    """LEPC without a label on sm_80, extrema with predicates on sm_100."""
    reference = (
        "def reference(y, d, x):\n"
        "    return np.maximum(np.gcd(x, 36), np.minimum(x // 7, 12)), np.exp(x * 0.01)"
    )
    launch = (
        "tolerance = 1e-12\ngrid = [1]\nblock = [32]\n"
        + argument("y", "int32", 32, 'role = "out"')
        + argument("d", "float64", 32, 'role = "out"')
        + argument("x", "int32", 32, "range = [0, 100]")
    )
    assert verified(tmp_path, VARIOUS, launch, reference, arch=arch)[0] == set()


LONG = """
extern "C" __global__ void k(long long *y, unsigned *b, float *f, const long long *x,
                             const unsigned *a, const float *g) {
  int t = threadIdx.x;
  long long v = x[t], w = x[31 - t], q = w ? v / w : -1;
  unsigned long long u = v, r = u % (unsigned long long)(w | 1);
  unsigned __int128 s = ((unsigned __int128)u << 64 | (unsigned long long)w) - r;
  y[4 * t] = q;
  y[4 * t + 1] = (long long)r + (v > w ? v : 5);
  y[4 * t + 2] = (long long)(s >> 64);
  y[4 * t + 3] = v < -1 ? w - v : v + w;
  b[3 * t] = __vmaxu4(a[t], a[31 - t]);
  b[3 * t + 1] = __vminu4(a[t], a[31 - t]);
  b[3 * t + 2] = __vsub4(a[t], a[31 - t]);
  f[t] = fmaxf(fmaxf(g[t], g[31 - t]), g[7]);
}
"""
LONG_REFERENCE = """
def reference(y, b, f, x, a, g):
    M = 2**64
    rows = []
    for v, w in zip(x.tolist(), x[::-1].tolist()):
        q = abs(v) // abs(w) * (1 if (v < 0) == (w < 0) else -1) if w else -1
        r = (v % M) % ((w | 1) % M)
        s = ((v % M) << 64 | w % M) - r
        rows += [q, r + (v if v > w else 5), s >> 64, w - v if v < -1 else v + w]
    y = np.array([(row + M // 2) % M - M // 2 for row in rows], 'int64')
    p, q = (a.view('uint8').reshape(-1, 4), a[::-1].copy().view('uint8').reshape(-1, 4))
    bytes_ = np.stack([np.maximum(p, q), np.minimum(p, q), p - q], 1)
    b = np.ascontiguousarray(bytes_).view('uint32').ravel()
    return y, b, np.maximum(np.maximum(g, g[::-1]), g[7])
"""


@pytest.mark.parametrize("arch", ["sm_90", "sm_100", "sm_120"])
def test_integers_of_64_bits_and_packed_bytes(tmp_path, arch):
    """sm_120 has instructions on pairs of registers and on four bytes, sm_100 extrema of three."""
    launch = (
        "grid = [1]\nblock = [32]\n"
        + argument("y", "int64", 128, 'role = "out"')
        + argument("b", "uint32", 96, 'role = "out"')
        + argument("f", "float32", 32, 'role = "out"')
        + argument("x", "int64", 32, "")
        + argument("a", "uint32", 32, "")
        + argument("g", "float32", 32, "")
    )
    assert verified(tmp_path, LONG, launch, LONG_REFERENCE, arch=arch)[0] == set()


NARROW_LOOP = """
extern "C" __global__ void k(unsigned short *z, unsigned short *g) {
  __shared__ unsigned short u[5];
  int t = threadIdx.x;
  if (t < 5) u[t] = 0;
  __syncthreads();
  unsigned short old = u[t % 5], seen;
  do {
    seen = old;
    old = atomicCAS(&u[t % 5], seen, (unsigned short)(seen + t));
  } while (old != seen);
  WAIT;
  if (t < 5) z[t] = u[t];
  old = g[t % 3];
  do {
    seen = old;
    old = atomicCAS(&g[t % 3], seen, (unsigned short)(seen + t));
  } while (old != seen);
}
"""


@pytest.mark.parametrize("arch", ["sm_80", "sm_90"])
@pytest.mark.parametrize("wait, expected", [("__syncthreads()", False), ("", True)])
def test_plain_load_before_a_narrow_compare_and_swap(tmp_path, wait, expected, arch):
    launch = (
        "grid = [1]\nblock = [96]\n"
        + argument("z", "uint16", 5, 'role = "out"')
        + argument("g", "uint16", 3, ZEROS)
    )
    reference = (
        "def reference(z, g):\n"
        "    t = np.arange(96)\n"
        "    return np.bincount(t % 5, t), np.bincount(t % 3, t)"
    )
    kinds, _ = verified(tmp_path, NARROW_LOOP.replace("WAIT", wait), launch, reference, arch=arch)
    assert bool(kinds) == expected and kinds <= {
        "race-read",
        "warp-synchronous",
        "race-overwrite",
        "z",
    }


TILES = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int *y, const int *x) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = x[threadIdx.x];
  y[threadIdx.x] = tile.match_any(v & 1) + tile.any(v > 90) * 1000 + tile.all(v > 10) * 2000;
}
"""


def test_tiles_of_a_warp_vote_apart(tmp_path):
    launch = argument("y", "int32", 32, 'role = "out"')
    launch += argument("x", "int32", 32, "range = [0, 100]")
    reference = """def reference(y, x):
    tiles = x.reshape(-1, 1, 8)
    same = (tiles & 1) == x.reshape(-1, 8, 1) % 2
    votes = (tiles > 90).any(2) * 1000 + (tiles > 10).all(2) * 2000
    return ((same << np.arange(8)).sum(2) + votes).reshape(-1)"""
    assert verified(tmp_path, TILES, launch, reference)[0] == set()


# Warps that exit before the others meet at a barrier; the first thread reads what they wrote.
EARLY_RETURN = """
extern "C" __global__ void k(float *y, const float *x) {
  __shared__ float s[96], copies[32];
  int t = threadIdx.x;
  copies[t %% 32] = 0;
  __syncthreads();
  if (t >= 64) {
    copies[t %% 32] = x[t];
    %s
  } else {
    s[t] = x[t];
    __syncthreads();
    y[t] = s[63 - t] + (t == 0 ? copies[3] : 0);
  }
}
"""


@pytest.mark.parametrize("end", ["return;", ""], ids=["return", "the end of the kernel"])
def test_a_return_before_a_barrier_is_no_branch_around_it(tmp_path, end):
    launch = (
        "grid = [1]\nblock = [96]\n"
        + argument("y", "float32", 64, 'role = "out"')
        + argument("x", "float32", 96, "")
    )
    reference = "def reference(y, x):\n    r = x[63::-1].copy()\n    r[0] += x[67]\n    return r"
    problems, _ = verified(tmp_path, EARLY_RETURN % end, launch, reference)
    assert problems == (set() if end else {"barrier-divergence"})
