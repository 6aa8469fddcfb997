"""cuda::barrier, cuda::pipeline and barriers with a reduction."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from compared import Compared, check
from exhaustive import every

pytestmark = needs_compiler
FIRST = np.arange(64, dtype=np.int32)
X = np.arange(256, dtype=np.float32)
ARGUMENTS = {"y": np.zeros(64, np.int32), "x": FIRST}

CASES = [
    Compared(
        "__syncthreads_count, _and, _or",
        """extern "C" __global__ void k(int* y, const int* x) {
          int i = threadIdx.x, v = x[i];
          int count = __syncthreads_count(v > 20);
          int all = __syncthreads_and(v >= 0), some = __syncthreads_or(v == 63);
          int not_all = __syncthreads_and(v > 0), none = __syncthreads_or(v > 99);
          y[i] = count * 16 + all + 2 * some + 4 * not_all + 8 * none;
          FAULT(if (i < 40)) y[i] += __syncthreads_count(i == 3);
        }""",
        ARGUMENTS,
        np.full(64, 43 * 16 + 3 + 1),
        "barrier-divergence",
        block=64,
    ),
    Compared(
        "a named barrier that counts votes of half of the block",
        """constexpr int size = CLEAN(32) FAULT(64);
        extern "C" __global__ void k(int* y, const int* x) {
          int i = threadIdx.x, count = 0;
          if (i < 32)
            asm volatile("{.reg .pred p; setp.gt.s32 p, %1, 20;"
                         "barrier.cta.red.popc.u32 %0, 1, %2, p;}"
                         : "=r"(count) : "r"(x[i]), "n"(size) : "memory");
          y[i] = count;
        }""",
        ARGUMENTS,
        np.where(FIRST < 32, 11, 0),
        "barrier-divergence",
        block=64,
    ),
    Compared(
        "cuda::latch: writers count down, readers wait for all of them",
        """#include <cuda/latch>
        using Latch = cuda::latch<cuda::thread_scope_block>;
        extern "C" __global__ void k(int* y, const int* x) {
          __shared__ int tile[32];
          __shared__ alignas(Latch) unsigned char memory[sizeof(Latch)];
          Latch* latch = (Latch*)memory;
          int i = threadIdx.x;
          if (i == 0) new (latch) Latch(32 FAULT(- 1));
          __syncthreads();
          if (i < 32) {
            tile[i] = x[i];
            CLEAN(latch->count_down();)
            FAULT(if (i > 0) latch->count_down();)
            y[i] = 0;
          } else {
            latch->wait();
            y[i] = tile[i - 32];
          }
        }""",
        ARGUMENTS,
        np.where(FIRST < 32, 0, FIRST - 32),
        "race-read",
        block=64,
    ),
    Compared(
        "cells with sequence numbers, for which lanes of one warp wait for each other",
        """#include <cuda/atomic>
        struct Cell { int sequence, value; };
        extern "C" __global__ void k(int* y, const int* x) {
          __shared__ Cell cells[8];
          int i = threadIdx.x, at = i % 32;
          if (i < 8) cells[i].sequence = i;
          __syncthreads();
          Cell& cell = cells[at % 8];
          cuda::atomic_ref<int, cuda::thread_scope_block> sequence(cell.sequence);
          int wanted = i < 32 ? at : at + 1;
          while (sequence.load(cuda::memory_order_acquire) != wanted) {}
          if (i < 32) {
            cell.value = x[at];
            y[i] = 0;
            sequence.store(at + 1, cuda::memory_order_release);
          } else {
            y[i] = cell.value;
            sequence.store(at + CLEAN(8) FAULT(9), cuda::memory_order_release);
          }
        }""",
        ARGUMENTS,
        np.where(FIRST < 32, 0, FIRST - 32),
        "deadlock",
        block=64,
    ),
    Compared(
        "cuda::barrier",
        """#include <cuda/barrier>
        extern "C" __global__ void k(int* y, const int* x) {
          __shared__ int tile[64];
          __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
          int i = threadIdx.x;
          if (i == 0) init(&barrier, blockDim.x);
          __syncthreads();
          tile[i] = x[i];
          auto token = barrier.arrive();
          CLEAN(barrier.wait(cuda::std::move(token));)
          y[i] = tile[63 - i];
          barrier.arrive_and_wait();
        }""",
        ARGUMENTS,
        FIRST[::-1],
        "race-read",
        block=64,
    ),
    Compared(
        "cuda::memcpy_async on a barrier",
        """#include <cuda/barrier>
        extern "C" __global__ void k(int* y, const int* x) {
          __shared__ alignas(16) int tile[64];
          __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
          int i = threadIdx.x;
          if (i == 0) init(&barrier, blockDim.x);
          __syncthreads();
          cuda::memcpy_async(tile + i, x + i, cuda::aligned_size_t<4>(4), barrier);
          CLEAN(barrier.arrive_and_wait();) FAULT(__syncthreads();)
          y[i] = tile[63 - i];
        }""",
        ARGUMENTS,
        FIRST[::-1],
        "copy-not-awaited",
        block=64,
    ),
    Compared(
        "cuda::pipeline of a block",
        """#include <cuda/pipeline>
        #include <cooperative_groups.h>
        extern "C" __global__ void k(float* y, const float* x) {
          constexpr auto scope = cuda::thread_scope_block;
          __shared__ cuda::pipeline_shared_state<scope, 2> state;
          __shared__ alignas(16) float tile[2][64];
          auto group = cooperative_groups::this_thread_block();
          auto pipeline = cuda::make_pipeline(group, &state);
          auto fetch = [&](int stage) {
            pipeline.producer_acquire();
            cuda::memcpy_async(group, tile[stage & 1], x + 64 * stage, 256, pipeline);
            pipeline.producer_commit();
          };
          fetch(0); fetch(1);
          float sum = 0;
          for (int stage = 0; stage < 4; ++stage) {
            CLEAN(pipeline.consumer_wait();)
            sum += tile[stage & 1][63 - threadIdx.x];
            pipeline.consumer_release();
            if (stage < 2) fetch(stage + 2);
          }
          y[threadIdx.x] = sum;
        }""",
        {"y": np.zeros(64, np.float32), "x": X},
        X.reshape(4, 64).sum(axis=0)[::-1],
        "copy-not-awaited",
        block=64,
    ),
    Compared(
        "memcpy_async_tx needs no fence after init(), as documented; its instruction does",
        """#include <cuda/barrier>
        #include <cuda/ptx>
        extern "C" __global__ void k(float* y, const float* x) {
          __shared__ alignas(16) float tile[256];
          __shared__ cuda::barrier<cuda::thread_scope_block> bar;
          int i = threadIdx.x;
          if (i == 0) init(&bar, 64);
          __syncthreads();
          if (i == 0) {
            CLEAN(cuda::device::memcpy_async_tx(tile, x, cuda::aligned_size_t<16>(1024), bar);)
            FAULT(cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, tile,
                                           x, 1024, cuda::device::barrier_native_handle(bar));)
            cuda::device::barrier_expect_tx(bar, 1024);
          }
          bar.arrive_and_wait();
          for (int at = i; at < 256; at += 64) y[at] = tile[255 - at];
        }""",
        {"y": np.zeros(256, np.float32), "x": X},
        X[::-1],
        "barrier-not-initialized",
        block=64,
    ),
    Compared(
        "a tile of two warps in reserved shared memory",
        """#include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        namespace cg = cooperative_groups;
        extern "C" __global__ void k(int* y, const int* x) {
          __shared__ cg::block_tile_memory<128> memory;
          __shared__ int tile[128];
          auto pair = cg::tiled_partition<64>(cg::this_thread_block(memory));
          int i = threadIdx.x, all = cg::reduce(pair, x[i], cg::plus<int>());
          tile[i] = x[i];
          CLEAN(pair.sync();)
          y[i] = all + tile[i ^ 32];
        }""",
        {"y": np.zeros(128, np.int32), "x": np.arange(128, dtype=np.int32)},
        np.repeat([2016, 6112], 64) + (np.arange(128) ^ 32),
        "race-read",
        block=128,
        also=frozenset({"uninitialized", "race-overwrite"}),
    ),
    Compared(
        "a semaphore whose waiters sleep by the clock",
        """#include <cuda/semaphore>
        using Semaphore = cuda::binary_semaphore<cuda::thread_scope_block>;
        extern "C" __global__ void k(int* y) {
          __shared__ alignas(Semaphore) unsigned char memory[sizeof(Semaphore)];
          Semaphore* semaphore = (Semaphore*)memory;
          if (threadIdx.x == 0) new (semaphore) Semaphore(1);
          __syncthreads();
          if (threadIdx.x % 16 > 0) return;
          semaphore->acquire();
          CLEAN(y[0] = y[0] + 1;)
          semaphore->release();
          FAULT(y[0] = y[0] + 1;)
        }""",
        {"y": np.zeros(1, np.int32)},
        # Two lanes of each of two warps: a waiter takes hundreds of iterations.
        np.array([4]),
        "race-write",
        block=64,
        also=frozenset(
            {
                "race-read",
                "race-same-instruction",
                "race-overwrite",
                "same-value",
                "warp-synchronous",
            }
        ),
        outputs=(),
    ),
    Compared(
        "a comparison of undefined words that another condition decides",
        """extern "C" __global__ void k(int* y, const int* x) {
          __shared__ int tile[64];
          int i = threadIdx.x, found;
          if (i < 32) tile[i] = x[i];
          __syncthreads();
          asm("{.reg .pred p, q; setp.ge.s32 p, %2, " CLEAN("32") FAULT("40") ";"
              "setp.lt.or.s32 q, %1, 7, p; selp.s32 %0, 1, 0, q;}"
              : "=r"(found) : "r"(*(volatile int*)&tile[i]), "r"(i));
          y[i] = found;
        }""",
        ARGUMENTS,
        (FIRST < 7) | (FIRST >= 32),
        "uninitialized",
        block=64,
    ),
]


TILES = Compared(
    "match_all, and reductions of two tiles of a warp",
    """extern "C" __global__ void k(int* y, const int* x) {
      int i = threadIdx.x, all, none;
      unsigned every = __match_all_sync(~0u, x[i] / 32, &all);
      unsigned never = __match_all_sync(~0u, x[i], &none);
      unsigned tile = 0xffffu << i % 32 / 16 * 16;
      y[i] = (every == ~0u) + 2 * all + 4 * (never == 0) + 8 * !none
          + 16 * __reduce_add_sync(CLEAN(tile) FAULT(~tile), x[i]);
    }""",
    ARGUMENTS,
    15 + 16 * np.repeat(FIRST.reshape(4, 16).sum(axis=1), 16),
    "warp-mask",
    block=64,
)
CASES.append(TILES)


@pytest.mark.parametrize("case", every(CASES, 9), ids=lambda case: case.name)
def test_result(case):
    check(case)
