// gemm/hgemm:wgmma:tensorize
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: four wgmma of 64 x 256 x 16 per slice and warpgroup
// target: cuda sm_90
// build: cp.async on, sm_90 alone
// launch main_kernel: grid 8 x 32 x 2, block 128 x 2 x 1, shared 0 B static + 147456 B dynamic

__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0() {
  asm volatile("cp.async.wait_group 0;" :  :  : "memory");
}

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
  return (address >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
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
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1() {
  asm volatile("cp.async.wait_group 1;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_2() {
  asm volatile("cp.async.wait_group 2;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_commit_group_async_commit_group() {
  asm volatile("cp.async.commit_group;" :  : );
}

__forceinline__ __device__ void ptx_cp_async_legacy_cg_16_2_2(void* dst, int dst_off, void* src, int src_off) {
  uint8_t* dst_p = (uint8_t*)dst + dst_off * 2;
  uint8_t* src_p = (uint8_t*)src + src_off * 2;
  unsigned int dst_addr = __cvta_generic_to_shared(dst_p);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;"
    :: "r"(dst_addr), "l"(src_p), "n"(16));
}
extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  extern __shared__ __align__(1024) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_reindex_ptr[128];
  int cse_v1 = (((int)blockIdx.y) * 524288);
  int cse_v2 = (((int)threadIdx.y) * 65536);
  int cse_v3 = (((int)threadIdx.x) >> 3);
  int cse_v4 = (((int)threadIdx.x) & 7);
  int cse_v5 = (((int)threadIdx.y) * 1024);
  int cse_v12 = ((((int)threadIdx.x) >> 3) * 4096);
  int cse_v13 = ((((int)threadIdx.x) & 7) * 8);
  int cse_v14 = ((((int)threadIdx.x) >> 3) * 64);
  int cse_v15 = ((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576));
  int cse_v23 = (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8);
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((ax0_ax1_fused_0 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)), A_ptr, (((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_1 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 24576), B_ptr, ((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_1 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 4; ++ax0_ax1_fused_0_2) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_2 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 8192), A_ptr, ((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_2 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  for (int ax0_ax1_fused_0_3 = 0; ax0_ax1_fused_0_3 < 8; ++ax0_ax1_fused_0_3) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_3 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 40960), B_ptr, (((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_3 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  int cse_v8 = (((int)threadIdx.y) * 4096);
  int cse_v9 = (((int)threadIdx.x) >> 5);
  int cse_v10 = (((int)threadIdx.x) & 31);
  int cse_v11 = (((int)threadIdx.x) & 3);
  int cse_v17 = ((((int)threadIdx.x) >> 5) * 1024);
  int cse_v18 = ((((int)threadIdx.x) & 31) >> 2);
  int cse_v19 = ((((int)threadIdx.x) & 3) * 128);
  int cse_v21 = (((((int)threadIdx.x) & 31) >> 2) * 64);
  for (int ax8_0 = 0; ax8_0 < 62; ++ax8_0) {
    int cse_v6 = (ax8_0 * 64);
    int cse_v16 = ((ax8_0 + 2) % 3);
    __syncthreads();
    for (int ax0_ax1_fused_0_4 = 0; ax0_ax1_fused_0_4 < 4; ++ax0_ax1_fused_0_4) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((((ax8_0 + 2) % 3) * 8192) + (ax0_ax1_fused_0_4 * 2048)) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)), A_ptr, (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_4 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + (ax8_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    for (int ax0_ax1_fused_0_5 = 0; ax0_ax1_fused_0_5 < 8; ++ax0_ax1_fused_0_5) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((((ax8_0 + 2) % 3) * 16384) + (ax0_ax1_fused_0_5 * 2048)) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 24576), B_ptr, ((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_5 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + (ax8_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
    tvm_builtin_ptx_cp_async_wait_group_async_wait_group_2();
    __syncthreads();
    int cse_v7 = (ax8_0 % 3);
    wgmma_slice((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[(((((ax8_0 % 3) * 8192) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 5) * 1024)) + (((((int)threadIdx.x) & 31) >> 2) * 64))])), (&(((half*)buf_dyn_shmem_ptr)[((((ax8_0 % 3) * 16384) + ((((int)threadIdx.x) & 3) * 128)) + 24576)])), ((int)(0 < ax8_0)));
  }
  int cse_v24 = (((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (((((int)threadIdx.x) & 31) >> 2) * 64));
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
  __syncthreads();
  wgmma_slice((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + 16384)])), (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 3) * 128) + 57344)])), 1);
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0();
  __syncthreads();
  wgmma_slice((&(C_sum_local_reindex_ptr[0])), (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (((((int)threadIdx.x) & 31) >> 2) * 64))])), (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 3) * 128) + 24576)])), 1);
  wgmma_wait((&(C_sum_local_reindex_ptr[0])));
  for (int j = 0; j < 32; ++j) {
    for (int i = 0; i < 2; ++i) {
      for (int p = 0; p < 2; ++p) {
        int cse_v22 = (((j * 4) + (i * 2)) + p);
        C_sum_local_reindex_ptr[(((j * 4) + (i * 2)) + p)] = C_sum_local_reindex_ptr[(((j * 4) + (i * 2)) + p)];
      }
    }
  }
  __syncthreads();
  for (int ax5 = 0; ax5 < 32; ++ax5) {
    for (int ax6 = 0; ax6 < 2; ++ax6) {
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_reindex_ptr + ((ax5 * 4) + (ax6 * 2)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(((half*)buf_dyn_shmem_ptr) + (((((((((int)threadIdx.y) * 16896) + ((((int)threadIdx.x) >> 5) * 4224)) + (ax6 * 2112)) + (((((int)threadIdx.x) & 31) >> 2) * 264)) + (ax5 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + 24576)) = __1;
    }
  }
  __syncthreads();
  for (int ax0_ax1_fused_0_6 = 0; ax0_ax1_fused_0_6 < 16; ++ax0_ax1_fused_0_6) {
    int cse_v20 = ((((int)threadIdx.x) & 31) * 8);
    *(uint4*)(C_ptr + (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_6 * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 31) * 8))) = *(uint4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0_6 * 2112) + (((int)threadIdx.y) * 1056)) + ((((int)threadIdx.x) >> 5) * 264)) + ((((int)threadIdx.x) & 31) * 8)) + 24576));
  }
}
