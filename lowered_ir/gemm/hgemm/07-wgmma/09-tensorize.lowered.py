# gemm/hgemm:wgmma:tensorize
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: four wgmma of 64 x 256 x 16 per slice and warpgroup
# target: cuda sm_90
# build: cp.async on, sm_90 alone
# launch main_kernel: grid 8 x 32 x 2, block 128 x 2 x 1, shared 0 B static + 147456 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((147456,), "uint8", scope="shared.dyn", align=1024)
            B_shared_dyn = T.decl_buffer((33792,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            B_shared_dyn_1 = T.decl_buffer((49152,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            B_shared_dyn_2 = T.decl_buffer((49152,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((24576,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_reindex = T.alloc_local((128,))
            with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_x = T.launch_thread("threadIdx.x", 128)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                C_sum_local_reindex_1 = T.decl_buffer((128,), data=C_sum_local_reindex.data, scope="local")
                cse_v1: T.let[T.int32] = blockIdx_y * 524288
                cse_v2: T.let[T.int32] = threadIdx_y * 65536
                cse_v3: T.let[T.int32] = threadIdx_x >> 3
                cse_v4: T.let[T.int32] = threadIdx_x & 7
                cse_v5: T.let[T.int32] = threadIdx_y * 1024
                cse_v12: T.let[T.int32] = (threadIdx_x >> 3) * 4096
                cse_v13: T.let[T.int32] = (threadIdx_x & 7) * 8
                cse_v14: T.let[T.int32] = (threadIdx_x >> 3) * 64
                cse_v15: T.let[T.int32] = blockIdx_z * 8388608 + blockIdx_x * 1048576
                cse_v23: T.let[T.int32] = (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8
                with T.attr({"async_commit_queue_scope": 0}):
                    for ax0_ax1_fused_0 in range(4):
                        T.s_tir.cp_async_raw("float16", A_shared_dyn.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8, 16)
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("float16", B_shared_dyn_2.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 24576, B.data, blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8, 16)
                with T.attr({"async_commit_queue_scope": 0}):
                    for ax0_ax1_fused_0 in range(4):
                        T.s_tir.cp_async_raw("float16", A_shared_dyn.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 8192, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8 + 64, 16)
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("float16", B_shared_dyn_2.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 40960, B.data, blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8 + 64, 16)
                cse_v8: T.let[T.int32] = threadIdx_y * 4096
                cse_v9: T.let[T.int32] = threadIdx_x >> 5
                cse_v10: T.let[T.int32] = threadIdx_x & 31
                cse_v11: T.let[T.int32] = threadIdx_x & 3
                cse_v17: T.let[T.int32] = (threadIdx_x >> 5) * 1024
                cse_v18: T.let[T.int32] = (threadIdx_x & 31) >> 2
                cse_v19: T.let[T.int32] = (threadIdx_x & 3) * 128
                cse_v21: T.let[T.int32] = ((threadIdx_x & 31) >> 2) * 64
                for ax8_0 in range(62):
                    with T.attr({"async_commit_queue_scope": 0}):
                        cse_v6: T.let[T.int32] = ax8_0 * 64
                        cse_v16: T.let[T.int32] = T.truncmod(ax8_0 + 2, 3)
                        T.tvm_storage_sync("shared.dyn")
                        for ax0_ax1_fused_0 in range(4):
                            T.s_tir.cp_async_raw("float16", A_shared_dyn.data, T.truncmod(ax8_0 + 2, 3) * 8192 + ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + ax8_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                        for ax0_ax1_fused_0 in range(8):
                            T.s_tir.cp_async_raw("float16", B_shared_dyn_2.data, T.truncmod(ax8_0 + 2, 3) * 16384 + ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 24576, B.data, blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + ax8_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                    with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 2}):
                        T.tvm_storage_sync("shared")
                        cse_v7: T.let[T.int32] = T.truncmod(ax8_0, 3)
                        T.call_extern("void", "wgmma_slice", T.address_of(C_sum_local_reindex[0]), T.address_of(A_shared_dyn[T.truncmod(ax8_0, 3) * 8192 + threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ((threadIdx_x & 31) >> 2) * 64]), T.address_of(B_shared_dyn_1[T.truncmod(ax8_0, 3) * 16384 + (threadIdx_x & 3) * 128 + 24576]), T.Cast("int32", 0 < ax8_0))
                cse_v24: T.let[T.int32] = threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ((threadIdx_x & 31) >> 2) * 64
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                    T.tvm_storage_sync("shared")
                    T.call_extern("void", "wgmma_slice", T.address_of(C_sum_local_reindex[0]), T.address_of(A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ((threadIdx_x & 31) >> 2) * 64 + 16384]), T.address_of(B_shared_dyn_1[(threadIdx_x & 3) * 128 + 57344]), 1)
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
                    T.tvm_storage_sync("shared")
                    T.call_extern("void", "wgmma_slice", T.address_of(C_sum_local_reindex[0]), T.address_of(A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ((threadIdx_x & 31) >> 2) * 64]), T.address_of(B_shared_dyn_1[(threadIdx_x & 3) * 128 + 24576]), 1)
                T.cuda.func_call("wgmma_wait", T.address_of(C_sum_local_reindex[0]), source_code="\n__device__ __forceinline__ unsigned shared_address(const void* pointer) {\n  return (unsigned)__cvta_generic_to_shared(pointer);\n}\n__device__ __forceinline__ bool first_thread() {\n  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;\n}\n// A barrier of 8 bytes per stage; `loads` copies have to arrive at each.\n__device__ __forceinline__ void tma_start(void* full, int stages, int loads) {\n  if (first_thread()) {\n    for (int stage = 0; stage < stages; ++stage)\n      asm volatile(\"mbarrier.init.shared::cta.b64 [%0], %1;\"\n                   :: \"r\"(shared_address(full) + 8 * stage), \"r\"(loads));\n    asm volatile(\"fence.mbarrier_init.release.cluster;\" ::: \"memory\");\n    asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");\n  }\n  __syncthreads();\n}\ntemplate <class Map>\n__device__ __forceinline__ void tma_load(\n    half* to, const Map& map, int column, int row, int bytes, void* full) {\n  if (first_thread()) {\n    unsigned barrier = shared_address(full);\n    asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\"\n                 :: \"r\"(barrier), \"r\"(bytes) : \"memory\");\n    asm volatile(\n        \"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes\"\n        \" [%0], [%1, {%3, %4}], [%2];\"\n        :: \"r\"(shared_address(to)), \"l\"(&map), \"r\"(barrier), \"r\"(column), \"r\"(row) : \"memory\");\n  }\n  __syncwarp();\n}\n__device__ __forceinline__ void tma_wait(void* full, int phase) {\n  asm volatile(\n      \"{\\n.reg .pred p;\\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\\n\"\n      \"@p bra DONE;\\nbra WAIT;\\nDONE:\\n}\"\n      :: \"r\"(shared_address(full)), \"r\"(phase) : \"memory\");\n}\n// Keeps the compiler from moving the sums' registers while products are under way.\n__device__ __forceinline__ void wgmma_hold(float* c) {\n  asm volatile(\"\" : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]), \"+f\"(c[4]), \"+f\"(c[5]), \"+f\"(c[6]), \"+f\"(c[7]), \"+f\"(c[8]), \"+f\"(c[9]), \"+f\"(c[10]), \"+f\"(c[11]), \"+f\"(c[12]), \"+f\"(c[13]), \"+f\"(c[14]), \"+f\"(c[15]), \"+f\"(c[16]), \"+f\"(c[17]), \"+f\"(c[18]), \"+f\"(c[19]), \"+f\"(c[20]), \"+f\"(c[21]), \"+f\"(c[22]), \"+f\"(c[23]), \"+f\"(c[24]), \"+f\"(c[25]), \"+f\"(c[26]), \"+f\"(c[27]), \"+f\"(c[28]), \"+f\"(c[29]), \"+f\"(c[30]), \"+f\"(c[31]), \"+f\"(c[32]), \"+f\"(c[33]), \"+f\"(c[34]), \"+f\"(c[35]), \"+f\"(c[36]), \"+f\"(c[37]), \"+f\"(c[38]), \"+f\"(c[39]), \"+f\"(c[40]), \"+f\"(c[41]), \"+f\"(c[42]), \"+f\"(c[43]), \"+f\"(c[44]), \"+f\"(c[45]), \"+f\"(c[46]), \"+f\"(c[47]), \"+f\"(c[48]), \"+f\"(c[49]), \"+f\"(c[50]), \"+f\"(c[51]), \"+f\"(c[52]), \"+f\"(c[53]), \"+f\"(c[54]), \"+f\"(c[55]), \"+f\"(c[56]), \"+f\"(c[57]), \"+f\"(c[58]), \"+f\"(c[59]), \"+f\"(c[60]), \"+f\"(c[61]), \"+f\"(c[62]), \"+f\"(c[63]), \"+f\"(c[64]), \"+f\"(c[65]), \"+f\"(c[66]), \"+f\"(c[67]), \"+f\"(c[68]), \"+f\"(c[69]), \"+f\"(c[70]), \"+f\"(c[71]), \"+f\"(c[72]), \"+f\"(c[73]), \"+f\"(c[74]), \"+f\"(c[75]), \"+f\"(c[76]), \"+f\"(c[77]), \"+f\"(c[78]), \"+f\"(c[79]), \"+f\"(c[80]), \"+f\"(c[81]), \"+f\"(c[82]), \"+f\"(c[83]), \"+f\"(c[84]), \"+f\"(c[85]), \"+f\"(c[86]), \"+f\"(c[87]), \"+f\"(c[88]), \"+f\"(c[89]), \"+f\"(c[90]), \"+f\"(c[91]), \"+f\"(c[92]), \"+f\"(c[93]), \"+f\"(c[94]), \"+f\"(c[95]), \"+f\"(c[96]), \"+f\"(c[97]), \"+f\"(c[98]), \"+f\"(c[99]), \"+f\"(c[100]), \"+f\"(c[101]), \"+f\"(c[102]), \"+f\"(c[103]), \"+f\"(c[104]), \"+f\"(c[105]), \"+f\"(c[106]), \"+f\"(c[107]), \"+f\"(c[108]), \"+f\"(c[109]), \"+f\"(c[110]), \"+f\"(c[111]), \"+f\"(c[112]), \"+f\"(c[113]), \"+f\"(c[114]), \"+f\"(c[115]), \"+f\"(c[116]), \"+f\"(c[117]), \"+f\"(c[118]), \"+f\"(c[119]), \"+f\"(c[120]), \"+f\"(c[121]), \"+f\"(c[122]), \"+f\"(c[123]), \"+f\"(c[124]), \"+f\"(c[125]), \"+f\"(c[126]), \"+f\"(c[127]) :: \"memory\");\n}\n__device__ __forceinline__ void wgmma_wait(float* c) {\n  asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");\n  wgmma_hold(c);\n}\n// Swizzled rows of 128 bytes, 1024 bytes from eight of them to the next eight.\n__device__ __forceinline__ unsigned long long wgmma_operand(unsigned address) {\n  return (address >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;\n}\n__device__ __forceinline__ void wgmma_m64n256k16(\n    float* c, unsigned long long a, unsigned long long b, int later) {\n  asm volatile(\n      \"{\\n.reg .pred p;\\nsetp.ne.b32 p, %130, 0;\\n\"\n      \"wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16\"\n      \" {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, p, 1, 1, 0, 0;\\n}\"\n      : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]), \"+f\"(c[4]), \"+f\"(c[5]), \"+f\"(c[6]), \"+f\"(c[7]), \"+f\"(c[8]), \"+f\"(c[9]), \"+f\"(c[10]), \"+f\"(c[11]), \"+f\"(c[12]), \"+f\"(c[13]), \"+f\"(c[14]), \"+f\"(c[15]), \"+f\"(c[16]), \"+f\"(c[17]), \"+f\"(c[18]), \"+f\"(c[19]), \"+f\"(c[20]), \"+f\"(c[21]), \"+f\"(c[22]), \"+f\"(c[23]), \"+f\"(c[24]), \"+f\"(c[25]), \"+f\"(c[26]), \"+f\"(c[27]), \"+f\"(c[28]), \"+f\"(c[29]), \"+f\"(c[30]), \"+f\"(c[31]), \"+f\"(c[32]), \"+f\"(c[33]), \"+f\"(c[34]), \"+f\"(c[35]), \"+f\"(c[36]), \"+f\"(c[37]), \"+f\"(c[38]), \"+f\"(c[39]), \"+f\"(c[40]), \"+f\"(c[41]), \"+f\"(c[42]), \"+f\"(c[43]), \"+f\"(c[44]), \"+f\"(c[45]), \"+f\"(c[46]), \"+f\"(c[47]), \"+f\"(c[48]), \"+f\"(c[49]), \"+f\"(c[50]), \"+f\"(c[51]), \"+f\"(c[52]), \"+f\"(c[53]), \"+f\"(c[54]), \"+f\"(c[55]), \"+f\"(c[56]), \"+f\"(c[57]), \"+f\"(c[58]), \"+f\"(c[59]), \"+f\"(c[60]), \"+f\"(c[61]), \"+f\"(c[62]), \"+f\"(c[63]), \"+f\"(c[64]), \"+f\"(c[65]), \"+f\"(c[66]), \"+f\"(c[67]), \"+f\"(c[68]), \"+f\"(c[69]), \"+f\"(c[70]), \"+f\"(c[71]), \"+f\"(c[72]), \"+f\"(c[73]), \"+f\"(c[74]), \"+f\"(c[75]), \"+f\"(c[76]), \"+f\"(c[77]), \"+f\"(c[78]), \"+f\"(c[79]), \"+f\"(c[80]), \"+f\"(c[81]), \"+f\"(c[82]), \"+f\"(c[83]), \"+f\"(c[84]), \"+f\"(c[85]), \"+f\"(c[86]), \"+f\"(c[87]), \"+f\"(c[88]), \"+f\"(c[89]), \"+f\"(c[90]), \"+f\"(c[91]), \"+f\"(c[92]), \"+f\"(c[93]), \"+f\"(c[94]), \"+f\"(c[95]), \"+f\"(c[96]), \"+f\"(c[97]), \"+f\"(c[98]), \"+f\"(c[99]), \"+f\"(c[100]), \"+f\"(c[101]), \"+f\"(c[102]), \"+f\"(c[103]), \"+f\"(c[104]), \"+f\"(c[105]), \"+f\"(c[106]), \"+f\"(c[107]), \"+f\"(c[108]), \"+f\"(c[109]), \"+f\"(c[110]), \"+f\"(c[111]), \"+f\"(c[112]), \"+f\"(c[113]), \"+f\"(c[114]), \"+f\"(c[115]), \"+f\"(c[116]), \"+f\"(c[117]), \"+f\"(c[118]), \"+f\"(c[119]), \"+f\"(c[120]), \"+f\"(c[121]), \"+f\"(c[122]), \"+f\"(c[123]), \"+f\"(c[124]), \"+f\"(c[125]), \"+f\"(c[126]), \"+f\"(c[127]) : \"l\"(a), \"l\"(b), \"r\"(later));\n}\n// Starts c (+)= a b^T for 64 of K. `a` and `b` are the lane's first rows, as the schedule sees it.\n__device__ __forceinline__ void wgmma_issue(float* c, const half* a, const half* b, int later) {\n  unsigned lane = threadIdx.x;\n  unsigned long long a_at =\n      wgmma_operand(shared_address(a) - (lane / 32 * 16 + lane % 32 / 4) * 128);\n  unsigned long long b_at = wgmma_operand(shared_address(b) - lane % 4 * 2 * 128);\n  wgmma_hold(c);\n  asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");\n#pragma unroll\n  for (int k = 0; k < 4; ++k) wgmma_m64n256k16(c, a_at + 2 * k, b_at + 2 * k, later | k);\n  asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");\n  wgmma_hold(c);\n}\n// Operands stored by the block's threads: each has its stores seen by the asynchronous proxy.\n__device__ __forceinline__ void wgmma_slice(float* c, const half* a, const half* b, int later) {\n  asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");\n  __syncthreads();\n  wgmma_issue(c, a, b, later);\n  wgmma_wait(c);\n}\n// Operands that arrive at a barrier. The products stay under way until the next slice's are too.\n__device__ __forceinline__ void wgmma_slice_tma(\n    float* c, const half* a, const half* b, int later, void* full, int phase) {\n  tma_wait(full, phase);\n  wgmma_issue(c, a, b, later);\n  asm volatile(\"wgmma.wait_group.sync.aligned 1;\" ::: \"memory\");\n}\n")
                for j, i, p in T.grid(32, 2, 2):
                    cse_v22: T.let[T.int32] = j * 4 + i * 2 + p
                    C_sum_local_reindex_1[j * 4 + i * 2 + p] = C_sum_local_reindex[j * 4 + i * 2 + p]
                T.tvm_storage_sync("shared.dyn")
                for ax5, ax6 in T.grid(32, 2):
                    B_shared_dyn[threadIdx_y * 16896 + (threadIdx_x >> 5) * 4224 + ax6 * 2112 + ((threadIdx_x & 31) >> 2) * 264 + ax5 * 8 + (threadIdx_x & 3) * 2 + 24576:threadIdx_y * 16896 + (threadIdx_x >> 5) * 4224 + ax6 * 2112 + ((threadIdx_x & 31) >> 2) * 264 + ax5 * 8 + (threadIdx_x & 3) * 2 + 24576 + 2] = T.Cast("float16x2", C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)])
                T.tvm_storage_sync("shared.dyn")
                for ax0_ax1_fused_0 in range(16):
                    cse_v20: T.let[T.int32] = (threadIdx_x & 31) * 8
                    C[blockIdx_y * 524288 + ax0_ax1_fused_0 * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + (threadIdx_x & 31) * 8:blockIdx_y * 524288 + ax0_ax1_fused_0 * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + (threadIdx_x & 31) * 8 + 8] = B_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 2112 + threadIdx_y * 1056 + (threadIdx_x >> 5) * 264 + (threadIdx_x & 31) * 8 + 24576, 1, 8)]
