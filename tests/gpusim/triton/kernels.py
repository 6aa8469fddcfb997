"""What made the cubins of this directory: Triton 3.6 on an H100, with CUDA 13.

Their PTX and their tables of lines were taken out (sections .nv_debug_ptx_txt, .debug_line
and .nv_debug_line_sass). `python kernels.py` makes them again, whole, in the working directory.
"""

from pathlib import Path

import torch
import triton
import triton.language as tl


@triton.jit
def add(x, y, z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(z + i, tl.load(x + i, mask=m) + tl.load(y + i, mask=m), mask=m)


@triton.jit
def mm(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pm = tl.program_id(0)
    pn = tl.program_id(1)
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a + rm[:, None] * K + (k + rk)[None, :])
        acc += tl.dot(left, tl.load(b + (k + rk)[:, None] * N + rn[None, :]))
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def soft(x, y, n, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    v = tl.load(x + r * n + i, mask=i < n, other=-float("inf"))
    v = tl.exp(v - tl.max(v, 0))
    tl.store(y + r * n + i, v / tl.sum(v, 0), mask=i < n)


def main() -> None:
    x, y, z = (torch.rand(1000, device="cuda") for _ in range(3))
    a = torch.rand(128, 64, device="cuda", dtype=torch.float16)
    b = torch.rand(64, 128, device="cuda", dtype=torch.float16)
    c = torch.empty(128, 128, device="cuda")
    s = torch.rand(16, 200, device="cuda")
    made = {
        "add": add[(8,)](x, y, z, 1000, B=128),
        "product_mma": mm[(4, 4)](a, b, c, 128, 128, 64, BM=32, BN=32, BK=32, num_warps=2),
        "product_wgmma": mm[(2, 2)](a, b, c, 128, 128, 64, BM=64, BN=64, BK=32, num_warps=4),
        "softmax": soft[(16,)](s, torch.empty_like(s), 200, B=256),
    }
    for name, kernel in made.items():
        Path(f"{name}.cubin").write_bytes(kernel.asm["cubin"])


if __name__ == "__main__":
    main()
