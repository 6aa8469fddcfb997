// Device functions of the kernels on wgmma and TMA: hopper_text.py joins the parts and replaces what
// begins with @. `issue` is what one thread does to load a slice.
//@ issue
    unsigned barrier = shared_address(full);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%3, %4}], [%2];"
        :: "r"(shared_address(to)), "l"(&map), "r"(barrier), "r"(column), "r"(row) : "memory");
//@ common

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return (unsigned)__cvta_generic_to_shared(pointer);
}
__device__ __forceinline__ bool first_thread() {
  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
}
// A barrier of 8 bytes per stage; `loads` copies have to arrive at each.
__device__ __forceinline__ void tma_start(void* full, int stages, int loads) {
  if (first_thread()) {
    for (int stage = 0; stage < stages; ++stage)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                   :: "r"(shared_address(full) + 8 * stage), "r"(loads));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
}
template <class Map>
__device__ __forceinline__ void tma_load(
    @TYPE* to, const Map& map, int column, int row, int bytes, void* full) {
  if (first_thread()) {
@ISSUE  }
  __syncwarp();
}
__device__ __forceinline__ void tma_wait(void* full, int phase) {
  asm volatile(
      "{\n.reg .pred p;\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@p bra DONE;\nbra WAIT;\nDONE:\n}"
      :: "r"(shared_address(full)), "r"(phase) : "memory");
}
// Keeps the compiler from moving the sums' registers while products are under way.
__device__ __forceinline__ void wgmma_hold(float* c) {
  asm volatile("" : @SUMS :: "memory");
}
__device__ __forceinline__ void wgmma_wait(float* c) {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  wgmma_hold(c);
}
// Swizzled rows of 128 bytes, 1024 bytes from eight of them to the next eight.
__device__ __forceinline__ unsigned long long wgmma_operand(unsigned address) {
  return (@START >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
__device__ __forceinline__ void wgmma_@SHAPE(
    float* c, unsigned long long a, unsigned long long b, int later) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, @LATER, 0;\n"
      "wgmma.mma_async.sync.aligned.@SHAPE.f32.@FACTORS"
      " {@REGISTERS}, @A, @B, p, 1, 1@TRANSPOSED;\n}"
      : @SUMS : "l"(a), "l"(b), "r"(later));
}
// Starts c (+)= a b^T for @K of K. `a` and `b` are the lane's first rows, as the schedule sees it.
__device__ __forceinline__ void wgmma_issue(float* c, const @TYPE* a, const @TYPE* b, int later) {
  unsigned lane = threadIdx.x;
  unsigned long long a_at =
      wgmma_operand(shared_address(a) - (lane / 32 * 16 + lane % 32 / 4) * 128);
  unsigned long long b_at = wgmma_operand(shared_address(b) - lane % 4 * 2 * 128);
  wgmma_hold(c);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int k = 0; k < 4; ++k) wgmma_@SHAPE(c, a_at + 2 * k, b_at + 2 * k, later | k);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  wgmma_hold(c);
}
// Operands stored by the block's threads: each has its stores seen by the asynchronous proxy.
__device__ __forceinline__ void wgmma_slice(float* c, const @TYPE* a, const @TYPE* b, int later) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  wgmma_issue(c, a, b, later);
  wgmma_wait(c);
}
// Operands that arrive at a barrier. The products stay under way until the next slice's are too.
__device__ __forceinline__ void wgmma_slice_tma(
    float* c, const @TYPE* a, const @TYPE* b, int later, void* full, int phase) {
  tma_wait(full, phase);
  wgmma_issue(c, a, b, later);
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}
//@ roles

// Behind the barriers of loads, one per stage at which the warps that multiply arrive.
__device__ __forceinline__ void roles_start(void* full, int stages, int loads, int warps) {
  if (first_thread()) {
    for (int stage = stages; stage < 2 * stages; ++stage)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                   :: "r"(shared_address(full) + 8 * stage), "r"(warps));
  }
  tma_start(full, stages, loads);
}
// One thread's alone: nobody else of its warp has anything to do.
template <class Map>
__device__ __forceinline__ void tma_ahead(
    @TYPE* to, const Map& map, int column, int row, int bytes, void* full) {
@ISSUE}
// This warp's products of the slice before are done: what they read may be loaded over.
__device__ __forceinline__ void slice_done(void* before, int later) {
  if (later && threadIdx.x % 32 == 0)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :: "r"(shared_address(before)) : "memory");
}
__device__ __forceinline__ void products_sync(int threads) {
  asm volatile("bar.sync 1, %0;" :: "r"(threads) : "memory");
}
//@ turns

// A barrier per warpgroup that multiplies, at which the one before it says that its turn is over.
__device__ __forceinline__ void turns_start(void* turns, int groups, int warps) {
  if (first_thread()) {
    for (int group = 0; group < groups; ++group)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                   :: "r"(shared_address(turns) + 8 * group), "r"(warps));
  }
}
// This warp's products of its tile are all under way: those of the next tile may follow.
__device__ __forceinline__ void turn_over(void* next) { slice_done(next, 1); }
//@ tile

// A warpgroup's tile of C lies in boxes of 64 rows of 128 bytes, swizzled.
__device__ __forceinline__ void group_sync() {
  asm volatile("bar.sync %0, 128;" :: "r"(threadIdx.y + 1) : "memory");
}
// All that was stored of the tile is read: it may be written again.
__device__ __forceinline__ void tile_stored() {
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
@BEFORE@WRITE {
  unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
  char* tile = @PLACE;
@FREE#pragma unroll
  for (int j = 0; j < @COLUMNS / 8; ++j)
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      @RESULT pair[2] = {(@RESULT)c[4 * j + 2 * i], (@RESULT)c[4 * j + 2 * i + 1]};
      char* at = tile + j / 8 * 8192 + (row + 8 * i) * 128 + (j % 8 ^ row % 8) * 16 + lane % 4 * 4;
      *(unsigned*)at = *(unsigned*)pair;
    }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  group_sync();
}
template <class Map>
__device__ __forceinline__ void tile_store(@FROM* from, const Map& map, int column, int row) {
  if (threadIdx.x == 0) {
#pragma unroll
    for (int box = 0; box < @COLUMNS / 64; ++box)
      asm volatile(
          "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];"
          :: "l"(&map), "r"(shared_address(from) + box * 8192), "r"(column + box * 64), "r"(row)
          : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
}
//@ cluster

__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
// Each block of a cluster loads its part of the rows, and all of them get it.
template <class Map>
__device__ __forceinline__ void tma_multicast(
    @TYPE* to, const Map& map, int column, int row, int bytes, void* full, int blocks) {
  unsigned rank, barrier = shared_address(full);
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  unsigned part = rank * (bytes / blocks);
  unsigned short all = (1 << blocks) - 1;
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :: "r"(barrier), "r"(bytes) : "memory");
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
      :: "r"(shared_address(to) + part), "l"(&map), "r"(barrier), "r"(column),
         "r"(row + part / 128), "h"(all)
      : "memory");
}
// As slice_done, at the barriers of all blocks: what each of them loads comes to all.
__device__ __forceinline__ void slice_done_all(void* before, int later, int blocks) {
  unsigned block = threadIdx.x % 32;
  if (later && block < blocks)
    asm volatile(
        "{\n.reg .b32 there;\nmapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [there];\n}"
        :: "r"(shared_address(before)), "r"(block) : "memory");
}
