"""Release and acquire with their scopes, locks, and parts of warps: planted faults, clean twins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accesses import needs_compiler
from planted import Planted, check, findings, thread

from gpusim.isa.embedded_ptx import has_strong_vectors, has_wide_strong_loads

pytestmark = needs_compiler

# n[0] is 0: the flag. STORE and LOAD take the semantics and scope of PTX.
FLAG = r"""
#define STORE(how, flag, value) \
  asm volatile("st." how ".s32 [%0], %1;" :: "l"(flag), "r"(value) : "memory")
#define LOAD(how, flag, into) \
  asm volatile("ld." how ".s32 %0, [%1];" : "=r"(into) : "l"(flag) : "memory")
"""
LOCK = """
__device__ __forceinline__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {}
  __threadfence();
}
__device__ __forceinline__ void unlock(int* mutex, bool fence) {
  if (fence) __threadfence();
  atomicExch(mutex, 0);
}
"""


def between_blocks(name: str, release: str, acquire: str, **more) -> Planted:
    body = f"""
        int* flag = (int*)n;
        if (threadIdx.x > 0) return;
        if (blockIdx.x == 0) {{
          out[0] = in[0]; /*other*/
          {release}
        }} else {{
          int seen = 0;
          {acquire}
          out[1] = out[0]; /*at*/
        }}
    """
    shown = {"grid": (2, 1, 1), "before": FLAG, "memory": "out", "byte": 0}
    return Planted(name, "race-read", body, **(shown | more))


ACQUIRE = 'do { LOAD("acquire.gpu", flag, seen); } while (seen == 0);'
BETWEEN_BLOCKS = [
    Planted(
        "two blocks that store different values to one place, weakly",
        "race-same-instruction",
        """
        if (threadIdx.x == 0)
          STORE(CLEAN("relaxed.gpu") FAULT("weak"), (int*)out, blockIdx.x); /*at*/
        """,
        grid=(2, 1, 1),
        before=FLAG,
        other="at",
        memory="out",
        byte=0,
    ),
    between_blocks(
        "a relaxed flag",
        'STORE(CLEAN("release.gpu") FAULT("relaxed.gpu"), flag, 1);',
        ACQUIRE,
    ),
    between_blocks(
        "a phase in the upper half of a 64-bit counter",
        "CLEAN(__threadfence();) atomicAdd((unsigned long long*)flag, 1ull << 32);",
        'do { LOAD("acquire.gpu", flag + 1, seen); } while (seen == 1);',
    ),
    between_blocks(
        "a flag that is acquired by nothing",
        'STORE("release.gpu", flag, 1);',
        'do { LOAD(CLEAN("acquire.gpu") FAULT("relaxed.gpu"), flag, seen); } while (seen == 0);',
    ),
    between_blocks(
        "a flag released to its block alone",
        'STORE(CLEAN("release.gpu") FAULT("release.cta"), flag, 1);',
        ACQUIRE,
        also=frozenset({"race-overwrite"}),
    ),
    between_blocks(
        "a flag acquired in its block alone",
        'STORE("release.gpu", flag, 1);',
        'do { LOAD("acquire." CLEAN("gpu") FAULT("cta"), flag, seen); } while (seen == 0);',
        also=frozenset({"race-overwrite"}),
    ),
    between_blocks(
        "a fence of the block before a flag of the device",
        'CLEAN(__threadfence()) FAULT(__threadfence_block()); STORE("relaxed.gpu", flag, 1);',
        ACQUIRE,
    ),
    between_blocks(
        "a volatile flag without a fence before it",
        "CLEAN(__threadfence()); *(volatile int*)flag = 1;",
        "while (*(volatile int*)flag == 0) {} __threadfence();",
    ),
    between_blocks(
        "a volatile flag with a fence of the block behind it",
        "__threadfence(); *(volatile int*)flag = 1;",
        "while (*(volatile int*)flag == 0) {} CLEAN(__threadfence()) FAULT(__threadfence_block());",
    ),
    between_blocks(
        "a counter that an addition without a fence continues",
        'CLEAN(STORE("release.gpu", flag, 1);)'
        ' asm volatile("red.relaxed.gpu.add.s32 [%0], 1;" :: "l"(flag) : "memory");',
        'do { LOAD("acquire.gpu", flag, seen); } while (seen == 0);',
    ),
    Planted(
        "fences of all threads beside a ticket that one of them draws, or none of the readers",
        "race-read",
        """
        __shared__ bool last;
        out[64 * blockIdx.x + threadIdx.x] = in[threadIdx.x]; /*other*/
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) last = atomicAdd((int*)n, 1) == 1;
        __syncthreads();
        if (last) {
          CLEAN(__threadfence());
          out[512 + threadIdx.x] = out[threadIdx.x] + out[64 + threadIdx.x]; /*at*/
        }
        """,
        memory="out",
        block=(64, 1, 1),
        grid=(2, 1, 1),
    ),
    Planted(
        "fences of the block beside a ticket that one thread draws",
        "race-read",
        """
        __shared__ bool last;
        out[64 * blockIdx.x + threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(__threadfence()) FAULT(__threadfence_block());
        __syncthreads();
        if (threadIdx.x == 0) last = atomicAdd((int*)n, 1) == 1;
        __syncthreads();
        if (last) {
          __threadfence();
          out[512 + threadIdx.x] = out[threadIdx.x] + out[64 + threadIdx.x]; /*at*/
        }
        """,
        memory="out",
        block=(64, 1, 1),
        grid=(2, 1, 1),
    ),
    Planted(
        "a semaphore whose holder releases nothing",
        "race-read",
        """
        int* semaphore = (int*)n;
        int state = -1;
        if (threadIdx.x == 0)
          while (state != (int)blockIdx.x) LOAD("acquire.gpu", semaphore, state);
        __syncthreads();
        const float before = blockIdx.x ? out[threadIdx.x] : 0.0f; /*at*/
        out[threadIdx.x] = before + in[threadIdx.x]; /*other*/
        __syncthreads();
        if (threadIdx.x == 0)
          STORE(CLEAN("release.gpu") FAULT("relaxed.gpu"), semaphore, blockIdx.x + 1);
        """,
        before=FLAG,
        grid=(3, 1, 1),
        memory="out",
        also=frozenset({"race-write", "race-overwrite"}),
    ),
    Planted(
        "a look-back at the prefixes of earlier blocks, without a fence",
        "race-read",
        """
        int* flags = (int*)n + 512;
        float* sums = out + 512, *prefixes = out + 768;
        if (threadIdx.x > 0) return;
        const int b = blockIdx.x;
        sums[b] = in[b];
        if (b == 0) prefixes[0] = in[0]; /*other*/
        CLEAN(__threadfence());
        *(volatile int*)(flags + b) = b == 0 ? 2 : 1;
        if (b == 0) return;
        float before = 0;
        for (int at = b - 1, seen = 0; seen != 2; at--) {
          while ((seen = *(volatile int*)(flags + at)) > 2 || seen == 0) {}
          __threadfence();
          before += seen == 2 ? prefixes[at] : sums[at]; /*at*/
        }
        prefixes[b] = before + in[b];
        CLEAN(__threadfence());
        *(volatile int*)(flags + b) = 2;
        """,
        grid=(4, 1, 1),
        memory="out",
    ),
    Planted(
        "values and their flags in one word of 64 bits",
        "race-read",
        """
        unsigned long long* words = (unsigned long long*)(n + 512);
        float* plain = (float*)n + 900;
        if (threadIdx.x > 0) return;
        if (blockIdx.x == 0) {
          FAULT(plain[0] = in[0]); /*other*/
          const unsigned long long word = 1ull << 32 | __float_as_uint(in[0]);
          asm volatile("st.relaxed.gpu.u64 [%0], %1;" :: "l"(words), "l"(word) : "memory");
        } else {
          unsigned long long word;
          do {
            asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(word) : "l"(words) : "memory");
          } while (word >> 32 != 1);
          out[1] = __uint_as_float((unsigned)word);
          FAULT(out[2] = plain[0]); /*at*/
        }
        """,
        grid=(2, 1, 1),
        memory="n",
        also=frozenset({"uninitialized"}),
    ),
    Planted(
        "a lock that is given back without a fence",
        "race-read",
        """
        if (threadIdx.x == 0) {
          lock((int*)n);
          ((float*)n)[512] += in[blockIdx.x]; /*at*/ /*other*/
          unlock((int*)n, CLEAN(true) FAULT(false));
        }
        """,
        before=LOCK,
        grid=(3, 1, 1),
        memory="n",
        also=frozenset({"race-write", "race-overwrite"}),
    ),
    Planted(
        "additions of block scope to a counter of all blocks",
        "race-write",
        "CLEAN(atomicAdd) FAULT(atomicAdd_block)((int*)n + 512, 1); /*at*/ /*other*/",
        grid=(2, 1, 1),
        memory="n",
    ),
]
WITHIN_A_BLOCK = [
    Planted(
        "a flag between warps without a fence",
        "race-read",
        """
        __shared__ volatile int flag;
        __shared__ float value;
        if (threadIdx.x == 0) flag = 0;
        __syncthreads();
        if (threadIdx.x == 0) {
          value = in[0]; /*other*/
          CLEAN(__threadfence_block());
          flag = 1;
        } else if (threadIdx.x == 32) {
          while (flag == 0) {}
          __threadfence_block();
          out[0] = value; /*at*/
        }
        """,
        memory="shared",
        threads=(thread(32), thread(0)),
    ),
    Planted(
        "a flag in shared memory that releases nothing",
        "race-read",
        """
        __shared__ int flag;
        __shared__ float values[32];
        const unsigned at = (unsigned)__cvta_generic_to_shared(&flag);
        if (threadIdx.x == 0) flag = 0;
        __syncthreads();
        if (threadIdx.x < 32) {
          values[threadIdx.x] = in[threadIdx.x]; /*other*/
          __syncwarp();
          if (threadIdx.x == 0)
            asm volatile("st." CLEAN("release.cta") FAULT("relaxed.cta") ".shared.s32 [%0], 1;"
                         :: "r"(at) : "memory");
        } else if (threadIdx.x < 64) {
          int seen;
          do {
            asm volatile("ld.acquire.cta.shared.s32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
          } while (seen == 0);
          out[threadIdx.x] = values[63 - threadIdx.x]; /*at*/
        }
        """,
        memory="shared",
    ),
    Planted(
        "a flag in global memory between warps without a fence",
        "race-read",
        """
        int* flag = (int*)n;
        if (threadIdx.x == 0) {
          out[0] = in[0]; /*other*/
          STORE(CLEAN("release.cta") FAULT("relaxed.cta"), flag, 1);
        } else if (threadIdx.x == 32) {
          int seen;
          do { LOAD("acquire.cta", flag, seen); } while (seen == 0);
          out[1] = out[0]; /*at*/
        }
        """,
        before=FLAG,
        memory="out",
        threads=(thread(32), thread(0)),
    ),
    Planted(
        "warps that hand a buffer on by a counter, without a fence",
        "race-read",
        """
        __shared__ int turn;
        __shared__ float sum;
        const int warp = threadIdx.x / 32;
        if (threadIdx.x == 0) { turn = 0; sum = 0; }
        __syncthreads();
        if (threadIdx.x % 32 == 0) {
          while (atomicAdd(&turn, 0) != warp) {}
          __threadfence_block();
          sum += in[warp]; /*at*/ /*other*/
          CLEAN(__threadfence_block());
          atomicExch(&turn, warp + 1);
        }
        __syncthreads();
        out[threadIdx.x] = sum;
        """,
        memory="shared",
        also=frozenset({"race-write", "race-overwrite"}),
    ),
    Planted(
        "lanes that take a lock each, and one bin without a lock",
        "race-read",
        """
        __shared__ int locks[8];
        __shared__ float bins[8];
        if (threadIdx.x < 8) { locks[threadIdx.x] = 0; bins[threadIdx.x] = 0; }
        __syncthreads();
        const int bin = threadIdx.x % 8;
        bool done = false;
        while (!done) {
          if (atomicCAS(locks + bin, 0, 1) == 0) {
            __threadfence_block();
            bins[bin] += in[threadIdx.x]; /*at*/ /*other*/
            CLEAN(__threadfence_block());
            atomicExch(locks + bin, 0);
            done = true;
          }
        }
        __syncthreads();
        if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
        """,
        memory="shared",
        also=frozenset({"race-write", "race-overwrite", "warp-synchronous"}),
    ),
    Planted(
        "lanes of one warp that take a lock in global memory, without a fence",
        "warp-synchronous",
        """
        for (int lane = 0; lane < 32; lane++)
          if (threadIdx.x == lane) {
            lock((int*)n);
            ((float*)n)[512] += in[threadIdx.x]; /*at*/ /*other*/
            unlock((int*)n, CLEAN(true) FAULT(false));
          }
        """,
        before=LOCK,
        block=(32, 1, 1),
        memory="n",
    ),
]
PARTS_OF_WARPS = [
    Planted(
        "half of a warp that reads what the other half wrote",
        "warp-synchronous",
        """
        __shared__ float tile[128];
        const int half = threadIdx.x & 16;
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        if (half) __syncwarp(0xffff0000); else __syncwarp(0xffff);
        out[threadIdx.x] = tile[threadIdx.x ^ CLEAN(1) FAULT(16)]; /*at*/
        """,
        memory="shared",
    ),
    Planted(
        "tiles of eight lanes, one of which reads from its neighbour",
        "warp-synchronous",
        """
        __shared__ float tile[128];
        const int lane = threadIdx.x & 31;
        const unsigned mask = 0xffu << (lane & 24);
        float sum = in[threadIdx.x];
        for (int half = n[4]; half > 0; half /= 2) {
          tile[threadIdx.x] = sum; /*other*/
          __syncwarp(mask);
          sum += tile[threadIdx.x ^ half FAULT(^ 8)]; /*at*/
          __syncwarp(mask);
        }
        out[threadIdx.x] = sum;
        """,
        memory="shared",
        also=frozenset({"warp-synchronous"}),
    ),
    Planted(
        "lanes that meet in pairs, then in fours, one meeting left out",
        "warp-synchronous",
        """
        __shared__ float tile[32];
        const int lane = threadIdx.x;
        tile[lane] = in[lane]; /*other*/
        __syncwarp(3u << (lane & 30));
        CLEAN(__syncwarp(0xfu << (lane & 28)));
        out[lane] = tile[lane ^ 3]; /*at*/
        """,
        block=(32, 1, 1),
        memory="shared",
    ),
    Planted(
        "a lane outside its mask",
        "warp-mask",
        """
        const int lane = threadIdx.x & 31;
        if (lane < CLEAN(n[8]) FAULT(n[9])) {
          __syncwarp(0xff); /*at*/
          out[threadIdx.x] = in[threadIdx.x];
        }
        """,
    ),
]

# n[0] and n[1] as one word of 64 bits, which block 0 writes and block 1 reads.
WORD = """
        if (threadIdx.x > 0) return;
        unsigned long long* word = (unsigned long long*)n;
        unsigned* half = (unsigned*)n;
        if (blockIdx.x == 0) {{
          {write}
        }} else {{
          {read}
        }}
"""
MIXED_WIDTHS = [
    Planted(
        "one of two stores of a word's halves, and an atomic of the word",
        "race-write",
        WORD.format(
            write="""
          CLEAN(atomicExch(word, 5ull << 32 | 7));
          FAULT(*(volatile unsigned*)(half + 1) = 5); /*at*/
            """,
            read="out[0] = atomicAdd(word, 0) >> 32; /*other*/",
        ),
        grid=(2, 1, 1),
        memory="n",
        byte=4,
    ),
    Planted(
        "an atomic of a word, whose halves are loaded one after the other",
        "race-overwrite",
        WORD.format(
            write="atomicExch(word, 5ull << 32 | 7); /*at*/",
            read="""
          FAULT(unsigned low = *(volatile unsigned*)half;) /*other*/
          CLEAN(unsigned low = atomicAdd(word, 0);)
          out[0] = low;
            """,
        ),
        grid=(2, 1, 1),
        whole=True,
        memory="n",
        byte=0,
    ),
    Planted(
        "a word's halves are stored one after the other, and loaded together",
        "race-overwrite",
        WORD.format(
            write="""
          FAULT(STORE("relaxed.gpu", half, 7);) /*at*/
          CLEAN(*(volatile unsigned long long*)word = 7;)
            """,
            read="out[0] = *(volatile unsigned long long*)word; /*other*/",
        ),
        grid=(2, 1, 1),
        before=FLAG,
        scalar=True,
        memory="n",
        byte=0,
    ),
]
# ptxas keeps the half of a 64-bit load that is used.
NARROWED = Planted(
    "a word of which one half is used",
    "",
    WORD.format(
        write="atomicExch(word, 5ull << 32 | 7);",
        read="out[0] = (unsigned)*(volatile unsigned long long*)word;",
    ),
    grid=(2, 1, 1),
)
# SASS does not tell a vector of two words from one of 64 bits.
VECTOR = Planted(
    "a vector of two words",
    "",
    WORD.format(
        write='STORE("relaxed.gpu", half, 7);',
        read="""
          unsigned low, high;
          asm volatile("ld.relaxed.gpu.v2.u32 {%0, %1}, [%2];"
                       : "=r"(low), "=r"(high) : "l"(word) : "memory");
          out[0] = low + high;
        """,
    ),
    grid=(2, 1, 1),
    before=FLAG,
)


@pytest.mark.parametrize(
    "planted",
    BETWEEN_BLOCKS + WITHIN_A_BLOCK + PARTS_OF_WARPS + MIXED_WIDTHS,
    ids=lambda planted: planted.name,
)
def test_it_is_found_and_its_clean_twin_has_no_findings(planted):
    check(planted)


def test_strong_accesses_of_different_widths_race_unless_they_may_be_vectors():
    assert not findings(VECTOR, faulty=True)[0].wrong
    (found,) = findings(replace(VECTOR, scalar=True), faulty=True)[0].wrong
    assert found.kind.name == "race-overwrite"
    assert found.note == "a strong access of 4 bytes and one of 8"


def test_a_narrowed_load_races_with_no_atomic_of_the_word():
    found, program = findings(NARROWED, faulty=True)
    loads = [code for code in program.codes if code.base == "LDG" and code.has("STRONG")]
    assert [code.has("64") for code in loads] == [False]
    assert not found.wrong


@pytest.mark.parametrize(
    ("ptx", "has"),
    [
        ("ld.volatile.global.v2.u32 {%r1, %r2}, [%rd1];", True),
        ("st.release.gpu.global.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};", True),
        ("ld.relaxed.gpu.global.u64 %rd1, [%rd2];", False),
        ("ld.global.v2.u32 {%r1, %r2}, [%rd1];\nst.volatile.global.u32 [%rd1], %r1;", False),
    ],
)
def test_strong_vectors_are_read_from_ptx(ptx, has):
    assert has_strong_vectors(ptx) == has
    assert has_wide_strong_loads(ptx) == (".u64" in ptx)
