"""Races that compute-sanitizer's racecheck finds, and those between blocks: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import Planted, check, thread

pytestmark = needs_compiler

SHARED = [
    Planted(
        "read after write",
        "race-read",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(__syncthreads());
        out[threadIdx.x] = tile[threadIdx.x ^ 32]; /*at*/
        """,
        byte=128,
        threads=(thread(0), thread(32)),
    ),
    Planted(
        "write after read",
        "race-overwrite",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        float sum = tile[threadIdx.x ^ 64]; /*other*/
        CLEAN(__syncthreads());
        tile[threadIdx.x] = in[threadIdx.x + 128]; /*at*/
        __syncthreads();
        out[threadIdx.x] = sum + tile[127 - threadIdx.x];
        """,
        byte=0,
        threads=(thread(0), thread(64)),
    ),
    Planted(
        "write after write",
        "race-write",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(__syncthreads());
        tile[127 - threadIdx.x] = in[threadIdx.x + 128]; /*at*/
        __syncthreads();
        out[threadIdx.x] = tile[threadIdx.x];
        """,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "two threads of one store write one element",
        "race-same-instruction",
        """
        __shared__ float tile[128];
        tile[threadIdx.x FAULT(/ 2 + n[0])] = in[threadIdx.x]; /*at*/ /*other*/
        __syncthreads();
        out[threadIdx.x] = tile[threadIdx.x FAULT(/ 2)];
        """,
        byte=0,
        threads=(thread(0), thread(1)),
    ),
    Planted(
        "all threads add to one shared element",
        "race-same-instruction",
        """
        __shared__ float sum[256];
        sum[threadIdx.x] = 0;
        __syncthreads();
        sum[CLEAN(threadIdx.x) FAULT(n[0])] += in[threadIdx.x]; /*at*/ /*other*/
        __syncthreads();
        out[threadIdx.x] = sum[CLEAN(255 - threadIdx.x) FAULT(0)];
        """,
        byte=0,
        block=(256, 1, 1),
        also=frozenset({"race-read", "race-overwrite", "race-write", "warp-synchronous"}),
    ),
    Planted(
        "a reduction's tree without a barrier between its levels",
        "race-read",
        """
        __shared__ float sum[256];
        sum[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        for (int half = n[128]; half > 0; half /= 2) {
          if (threadIdx.x < half)
            sum[threadIdx.x] += sum[threadIdx.x + half]; /*at*/ /*other*/
          CLEAN(__syncthreads());
        }
        __syncthreads();
        out[threadIdx.x] = sum[0];
        """,
        byte=256,
        threads=(thread(0), thread(64)),
        block=(256, 1, 1),
        also=frozenset({"race-overwrite", "warp-synchronous"}),
    ),
    Planted(
        "a transposition without its barrier",
        "race-read",
        """
        __shared__ float tile[32][33];
        for (int row = threadIdx.y; row < 32; row += 4)
          tile[row][threadIdx.x] = in[32 * row + threadIdx.x]; /*other*/
        CLEAN(__syncthreads());
        #pragma unroll 1
        for (int row = threadIdx.y; row < 32; row += 4)
          out[32 * row + threadIdx.x] = tile[threadIdx.x][row]; /*at*/
        """,
        block=(32, 4, 1),
        # Row 1 is thread (0, 1)'s, and its first element thread (1, 0) reads.
        byte=132,
        threads=(thread(1), thread(0, 1)),
        also=frozenset({"warp-synchronous"}),
    ),
    Planted(
        "one barrier too few in each pass: the tile is overwritten",
        "race-overwrite",
        """
        __shared__ float tile[128];
        float sum = 0;
        #pragma unroll 1
        for (int k = 0; k < n[4]; k++) {
          CLEAN(__syncthreads());
          tile[threadIdx.x] = in[128 * k + threadIdx.x]; /*at*/
          __syncthreads();
          sum += tile[127 - threadIdx.x]; /*other*/
        }
        out[threadIdx.x] = sum;
        """,
        byte=0,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "one barrier too few in each pass: the tile is read before it is full",
        "race-read",
        """
        __shared__ float tile[128];
        float sum = 0;
        #pragma unroll 1
        for (int k = 0; k < n[4]; k++) {
          __syncthreads();
          tile[threadIdx.x] = in[128 * k + threadIdx.x]; /*other*/
          CLEAN(__syncthreads());
          sum += tile[127 - threadIdx.x]; /*at*/
        }
        out[threadIdx.x] = sum;
        """,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "a double buffer without its barrier",
        "race-overwrite",
        """
        __shared__ float tile[2][128];
        tile[0][threadIdx.x] = in[threadIdx.x];
        float sum = 0;
        #pragma unroll 1
        for (int k = 0; k < n[5]; k++) {
          CLEAN(__syncthreads());
          FAULT(if (k == 0) __syncthreads());
          if (k < 4)
            tile[~k & 1][threadIdx.x] = in[128 * k + 128 + threadIdx.x]; /*at*/
          sum += tile[k & 1][127 - threadIdx.x]; /*other*/
        }
        out[threadIdx.x] = sum;
        """,
        byte=0,
        threads=(thread(0), thread(127)),
        also=frozenset({"race-read"}),
    ),
    Planted(
        "bytes of one word that two threads write beside each other, then a third reads",
        "race-read",
        """
        __shared__ unsigned char tile[128];
        tile[threadIdx.x] = n[threadIdx.x]; /*other*/
        CLEAN(__syncthreads());
        out[threadIdx.x] = tile[threadIdx.x ^ 33]; /*at*/
        """,
        byte=33,
        threads=(thread(0), thread(33)),
    ),
    Planted(
        "warp-level code without __syncwarp",
        "warp-synchronous",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(__syncwarp());
        out[threadIdx.x] = tile[threadIdx.x ^ 1]; /*at*/
        """,
        byte=4,
        threads=(thread(0), thread(1)),
    ),
    Planted(
        "the halves of a warp synchronize each by itself",
        "warp-synchronous",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        FAULT(if (threadIdx.x & 16) __syncwarp(0xffff0000); else __syncwarp(0xffff));
        CLEAN(__syncwarp());
        out[threadIdx.x] = tile[threadIdx.x ^ 16]; /*at*/
        """,
        byte=64,
        threads=(thread(0), thread(16)),
    ),
    Planted(
        "a mask that names the readers alone, behind the writers' exit",
        "warp-synchronous",
        """
        __shared__ float tile[32];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        if (threadIdx.x >= 16) return;
        __syncwarp(FAULT(0xffff) CLEAN(~0u));
        out[threadIdx.x] = tile[31 - threadIdx.x]; /*at*/
        """,
        block=(32, 1, 1),
        memory="shared",
        byte=124,
        threads=(thread(0), thread(31)),
    ),
    Planted(
        "a mask that names some of the writers that have exited",
        "warp-synchronous",
        """
        __shared__ float tile[32];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        if (threadIdx.x >= 16) return;
        __syncwarp(0xffffff);
        out[threadIdx.x] = tile[threadIdx.x + 8 FAULT(* 2)]; /*at*/
        """,
        block=(32, 1, 1),
        byte=96,
        threads=(thread(8), thread(24)),
    ),
    Planted(
        "a warp's reduction in shared memory without __syncwarp",
        "warp-synchronous",
        """
        __shared__ float sum[32];
        sum[threadIdx.x] = in[threadIdx.x];
        __syncwarp();
        for (int half = n[16]; half > 0; half /= 2) {
          float more = 0;
          if (threadIdx.x < half)
            more = sum[threadIdx.x + half]; /*other*/
          CLEAN(__syncwarp());
          sum[threadIdx.x] += more; /*at*/
          CLEAN(__syncwarp());
        }
        out[threadIdx.x] = sum[0];
        """,
        block=(32, 1, 1),
        byte=64,
        threads=(thread(16), thread(0)),
    ),
    Planted(
        "named barriers of two groups that share a tile",
        "race-read",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(asm volatile("bar.sync 1, 128;" ::: "memory"));
        FAULT(asm volatile("bar.sync %0, 64;" :: "r"(1 + threadIdx.x / 64) : "memory"));
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
]

GLOBAL = [
    Planted(
        "two blocks write one element",
        "race-same-instruction",
        """
        out[threadIdx.x + blockIdx.x * (128 FAULT(- n[1]))] = blockIdx.x; /*at*/ /*other*/
        """,
        memory="out",
        byte=508,
        threads=(thread(127), thread(0, block=(1, 0, 0))),
        grid=(2, 1, 1),
    ),
    Planted(
        "a block reads what another one writes",
        "race-read",
        """
        out[threadIdx.x + 128 * blockIdx.x] = 1; /*other*/
        __syncthreads();
        float sum = out[(threadIdx.x ^ 32) + 128 * (blockIdx.x FAULT(^ n[1]))]; /*at*/
        out[threadIdx.x + 128 * blockIdx.x + 512] = sum;
        """,
        memory="out",
        byte=640,
        threads=(thread(0), thread(32, block=(1, 0, 0))),
        grid=(2, 1, 1),
        also=frozenset({"race-overwrite", "uninitialized"}),
    ),
    Planted(
        "a block overwrites what threads of two others read",
        "race-overwrite",
        text="""
        extern "C" __global__ void fill(float* out, const float* in) {
          out[threadIdx.x] = in[threadIdx.x];
        }
        extern "C" __global__ void k(float* out, const float* in, const int* n) {
          float sum = out[threadIdx.x % 8]; /*other*/
          out[threadIdx.x + 128 + 128 * blockIdx.x] = sum;
          if (blockIdx.x == 2 && threadIdx.x == 0)
            out[0 CLEAN(+ n[1000])] = 1; /*at*/
        }
        """,
        memory="out",
        byte=0,
        grid=(3, 1, 1),
        kernels=("fill", "k"),
    ),
    Planted(
        "threads of one block hand on global memory without a barrier",
        "race-read",
        """
        out[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(__syncthreads());
        out[threadIdx.x + 512] = out[127 - threadIdx.x]; /*at*/
        """,
        memory="out",
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "a block overwrites what its own threads read, without a barrier",
        "race-overwrite",
        """
        out[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        float sum = 0;
        for (int i = 0; i < n[4]; i++) sum += out[32 * i]; /*other*/
        CLEAN(__syncthreads());
        out[threadIdx.x] = sum; /*at*/
        """,
        memory="out",
        byte=0,
        also=frozenset({"warp-synchronous"}),
    ),
    Planted(
        "the last block adds up what others left, without a fence",
        "race-read",
        text="""
        extern "C" __global__ void none_yet(unsigned* arrived) {
          arrived[1000] = 0;
        }
        extern "C" __global__ void k(float* out, const float* in, const int* n) {
          unsigned* arrived = (unsigned*)out + 1000;
          __shared__ bool last;
          if (threadIdx.x == 0) {
            out[blockIdx.x] = in[blockIdx.x]; /*other*/
            CLEAN(__threadfence());
            last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
          }
          __syncthreads();
          if (last && threadIdx.x == 32)
            out[512] = out[0] + out[1]; /*at*/
        }
        """,
        kernels=("none_yet", "k"),
        memory="out",
        byte=0,
        threads=(thread(32, block=(1, 0, 0)), thread(0)),
        grid=(2, 1, 1),
    ),
    Planted(
        "a thread's fence hands on what other threads wrote, without a barrier",
        "race-read",
        text="""
        extern "C" __global__ void none_yet(unsigned* arrived) {
          arrived[1000] = 0;
        }
        extern "C" __global__ void k(float* out, const float* in, const int* n) {
          unsigned* arrived = (unsigned*)out + 1000;
          __shared__ bool last;
          out[threadIdx.x + 128 * blockIdx.x] = in[threadIdx.x]; /*other*/
          CLEAN(__syncthreads());
          if (threadIdx.x == 0) {
            __threadfence();
            last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
          }
          __syncthreads();
          if (last && blockIdx.x == 1)
            out[threadIdx.x + 512] = out[threadIdx.x]; /*at*/
        }
        """,
        kernels=("none_yet", "k"),
        memory="out",
        byte=4,
        threads=(thread(1, block=(1, 0, 0)), thread(1)),
        grid=(2, 1, 1),
    ),
    Planted(
        "doubles are added in shared memory: by compare-and-swap in the clean twin",
        "race-overwrite",
        """
        __shared__ double sum;
        if (threadIdx.x == 0) sum = 0;
        __syncthreads();
        const double value = (double)in[threadIdx.x] * n[2];
        CLEAN(atomicAdd(&sum, value));
        FAULT(sum += value); /*at*/
        __syncthreads();
        if (threadIdx.x == 0) out[0] = sum;
        """,
        other="at",
        memory="shared",
        byte=0,
        also=frozenset({"warp-synchronous", "race-same-instruction"}),
    ),
    Planted(
        "an element is set beside atomic additions to it",
        "race-write",
        """
        if (threadIdx.x == 0)
          out[0] = 0; /*other*/
        CLEAN(__syncthreads());
        atomicAdd(out, in[threadIdx.x]); /*at*/
        """,
        memory="out",
        byte=0,
        also=frozenset({"warp-synchronous"}),
    ),
]


@pytest.mark.parametrize("planted", SHARED + GLOBAL, ids=lambda planted: planted.name)
def test_the_race_is_found_and_its_twin_is_clean(planted):
    check(planted)
