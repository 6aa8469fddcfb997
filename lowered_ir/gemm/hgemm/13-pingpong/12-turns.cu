// gemm/hgemm:pingpong:turns
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: two warpgroups alternate: one stores its tile while the other multiplies
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 8 x 16 x 1, cluster 1 x 2 x 1, block 128 x 3 x 1, shared 0 B static + 229456 B
//     dynamic

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
    half* to, const Map& map, int column, int row, int bytes, void* full) {
  if (first_thread()) {
    unsigned barrier = shared_address(full);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%3, %4}], [%2];"
        :: "r"(shared_address(to)), "l"(&map), "r"(barrier), "r"(column), "r"(row) : "memory");
  }
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
  asm volatile("" : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]), "+f"(c[8]), "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15]), "+f"(c[16]), "+f"(c[17]), "+f"(c[18]), "+f"(c[19]), "+f"(c[20]), "+f"(c[21]), "+f"(c[22]), "+f"(c[23]), "+f"(c[24]), "+f"(c[25]), "+f"(c[26]), "+f"(c[27]), "+f"(c[28]), "+f"(c[29]), "+f"(c[30]), "+f"(c[31]), "+f"(c[32]), "+f"(c[33]), "+f"(c[34]), "+f"(c[35]), "+f"(c[36]), "+f"(c[37]), "+f"(c[38]), "+f"(c[39]), "+f"(c[40]), "+f"(c[41]), "+f"(c[42]), "+f"(c[43]), "+f"(c[44]), "+f"(c[45]), "+f"(c[46]), "+f"(c[47]), "+f"(c[48]), "+f"(c[49]), "+f"(c[50]), "+f"(c[51]), "+f"(c[52]), "+f"(c[53]), "+f"(c[54]), "+f"(c[55]), "+f"(c[56]), "+f"(c[57]), "+f"(c[58]), "+f"(c[59]), "+f"(c[60]), "+f"(c[61]), "+f"(c[62]), "+f"(c[63]), "+f"(c[64]), "+f"(c[65]), "+f"(c[66]), "+f"(c[67]), "+f"(c[68]), "+f"(c[69]), "+f"(c[70]), "+f"(c[71]), "+f"(c[72]), "+f"(c[73]), "+f"(c[74]), "+f"(c[75]), "+f"(c[76]), "+f"(c[77]), "+f"(c[78]), "+f"(c[79]), "+f"(c[80]), "+f"(c[81]), "+f"(c[82]), "+f"(c[83]), "+f"(c[84]), "+f"(c[85]), "+f"(c[86]), "+f"(c[87]), "+f"(c[88]), "+f"(c[89]), "+f"(c[90]), "+f"(c[91]), "+f"(c[92]), "+f"(c[93]), "+f"(c[94]), "+f"(c[95]), "+f"(c[96]), "+f"(c[97]), "+f"(c[98]), "+f"(c[99]), "+f"(c[100]), "+f"(c[101]), "+f"(c[102]), "+f"(c[103]), "+f"(c[104]), "+f"(c[105]), "+f"(c[106]), "+f"(c[107]), "+f"(c[108]), "+f"(c[109]), "+f"(c[110]), "+f"(c[111]), "+f"(c[112]), "+f"(c[113]), "+f"(c[114]), "+f"(c[115]), "+f"(c[116]), "+f"(c[117]), "+f"(c[118]), "+f"(c[119]), "+f"(c[120]), "+f"(c[121]), "+f"(c[122]), "+f"(c[123]), "+f"(c[124]), "+f"(c[125]), "+f"(c[126]), "+f"(c[127]) :: "memory");
}
__device__ __forceinline__ void wgmma_wait(float* c) {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  wgmma_hold(c);
}
// Swizzled rows of 128 bytes, 1024 bytes from eight of them to the next eight.
__device__ __forceinline__ unsigned long long wgmma_operand(unsigned address) {
  return ((address & 0xffffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
__device__ __forceinline__ void wgmma_m64n256k16(
    float* c, unsigned long long a, unsigned long long b, int later) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16"
      " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, p, 1, 1, 0, 0;\n}"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]), "+f"(c[8]), "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15]), "+f"(c[16]), "+f"(c[17]), "+f"(c[18]), "+f"(c[19]), "+f"(c[20]), "+f"(c[21]), "+f"(c[22]), "+f"(c[23]), "+f"(c[24]), "+f"(c[25]), "+f"(c[26]), "+f"(c[27]), "+f"(c[28]), "+f"(c[29]), "+f"(c[30]), "+f"(c[31]), "+f"(c[32]), "+f"(c[33]), "+f"(c[34]), "+f"(c[35]), "+f"(c[36]), "+f"(c[37]), "+f"(c[38]), "+f"(c[39]), "+f"(c[40]), "+f"(c[41]), "+f"(c[42]), "+f"(c[43]), "+f"(c[44]), "+f"(c[45]), "+f"(c[46]), "+f"(c[47]), "+f"(c[48]), "+f"(c[49]), "+f"(c[50]), "+f"(c[51]), "+f"(c[52]), "+f"(c[53]), "+f"(c[54]), "+f"(c[55]), "+f"(c[56]), "+f"(c[57]), "+f"(c[58]), "+f"(c[59]), "+f"(c[60]), "+f"(c[61]), "+f"(c[62]), "+f"(c[63]), "+f"(c[64]), "+f"(c[65]), "+f"(c[66]), "+f"(c[67]), "+f"(c[68]), "+f"(c[69]), "+f"(c[70]), "+f"(c[71]), "+f"(c[72]), "+f"(c[73]), "+f"(c[74]), "+f"(c[75]), "+f"(c[76]), "+f"(c[77]), "+f"(c[78]), "+f"(c[79]), "+f"(c[80]), "+f"(c[81]), "+f"(c[82]), "+f"(c[83]), "+f"(c[84]), "+f"(c[85]), "+f"(c[86]), "+f"(c[87]), "+f"(c[88]), "+f"(c[89]), "+f"(c[90]), "+f"(c[91]), "+f"(c[92]), "+f"(c[93]), "+f"(c[94]), "+f"(c[95]), "+f"(c[96]), "+f"(c[97]), "+f"(c[98]), "+f"(c[99]), "+f"(c[100]), "+f"(c[101]), "+f"(c[102]), "+f"(c[103]), "+f"(c[104]), "+f"(c[105]), "+f"(c[106]), "+f"(c[107]), "+f"(c[108]), "+f"(c[109]), "+f"(c[110]), "+f"(c[111]), "+f"(c[112]), "+f"(c[113]), "+f"(c[114]), "+f"(c[115]), "+f"(c[116]), "+f"(c[117]), "+f"(c[118]), "+f"(c[119]), "+f"(c[120]), "+f"(c[121]), "+f"(c[122]), "+f"(c[123]), "+f"(c[124]), "+f"(c[125]), "+f"(c[126]), "+f"(c[127]) : "l"(a), "l"(b), "r"(later));
}
// Starts c (+)= a b^T for 64 of K. `a` and `b` are the lane's first rows, as the schedule sees it.
__device__ __forceinline__ void wgmma_issue(float* c, const half* a, const half* b, int later) {
  unsigned lane = threadIdx.x;
  unsigned long long a_at =
      wgmma_operand(shared_address(a) - (lane / 32 * 16 + lane % 32 / 4) * 128);
  unsigned long long b_at = wgmma_operand(shared_address(b) - lane % 4 * 2 * 128);
  wgmma_hold(c);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int k = 0; k < 4; ++k) wgmma_m64n256k16(c, a_at + 2 * k, b_at + 2 * k, later | k);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  wgmma_hold(c);
}
// Operands stored by the block's threads: each has its stores seen by the asynchronous proxy.
__device__ __forceinline__ void wgmma_slice(float* c, const half* a, const half* b, int later) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  wgmma_issue(c, a, b, later);
  wgmma_wait(c);
}
// Operands that arrive at a barrier. The products stay under way until the next slice's are too.
__device__ __forceinline__ void wgmma_slice_tma(
    float* c, const half* a, const half* b, int later, void* full, int phase) {
  tma_wait(full, phase);
  wgmma_issue(c, a, b, later);
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}

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
    half* to, const Map& map, int column, int row, int bytes, void* full) {
    unsigned barrier = shared_address(full);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%3, %4}], [%2];"
        :: "r"(shared_address(to)), "l"(&map), "r"(barrier), "r"(column), "r"(row) : "memory");
}
// This warp's products of the slice before are done: what they read may be loaded over.
__device__ __forceinline__ void slice_done(void* before, int later) {
  if (later && threadIdx.x % 32 == 0)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :: "r"(shared_address(before)) : "memory");
}
__device__ __forceinline__ void products_sync(int threads) {
  asm volatile("bar.sync 1, %0;" :: "r"(threads) : "memory");
}

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

// A warpgroup's tile of C lies in boxes of 64 rows of 128 bytes, swizzled.
__device__ __forceinline__ void group_sync() {
  asm volatile("bar.sync %0, 128;" :: "r"(threadIdx.y + 1) : "memory");
}
// All that was stored of the tile is read: it may be written again.
__device__ __forceinline__ void tile_stored() {
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
__device__ __forceinline__ void tile_write(float* c, half* to) {
  unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
  char* tile = (char*)(to - (row * 256 + lane % 4 * 2));
  tile_stored();
  group_sync();
#pragma unroll
  for (int j = 0; j < 256 / 8; ++j)
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      half pair[2] = {(half)c[4 * j + 2 * i], (half)c[4 * j + 2 * i + 1]};
      char* at = tile + j / 8 * 8192 + (row + 8 * i) * 128 + (j % 8 ^ row % 8) * 16 + lane % 4 * 4;
      *(unsigned*)at = *(unsigned*)pair;
    }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  group_sync();
}
template <class Map>
__device__ __forceinline__ void tile_store(half* from, const Map& map, int column, int row) {
  if (threadIdx.x == 0) {
#pragma unroll
    for (int box = 0; box < 256 / 64; ++box)
      asm volatile(
          "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];"
          :: "l"(&map), "r"(shared_address(from) + box * 8192), "r"(column + box * 64), "r"(row)
          : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
}

__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
// Each block of a cluster loads its part of the rows, and all of them get it.
template <class Map>
__device__ __forceinline__ void tma_multicast(
    half* to, const Map& map, int column, int row, int bytes, void* full, int blocks) {
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
__forceinline__ __device__ unsigned int tvm_builtin_cluster_ctaid_y() {
  unsigned int ctaid;
  asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(ctaid) :);
  return ctaid;
}
extern "C" __global__ void __launch_bounds__(384) main_kernel(const __grid_constant__ CUtensorMap A_map, const __grid_constant__ CUtensorMap B_map, const __grid_constant__ CUtensorMap C_map) {
  extern __shared__ __align__(1024) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_reindex_ptr[128];
  turns_start((&(buf_dyn_shmem_ptr[229440])), 2, 4);
  roles_start((&(buf_dyn_shmem_ptr[229376])), 4, 2, 8);
  cluster_sync();
  if (((int)threadIdx.y) == 0) {
    if (((int)threadIdx.x) == 0) {
      for (int ax1_0_ax0_0_0_fused_ahead = 0; ax1_0_ax0_0_0_fused_ahead < 8; ++ax1_0_ax0_0_0_fused_ahead) {
        int cse_v13_ahead = (((ax1_0_ax0_0_0_fused_ahead & 3) * 4194304) + (((int)blockIdx.y) * 262144));
        tma_wait((&(buf_dyn_shmem_ptr[229408])), 1);
        tma_ahead((&(((half*)buf_dyn_shmem_ptr)[0])), A_map, 0, (((ax1_0_ax0_0_0_fused_ahead & 3) * 1024) + (((int)blockIdx.y) * 64)), 8192, (&(buf_dyn_shmem_ptr[229376])));
        int cse_v1_ahead = (ax1_0_ax0_0_0_fused_ahead >> 2);
        int cse_v14_ahead = (((ax1_0_ax0_0_0_fused_ahead >> 2) * 8388608) + (((int)blockIdx.x) * 1048576));
        tma_wait((&(buf_dyn_shmem_ptr[229408])), 1);
        tma_multicast((&(((half*)buf_dyn_shmem_ptr)[16384])), B_map, 0, (((ax1_0_ax0_0_0_fused_ahead >> 2) * 2048) + (((int)blockIdx.x) * 256)), 32768, (&(buf_dyn_shmem_ptr[229376])), 2);
        tma_wait((&(buf_dyn_shmem_ptr[229416])), 1);
        tma_ahead((&(((half*)buf_dyn_shmem_ptr)[4096])), A_map, 64, (((ax1_0_ax0_0_0_fused_ahead & 3) * 1024) + (((int)blockIdx.y) * 64)), 8192, (&(buf_dyn_shmem_ptr[229384])));
        tma_wait((&(buf_dyn_shmem_ptr[229416])), 1);
        tma_multicast((&(((half*)buf_dyn_shmem_ptr)[32768])), B_map, 64, (((ax1_0_ax0_0_0_fused_ahead >> 2) * 2048) + (((int)blockIdx.x) * 256)), 32768, (&(buf_dyn_shmem_ptr[229384])), 2);
        tma_wait((&(buf_dyn_shmem_ptr[229424])), 1);
        tma_ahead((&(((half*)buf_dyn_shmem_ptr)[8192])), A_map, 128, (((ax1_0_ax0_0_0_fused_ahead & 3) * 1024) + (((int)blockIdx.y) * 64)), 8192, (&(buf_dyn_shmem_ptr[229392])));
        tma_wait((&(buf_dyn_shmem_ptr[229424])), 1);
        tma_multicast((&(((half*)buf_dyn_shmem_ptr)[49152])), B_map, 128, (((ax1_0_ax0_0_0_fused_ahead >> 2) * 2048) + (((int)blockIdx.x) * 256)), 32768, (&(buf_dyn_shmem_ptr[229392])), 2);
        int cse_v3_ahead = 0;
        int cse_v4_ahead = ((int)threadIdx.x);
        int cse_v8_ahead = 0;
        int cse_v9_ahead = 0;
        int cse_v10_ahead = (((int)threadIdx.x) * 128);
        int cse_v15_ahead = 0;
        for (int ax8_0_ahead = 0; ax8_0_ahead < 61; ++ax8_0_ahead) {
          int cse_v2_ahead = (ax8_0_ahead & 3);
          int cse_v5_ahead = (ax8_0_ahead & 7);
          int cse_v6_ahead = (ax8_0_ahead + 3);
          int cse_v7_ahead = (ax8_0_ahead * 64);
          int cse_v11_ahead = ((ax8_0_ahead + 3) & 3);
          int cse_v12_ahead = ((ax8_0_ahead + 3) & 7);
          tma_wait((&(buf_dyn_shmem_ptr[((((ax8_0_ahead + 3) & 3) * 8) + 229408)])), (1 - (((ax8_0_ahead + 3) & 7) >> 2)));
          tma_ahead((&(((half*)buf_dyn_shmem_ptr)[(((ax8_0_ahead + 3) & 3) * 4096)])), A_map, ((ax8_0_ahead * 64) + 192), (((ax1_0_ax0_0_0_fused_ahead & 3) * 1024) + (((int)blockIdx.y) * 64)), 8192, (&(buf_dyn_shmem_ptr[((((ax8_0_ahead + 3) & 3) * 8) + 229376)])));
          tma_wait((&(buf_dyn_shmem_ptr[((((ax8_0_ahead + 3) & 3) * 8) + 229408)])), (1 - (((ax8_0_ahead + 3) & 7) >> 2)));
          tma_multicast((&(((half*)buf_dyn_shmem_ptr)[((((ax8_0_ahead + 3) & 3) * 16384) + 16384)])), B_map, ((ax8_0_ahead * 64) + 192), (((ax1_0_ax0_0_0_fused_ahead >> 2) * 2048) + (((int)blockIdx.x) * 256)), 32768, (&(buf_dyn_shmem_ptr[((((ax8_0_ahead + 3) & 3) * 8) + 229376)])), 2);
        }
        int cse_v17_ahead = 0;
      }
    }
  } else {
    for (int turn = 0; turn < 4; ++turn) {
      int ax1_0_ax0_0_0_fused = (((turn * 2) + ((int)threadIdx.y)) - 1);
      tma_wait((&(buf_dyn_shmem_ptr[((((int)threadIdx.y) * 8) + 229432)])), ((turn + ((int)(((int)threadIdx.y) < 2))) & 1));
      int cse_v13 = ((((((turn * 2) + ((int)threadIdx.y)) + 3) & 3) * 4194304) + (((int)blockIdx.y) * 262144));
      int cse_v1 = (turn >> 1);
      int cse_v14 = (((turn >> 1) * 8388608) + (((int)blockIdx.x) * 1048576));
      int cse_v3 = (((int)threadIdx.x) >> 5);
      int cse_v4 = (((int)threadIdx.x) & 3);
      int cse_v8 = ((((int)threadIdx.x) >> 5) * 1024);
      int cse_v9 = ((((int)threadIdx.x) & 31) >> 2);
      int cse_v10 = ((((int)threadIdx.x) & 3) * 128);
      int cse_v15 = (((((int)threadIdx.x) & 31) >> 2) * 64);
      for (int ax8_0 = 0; ax8_0 < 61; ++ax8_0) {
        int cse_v2 = (ax8_0 & 3);
        int cse_v5 = (ax8_0 & 7);
        wgmma_slice_tma((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[((((ax8_0 & 3) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (((((int)threadIdx.x) & 31) >> 2) * 64))])), (&(((half*)buf_dyn_shmem_ptr)[((((ax8_0 & 3) * 16384) + ((((int)threadIdx.x) & 3) * 128)) + 16384)])), ((int)(0 < ax8_0)), (&(buf_dyn_shmem_ptr[(((ax8_0 & 3) * 8) + 229376)])), ((ax8_0 & 7) >> 2));
        slice_done_all((&(buf_dyn_shmem_ptr[(((((ax8_0 & 7) + 3) & 3) * 8) + 229408)])), ((int)(0 < ax8_0)), 2);
        int cse_v6 = (ax8_0 + 3);
        int cse_v7 = (ax8_0 * 64);
        int cse_v11 = ((ax8_0 + 3) & 3);
        int cse_v12 = ((ax8_0 + 3) & 7);
      }
      int cse_v17 = (((((int)threadIdx.x) >> 5) * 1024) + (((((int)threadIdx.x) & 31) >> 2) * 64));
      wgmma_slice_tma((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.x) >> 5) * 1024) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + 4096)])), (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 3) * 128) + 32768)])), 1, (&(buf_dyn_shmem_ptr[229384])), 1);
      slice_done_all((&(buf_dyn_shmem_ptr[229408])), 1, 2);
      wgmma_slice_tma((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.x) >> 5) * 1024) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + 8192)])), (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 3) * 128) + 49152)])), 1, (&(buf_dyn_shmem_ptr[229392])), 1);
      slice_done_all((&(buf_dyn_shmem_ptr[229416])), 1, 2);
      wgmma_slice_tma((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.x) >> 5) * 1024) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + 12288)])), (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 3) * 128) + 65536)])), 1, (&(buf_dyn_shmem_ptr[229400])), 1);
      slice_done_all((&(buf_dyn_shmem_ptr[229424])), 1, 2);
      turn_over((&(buf_dyn_shmem_ptr[(((((int)threadIdx.y) & 1) * 8) + 229440)])));
      wgmma_wait((&(C_sum_local_reindex_ptr[0])));
      slice_done_all((&(buf_dyn_shmem_ptr[229432])), 1, 2);
      for (int j = 0; j < 32; ++j) {
        for (int i = 0; i < 2; ++i) {
          for (int p = 0; p < 2; ++p) {
            int cse_v16 = (((j * 4) + (i * 2)) + p);
            C_sum_local_reindex_ptr[(((j * 4) + (i * 2)) + p)] = C_sum_local_reindex_ptr[(((j * 4) + (i * 2)) + p)];
          }
        }
      }
      tile_write((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 16384) + ((((int)threadIdx.x) >> 5) * 4096)) + (((((int)threadIdx.x) & 31) >> 2) * 256)) + ((((int)threadIdx.x) & 3) * 2)) + 65536)])));
      tile_store((&(((half*)buf_dyn_shmem_ptr)[((((int)threadIdx.y) * 16384) + 65536)])), C_map, (((turn >> 1) * 2048) + (((int)blockIdx.x) * 256)), ((((((turn * 2) + ((int)threadIdx.y)) + 3) & 3) * 1024) + (((int)blockIdx.y) * 64)));
    }
    tile_stored();
  }
  cluster_sync();
}
