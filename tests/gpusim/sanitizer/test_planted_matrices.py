"""wgmma misused: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import Planted, check, thread

pytestmark = needs_compiler

WGMMA = """
#define WGMMA_FENCE asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned " #n ";" ::: "memory")
#define PROXY_FENCE asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define HOLD(c) asm volatile("" : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) :: "memory")
// Swizzled rows of 128 bytes, 1024 bytes from eight of them to the next eight.
__device__ __forceinline__ unsigned long long operand(const void* pointer) {
  unsigned address = (unsigned)__cvta_generic_to_shared(pointer);
  return (address >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
// c (64 x 8) += a (64 x 16) b^T (8 x 16)
__device__ __forceinline__ void wgmma(float* c, const void* a, const void* b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(operand(a)), "l"(operand(b)));
}
// The same with A in registers.
__device__ __forceinline__ void wgmma_of(float* c, unsigned a, const void* b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5,"
      " 1, 1, 1, 0;"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a), "l"(operand(b)));
}
__device__ __forceinline__ void copy(float* to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void fill(float* a, float* b, float value) {
  #pragma unroll 1
  for (int i = 0; i < 16; i++) a[128 * i + threadIdx.x] = value;
  b[threadIdx.x] = b[threadIdx.x + 128] = value;
}
"""
START = """
        __shared__ __align__(1024) float a[2048], b[256];
        float c[4] = {0, 0, 0, 0};
        fill(a, b, in[threadIdx.x]); /*fill*/
"""
END = """
        HOLD(c);
        out[threadIdx.x] = c[0] + c[1] + c[2] + c[3]; /*sum*/
"""

FAULTS = [
    Planted(
        "operands that threads wrote, without fence.proxy.async",
        "proxy-fence",
        START
        + """
        CLEAN(PROXY_FENCE);
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b); /*at*/
        COMMIT;
        WAIT(0);
        """
        + END,
        other="fill",
        before=WGMMA,
    ),
    Planted(
        "the fence of the proxies stands behind the barrier",
        "proxy-fence",
        START
        + """
        CLEAN(PROXY_FENCE);
        __syncthreads();
        FAULT(if (threadIdx.x < n[32]) PROXY_FENCE);
        WGMMA_FENCE; wgmma(c, a, b); /*at*/
        COMMIT;
        WAIT(0);
        """
        + END,
        other="fill",
        before=WGMMA,
    ),
    Planted(
        "the fence of the proxies stands before the wait for the copies that it is to fence",
        "proxy-fence",
        """
        __shared__ __align__(1024) float a[2048], b[256];
        float c[4] = {0, 0, 0, 0};
        #pragma unroll 1
        for (int i = 0; i < 18; i++)
          copy((i < 16 ? a : b - 2048) + 128 * i + threadIdx.x, in + threadIdx.x); /*other*/
        asm volatile("cp.async.commit_group;" ::: "memory");
        FAULT(PROXY_FENCE);
        asm volatile("cp.async.wait_group 0;" ::: "memory");
        CLEAN(PROXY_FENCE);
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b); /*at*/
        COMMIT;
        WAIT(0);
        """
        + END,
        before=WGMMA,
    ),
    Planted(
        "no barrier between the stores of operands and the product",
        "race-read",
        START
        + """
        PROXY_FENCE;
        CLEAN(__syncthreads());
        WGMMA_FENCE; wgmma(c, a, b); /*at*/
        COMMIT;
        WAIT(0);
        """
        + END,
        other="fill",
        also=frozenset({"proxy-fence"}),
        before=WGMMA,
    ),
    Planted(
        "sums that are read before the product is waited for",
        "matrix-in-flight",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b); /*other*/
        COMMIT;
        WAIT(0);
        HOLD(c);
        out[threadIdx.x] = c[0] + c[1] + c[2] + c[3]; /*at*/
        """,
        leave_out="WARPGROUP.DEPBAR",
        threads=(thread(0),),
        before=WGMMA,
    ),
    Planted(
        "a wait that leaves the last product under way",
        "matrix-in-flight",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b);
        COMMIT;
        wgmma(c, a + 8, b + 8); /*other*/
        COMMIT;
        CLEAN(WAIT(0));
        FAULT(WAIT(1));
        HOLD(c);
        out[threadIdx.x] = c[0] + c[1] + c[2] + c[3]; /*at*/
        """,
        threads=(thread(0),),
        before=WGMMA,
    ),
    Planted(
        "operands that are overwritten while the product reads them",
        "matrix-in-flight",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b); /*other*/
        COMMIT;
        CLEAN(WAIT(0));
        __syncthreads();
        a[threadIdx.x] = 0; /*at*/
        FAULT(WAIT(0));
        """
        + END,
        byte=0,
        threads=(thread(0),),
        before=WGMMA,
    ),
    Planted(
        "a byte in the middle of an operand's word that is overwritten while the product reads it",
        "matrix-in-flight",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b); /*other*/
        COMMIT;
        CLEAN(WAIT(0));
        __syncthreads();
        ((unsigned char*)a)[4 * threadIdx.x + 1] = 0; /*at*/
        FAULT(WAIT(0));
        """
        + END,
        byte=1,
        threads=(thread(0),),
        before=WGMMA,
    ),
    Planted(
        "operands that another warp overwrites, after its own wait, without a barrier",
        "race-overwrite",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        WGMMA_FENCE; wgmma(c, a, b); /*other*/
        COMMIT;
        WAIT(0);
        CLEAN(__syncthreads());
        a[127 - threadIdx.x] = 0; /*at*/
        """
        + END,
        also=frozenset({"warp-synchronous"}),
        before=WGMMA,
    ),
    Planted(
        "no wgmma.fence",
        "warpgroup-arrive",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        for (int i = 0; i < 4; i++) c[i] = in[threadIdx.x + i];
        WGMMA_FENCE; wgmma(c, a, b); /*at*/
        COMMIT;
        WAIT(0);
        """
        + END,
        leave_out="WARPGROUP.ARRIVE",
        threads=(thread(0),),
        before=WGMMA,
    ),
    Planted(
        "no wgmma.fence behind the registers that hold A; a second A is made while it is in flight",
        "warpgroup-arrive",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        float d[4] = {0, 0, 0, 0};
        unsigned first = n[threadIdx.x % 4], second = n[threadIdx.x % 8 + 8];
        WGMMA_FENCE; wgmma_of(c, first, b);
        COMMIT;
        second = second * 3 + 1;
        asm volatile("" : "+r"(second) :: "memory");
        WGMMA_FENCE; wgmma_of(d, second, b); /*at*/
        COMMIT;
        WAIT(0);
        HOLD(d);
        c[0] += d[0];
        """
        + END,
        leave_out="WARPGROUP.ARRIVE",
        threads=(thread(0),),
        before=WGMMA,
    ),
    Planted(
        "a product of a part of a warpgroup",
        "part-of-a-warp",
        START
        + """
        PROXY_FENCE;
        __syncthreads();
        if (threadIdx.x < n[128] FAULT(- 32)) {
          WGMMA_FENCE; wgmma(c, a, b); /*at*/
          COMMIT;
          WAIT(0);
        }
        """
        + END,
        threads=(thread(0),),
        also=frozenset({"warpgroup-arrive"}),
        before=WGMMA,
    ),
]


@pytest.mark.parametrize("planted", FAULTS, ids=lambda planted: planted.name)
def test_the_misuse_is_found_and_its_twin_is_clean(planted):
    check(planted)
