"""What only a kernel file's PTX tells: proxy fences that ptxas adds; consequences of a fault."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler

ARRAYS = """
block = [32]
[[arguments]]
name = "y"
dtype = "int32"
shape = [64]
role = "out"
[[arguments]]
name = "x"
dtype = "int32"
shape = [64]
"""
# For mbarrier.init, ptxas emits a FENCE after the store to `mine`, which the copy reads.
SENT = """
__device__ unsigned place(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned of_peer(const void *p) {
  unsigned mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(mapped) : "r"(place(p)), "r"(blockIdx.x ^ 1));
  return mapped;
}
__device__ void meet() {
  asm volatile("barrier.cluster.arrive.release;\\nbarrier.cluster.wait.acquire;" ::: "memory");
}
extern "C" __global__ void __cluster_dims__(2) k(int *y, const int *x) {
  __shared__ alignas(128) int mine[32], theirs[32];
  __shared__ unsigned long long full;
  int t = threadIdx.x;
  mine[t] = x[blockIdx.x * 32 + t];
  if (t == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(place(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 128;"
                 ::"r"(place(&full)) : "memory");
  }
  FENCE
  meet();
  if (t == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                 " [%0], [%1], 128, [%2];"
                 ::"r"(of_peer(theirs)), "r"(place(mine)), "r"(of_peer(&full)) : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p,"
                 " [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(place(&full)) : "memory");
  y[blockIdx.x * 32 + t] = theirs[t];
  meet();
}
"""
FENCE = 'asm volatile("fence.proxy.async.shared::cta;" ::: "memory");'


@pytest.mark.parametrize("fence, kinds", [(FENCE, set()), ("", {"proxy-fence"})])
def test_a_fence_that_ptxas_adds_for_an_mbarrier_orders_no_data(tmp_path, fence, kinds):
    launch = "grid = [2]" + ARRAYS
    assert kinds_of_problems(tmp_path, SENT.replace("FENCE", fence), launch) == kinds


# A virtual call of a freed object jumps to what the heap left there.
FREED = """
struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  __device__ Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
};
struct Twice : Shape {
  const Shape *of;
  __device__ Twice(const Shape *of) : of(of) {}
  __device__ int area() const override { return 2 * of->area(); }
};
extern "C" __global__ void k(int *y, const int *x) {
  Shape *square = new Square(x[threadIdx.x]), *twice = new Twice(square);
  Shape *asked = threadIdx.x % 3 ? square : twice;
  y[threadIdx.x] = y[threadIdx.x + 32] = asked->area();
  delete twice;
  delete square;
  AGAIN
}
"""


@pytest.mark.parametrize("again", ["", "delete asked;"])
def test_a_jump_by_a_freed_object_follows_from_the_access_that_was_found(tmp_path, again):
    kinds = kinds_of_problems(tmp_path, FREED.replace("AGAIN", again), "grid = [1]" + ARRAYS)
    assert "out-of-bounds" in kinds if again else not kinds
