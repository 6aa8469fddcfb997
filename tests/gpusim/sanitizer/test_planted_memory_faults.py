"""Accesses that compute-sanitizer's memcheck and initcheck find: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import Planted, check, thread

pytestmark = needs_compiler

MEMCHECK = [
    Planted(
        "a global load one element past the end",
        "out-of-bounds",
        """
        int i = threadIdx.x + n[896] FAULT(+ 1);
        out[threadIdx.x] = in[i]; /*at*/
        """,
        memory="in",
        byte=4096,
        threads=(thread(127),),
    ),
    Planted(
        "a global store one element past the end",
        "out-of-bounds",
        """
        int i = threadIdx.x + n[896] FAULT(+ 1);
        out[i] = 1; /*at*/
        """,
        memory="out",
        byte=4096,
        threads=(thread(127),),
    ),
    Planted(
        "a global load at a negative index",
        "out-of-bounds",
        """
        int i = threadIdx.x - n[0] FAULT(- 1);
        out[threadIdx.x] = in[i]; /*at*/
        """,
        memory="in",
        byte=-4,
        threads=(thread(0),),
    ),
    Planted(
        "a global store far out of bounds",
        "out-of-bounds",
        """
        long long i = threadIdx.x FAULT(+ 1000000000000LL * n[1]);
        out[i] = 1; /*at*/
        """,
        memory="global memory",
        threads=(thread(0),),
    ),
    Planted(
        "a loop that counts an unsigned index down beyond 0, and so never ends",
        "out-of-bounds",
        """
        float sum = 0;
        for (unsigned i = 15; CLEAN(i < 16) FAULT(i >= 0); --i) {
          sum += in[i]; /*at*/
          out[i % 16] = sum;
        }
        """,
        block=(1, 1, 1),
        threads=(thread(0),),
    ),
    Planted(
        "a global vector load off its alignment",
        "misaligned",
        """
        const float* from = in + 4 * threadIdx.x CLEAN(+ n[0]) FAULT(+ n[1]);
        float4 four = *(const float4*)from; /*at*/
        out[threadIdx.x] = four.x + four.y + four.z + four.w;
        """,
        memory="in",
        byte=4,
        threads=(thread(0),),
    ),
    Planted(
        "a global vector store that begins inside and ends outside",
        "out-of-bounds",
        """
        float* to = out + n[1020] CLEAN(+ n[0]) FAULT(+ n[4]);
        if (threadIdx.x == 5) *(float4*)to = make_float4(1, 2, 3, 4); /*at*/
        """,
        memory="out",
        byte=4096,
        threads=(thread(5),),
    ),
    Planted(
        "a shared store one element past the end",
        "out-of-bounds",
        """
        __shared__ float tile[128];
        tile[threadIdx.x + n[0] FAULT(+ 1)] = in[threadIdx.x]; /*at*/
        __syncthreads();
        out[threadIdx.x] = tile[127 - threadIdx.x FAULT(/ 2)];
        """,
        memory="shared",
        byte=512,
        threads=(thread(127),),
    ),
    Planted(
        "a shared load far past the end",
        "out-of-bounds",
        """
        extern __shared__ float tile[];
        tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        out[threadIdx.x] = tile[threadIdx.x FAULT(+ n[1000])]; /*at*/
        """,
        memory="shared",
        byte=4000,
        threads=(thread(0),),
        dynamic_shared=512,
    ),
    Planted(
        "a shared load at a negative index",
        "out-of-bounds",
        """
        extern __shared__ float tile[];
        tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        out[threadIdx.x] = tile[(int)threadIdx.x - n[0] FAULT(- 2)]; /*at*/
        """,
        memory="shared",
        byte=-8,
        threads=(thread(0),),
        dynamic_shared=512,
    ),
    Planted(
        "a shared vector load off its alignment",
        "misaligned",
        """
        __shared__ float tile[260];
        tile[threadIdx.x] = tile[threadIdx.x + 128] = in[threadIdx.x];
        if (threadIdx.x < 4) tile[threadIdx.x + 256] = 0;
        __syncthreads();
        float2 two = *(float2*)(tile + 2 * threadIdx.x CLEAN(+ n[0]) FAULT(+ n[1])); /*at*/
        out[threadIdx.x] = two.x + two.y;
        """,
        memory="shared",
        byte=4,
        threads=(thread(0),),
    ),
    Planted(
        "a local store past the end of the stack",
        "out-of-bounds",
        """
        float mine[16];
        for (int i = 0; i < 16; i++) mine[n[i]] = in[i];
        mine[n[3] FAULT(+ n[16])] = 1; /*at*/
        out[threadIdx.x] = mine[n[5]];
        """,
        memory="local",
        threads=(thread(0),),
    ),
    Planted(
        "a local load below the stack",
        "out-of-bounds",
        """
        float mine[16];
        for (int i = 0; i < 16; i++) mine[n[i]] = in[i];
        out[threadIdx.x] = mine[n[3] FAULT(- n[40])]; /*at*/
        """,
        memory="local",
        threads=(thread(0),),
    ),
]

INITCHECK = [
    Planted(
        "shared memory that nothing wrote",
        "uninitialized",
        """
        __shared__ float tile[128];
        CLEAN(tile[threadIdx.x] = in[threadIdx.x]);
        FAULT(if (n[0]) tile[threadIdx.x] = in[threadIdx.x]);
        __syncthreads();
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        memory="shared",
        byte=508,
        threads=(thread(0),),
    ),
    Planted(
        "an output that is added to before anything set it",
        "uninitialized",
        """
        CLEAN(out[threadIdx.x] = 0);
        for (int i = 0; i < n[4]; i++)
          out[threadIdx.x] += in[i]; /*at*/
        """,
        memory="out",
        byte=0,
        threads=(thread(0),),
    ),
    Planted(
        "of a wide load, a word that nothing wrote is used; the clean twin only loads it",
        "uninitialized",
        """
        __shared__ __align__(16) float tile[512];
        tile[4 * threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        float x, y, z, w;
        unsigned from = (unsigned)__cvta_generic_to_shared(tile + 4 * (127 - threadIdx.x));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "r"(from)); /*at*/
        out[threadIdx.x] = x FAULT(+ y);
        """,
        memory="shared",
        byte=2036,
        threads=(thread(0),),
    ),
    Planted(
        "a struct is copied with its padding; a member that nothing wrote is used",
        "uninitialized",
        """
        struct alignas(16) Item { float value; unsigned char tag; short place; };
        __shared__ Item from[128], to[128];
        Item* const mine = from + threadIdx.x;
        mine->value = in[threadIdx.x];
        mine->place = threadIdx.x;
        CLEAN(mine->tag = threadIdx.x);
        __syncthreads();
        *(float4*)(to + 127 - threadIdx.x) = *(float4*)mine;
        __syncthreads();
        const Item* const got = to + threadIdx.x;
        out[got->place] = got->value + got->tag; /*at*/
        """,
        memory="shared",
        byte=2052,
        threads=(thread(0),),
    ),
    Planted(
        "of two values the one that nothing wrote is chosen; the clean twin chooses the other",
        "uninitialized",
        """
        __shared__ float tile[128];
        if (threadIdx.x < 64) tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        float x = tile[127 - threadIdx.x]; /*at*/
        unsigned least = n[64] FAULT(- 1);
        asm volatile("{.reg .pred p; setp.ge.u32 p, %1, %2; selp.f32 %0, %0, 0f3f800000, p;}"
                     : "+f"(x) : "r"(threadIdx.x), "r"(least));
        out[threadIdx.x] = x;
        """,
        memory="shared",
        byte=256,
        threads=(thread(63),),
    ),
    Planted(
        "a tile of which a part is filled",
        "uninitialized",
        """
        __shared__ float tile[256];
        tile[threadIdx.x] = in[threadIdx.x];
        CLEAN(tile[threadIdx.x + 128] = 0);
        __syncthreads();
        float sum = 0;
        for (int i = 0; i < 2; i++)
          sum += tile[threadIdx.x + 66 * i]; /*at*/
        out[threadIdx.x] = sum;
        """,
        memory="shared",
        byte=512,
        threads=(thread(62),),
    ),
    Planted(
        "what is computed of padding, and stored; the clean twin drops it",
        "uninitialized",
        """
        __shared__ float tile[128], sums[128];
        if (threadIdx.x < 100) tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        float x = tile[threadIdx.x] * 2 + in[threadIdx.x]; /*at*/
        asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
        sums[threadIdx.x] = x;
        __syncthreads();
        if (threadIdx.x < 100 FAULT(+ 1)) out[threadIdx.x] = x;
        """,
        memory="shared",
        byte=400,
        threads=(thread(100),),
    ),
    Planted(
        "what is computed of padding decides a branch",
        "uninitialized",
        """
        __shared__ float tile[128];
        if (threadIdx.x < 100) tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        float x = tile[threadIdx.x] * 2 + in[threadIdx.x]; /*at*/
        asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
        CLEAN(if (threadIdx.x < 100)) FAULT(if (x > 2)) out[threadIdx.x] = 1;
        if (threadIdx.x < 100) out[threadIdx.x + 128] = x;
        """,
        memory="shared",
        byte=400,
        threads=(thread(100),),
    ),
    Planted(
        "local memory that nothing wrote",
        "uninitialized",
        """
        float mine[16];
        for (int i = 0; i < 16 FAULT(- n[8]); i++) mine[i] = in[i];
        out[threadIdx.x] = mine[n[9]]; /*at*/
        """,
        memory="local",
        threads=(thread(0),),
    ),
    Planted(
        "bytes of the stack that a select discards, or one of them that it takes",
        "uninitialized",
        """
        signed char mine[8];
        for (int i = n[4] FAULT(+ 1); i < 8; i++) mine[i] = n[i + 8];
        int* to = (int*)out + 8 * threadIdx.x;
        #pragma unroll
        for (int i = 0; i < 8; i++) to[i] = i < n[4] ? -1 : mine[i]; /*at*/
        """,
        memory="local",
        threads=(thread(0),),
    ),
    Planted(
        "a workspace between two kernels, filled in part",
        "uninitialized",
        text="""
        extern "C" __global__ void fill(float* out, const float* in) {
          if (threadIdx.x < 128 FAULT(- 1)) out[threadIdx.x] = in[threadIdx.x];
        }
        extern "C" __global__ void k(float* out, const float* in) {
          out[threadIdx.x + 512] = out[threadIdx.x]; /*at*/
        }
        """,
        memory="out",
        byte=508,
        threads=(thread(127),),
        kernels=("fill", "k"),
    ),
    Planted(
        "a halo that only the interior's block fills",
        "uninitialized",
        """
        __shared__ float tile[130];
        tile[threadIdx.x + 1] = in[threadIdx.x];
        if (threadIdx.x == 0) {
          tile[0] = 0;
          CLEAN(tile[129] = 0);
        }
        __syncthreads();
        out[threadIdx.x] = tile[threadIdx.x] +
                           tile[threadIdx.x + 2]; /*at*/
        """,
        memory="shared",
        byte=516,
        threads=(thread(127),),
    ),
]


@pytest.mark.parametrize("planted", MEMCHECK + INITCHECK, ids=lambda planted: planted.name)
def test_the_fault_is_found_and_its_twin_is_clean(planted):
    check(planted)
