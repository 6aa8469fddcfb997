# gemm/w4a16:wgmma_vectorized_sum:pipeline_async
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: 3 slices are in flight while one is multiplied
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread, sm_90 alone
# launch main_kernel: grid 64 x 1 x 4, block 32 x 8 x 1, shared 0 B static + 51232 B dynamic
# launch main_kernel_1: grid 256 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_map: T.TensorMap(), C_sum_rf_ptr: T.handle("float32", "global"), W_ptr: T.handle("int32", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "blockIdx.z", "threadIdx.y", "threadIdx.x", "threadIdx.z", "tirx.use_dyn_shared_memory"], "tirx.max_registers": 255, "tirx.noalias": True})
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((51232,), "uint8", scope="shared.dyn", align=1024)
            scale_zero_shared_dyn = T.decl_buffer((1024,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            W_shared_dyn = T.decl_buffer((8192,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((8192,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_rf_reindex_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                blockIdx_z = T.launch_thread("blockIdx.z", 4)
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                T.call_extern("void", "tma_start", T.address_of(buf_dyn_shmem[51200]), 4, 2)
                C_sum_rf_reindex_local_1 = T.decl_buffer((8,), data=C_sum_rf_reindex_local.data, scope="local")
                for ax6 in T.unroll(2):
                    for ax7 in T.unroll(2):
                        for ax8 in T.unroll(2):
                            C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                cse_v1: T.let[T.int32] = blockIdx_z * 2048
                cse_v2: T.let[T.int32] = blockIdx_x * 131072
                cse_v3: T.let[T.int32] = blockIdx_z * 4096
                cse_v4: T.let[T.int32] = threadIdx_x * 4
                cse_v5: T.let[T.int32] = threadIdx_y * 128
                cse_v6: T.let[T.int32] = blockIdx_z * 262144
                cse_v7: T.let[T.int32] = blockIdx_x * 256
                cse_v8: T.let[T.int32] = threadIdx_y * 256
                cse_v9: T.let[T.int32] = threadIdx_x * 8
                cse_v16: T.let[T.int32] = (threadIdx_y >> 1) * 16384
                cse_v17: T.let[T.int32] = (threadIdx_y & 1) * 128
                cse_v18: T.let[T.int32] = threadIdx_y * 256 + threadIdx_x * 8
                cse_v29: T.let[T.int32] = blockIdx_z * 262144 + blockIdx_x * 256 + threadIdx_y * 256 + threadIdx_x * 8
                with T.attr({"async_commit_queue_scope": 0}):
                    T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[1024]), A_map, blockIdx_z * 2048, 0, 2048, T.address_of(buf_dyn_shmem[51200]))
                    T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[2048]), A_map, blockIdx_z * 2048 + 64, 0, 2048, T.address_of(buf_dyn_shmem[51200]))
                    for ax0_ax1_ax2_ax3_fused_0 in range(2):
                        T.s_tir.cp_async_raw("int32", W_shared_dyn.data, ax0_ax1_ax2_ax3_fused_0 * 1024 + threadIdx_y * 128 + threadIdx_x * 4 + 4608, W.data, blockIdx_x * 131072 + ax0_ax1_ax2_ax3_fused_0 * 65536 + (threadIdx_y >> 1) * 16384 + blockIdx_z * 4096 + (threadIdx_y & 1) * 128 + threadIdx_x * 4, 16)
                    if threadIdx_y < 1:
                        T.s_tir.cp_async_raw("float16", scale_zero_shared_dyn.data, threadIdx_y * 256 + threadIdx_x * 8, scale_zero.data, blockIdx_z * 262144 + blockIdx_x * 256 + threadIdx_y * 256 + threadIdx_x * 8, 16)
                with T.attr({"async_commit_queue_scope": 0}):
                    T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[3072]), A_map, blockIdx_z * 2048 + 128, 0, 2048, T.address_of(buf_dyn_shmem[51208]))
                    T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[4096]), A_map, blockIdx_z * 2048 + 192, 0, 2048, T.address_of(buf_dyn_shmem[51208]))
                    for ax0_ax1_ax2_ax3_fused_0 in range(2):
                        T.s_tir.cp_async_raw("int32", W_shared_dyn.data, ax0_ax1_ax2_ax3_fused_0 * 1024 + threadIdx_y * 128 + threadIdx_x * 4 + 6656, W.data, blockIdx_x * 131072 + ax0_ax1_ax2_ax3_fused_0 * 65536 + (threadIdx_y >> 1) * 16384 + blockIdx_z * 4096 + (threadIdx_y & 1) * 128 + threadIdx_x * 4 + 256, 16)
                    if threadIdx_y < 1:
                        T.s_tir.cp_async_raw("float16", scale_zero_shared_dyn.data, threadIdx_y * 256 + threadIdx_x * 8 + 256, scale_zero.data, blockIdx_z * 262144 + blockIdx_x * 256 + threadIdx_y * 256 + threadIdx_x * 8 + 16384, 16)
                with T.attr({"async_commit_queue_scope": 0}):
                    T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[5120]), A_map, blockIdx_z * 2048 + 256, 0, 2048, T.address_of(buf_dyn_shmem[51216]))
                    T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[6144]), A_map, blockIdx_z * 2048 + 320, 0, 2048, T.address_of(buf_dyn_shmem[51216]))
                    for ax0_ax1_ax2_ax3_fused_0 in range(2):
                        T.s_tir.cp_async_raw("int32", W_shared_dyn.data, ax0_ax1_ax2_ax3_fused_0 * 1024 + threadIdx_y * 128 + threadIdx_x * 4 + 8704, W.data, blockIdx_x * 131072 + ax0_ax1_ax2_ax3_fused_0 * 65536 + (threadIdx_y >> 1) * 16384 + blockIdx_z * 4096 + (threadIdx_y & 1) * 128 + threadIdx_x * 4 + 512, 16)
                    if threadIdx_y < 1:
                        T.s_tir.cp_async_raw("float16", scale_zero_shared_dyn.data, threadIdx_y * 256 + threadIdx_x * 8 + 512, scale_zero.data, blockIdx_z * 262144 + blockIdx_x * 256 + threadIdx_y * 256 + threadIdx_x * 8 + 32768, 16)
                cse_v11: T.let[T.int32] = threadIdx_x & 3
                cse_v12: T.let[T.int32] = threadIdx_x >> 2
                cse_v13: T.let[T.int32] = threadIdx_y * 32
                cse_v22: T.let[T.int32] = (threadIdx_x & 3) * 128
                cse_v23: T.let[T.int32] = (threadIdx_x >> 2) * 16
                cse_v24: T.let[T.int32] = (threadIdx_x >> 2) * 2
                for ax9 in range(13):
                    with T.attr({"async_commit_queue_scope": 0}):
                        cse_v19: T.let[T.int32] = ax9 + 3 & 3
                        cse_v25: T.let[T.int32] = (ax9 + 3 & 3) * 2048
                        cse_v20: T.let[T.int32] = blockIdx_z * 2048 + ax9 * 128
                        T.tvm_storage_sync("shared.dyn")
                        T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[(ax9 + 3 & 3) * 2048 + 1024]), A_map, blockIdx_z * 2048 + ax9 * 128 + 384, 0, 2048, T.address_of(buf_dyn_shmem[(ax9 + 3 & 3) * 8 + 51200]))
                        T.call_extern("void", "tma_load", T.address_of(A_shared_dyn[(ax9 + 3 & 3) * 2048 + 2048]), A_map, blockIdx_z * 2048 + ax9 * 128 + 448, 0, 2048, T.address_of(buf_dyn_shmem[(ax9 + 3 & 3) * 8 + 51200]))
                        for ax0_ax1_ax2_ax3_fused_0 in range(2):
                            T.s_tir.cp_async_raw("int32", W_shared_dyn.data, (ax9 + 3 & 3) * 2048 + ax0_ax1_ax2_ax3_fused_0 * 1024 + threadIdx_y * 128 + threadIdx_x * 4 + 4608, W.data, blockIdx_x * 131072 + ax0_ax1_ax2_ax3_fused_0 * 65536 + (threadIdx_y >> 1) * 16384 + blockIdx_z * 4096 + ax9 * 256 + (threadIdx_y & 1) * 128 + threadIdx_x * 4 + 768, 16)
                        if threadIdx_y < 1:
                            T.s_tir.cp_async_raw("float16", scale_zero_shared_dyn.data, (ax9 + 3 & 3) * 256 + threadIdx_x * 8, scale_zero.data, blockIdx_z * 262144 + ax9 * 16384 + blockIdx_x * 256 + threadIdx_y * 256 + threadIdx_x * 8 + 49152, 16)
                    with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 3}):
                        T.tvm_storage_sync("shared")
                        cse_v10: T.let[T.int32] = ax9 & 3
                        cse_v21: T.let[T.int32] = (ax9 & 3) * 2048
                        T.call_extern("void", "int4_group_wgmma<1>", T.address_of(C_sum_rf_reindex_local[0]), T.address_of(A_shared_dyn[(ax9 & 3) * 2048 + (threadIdx_x & 3) * 128 + 1024]), T.address_of(W_shared_dyn[(ax9 & 3) * 2048 + threadIdx_y * 256 + (threadIdx_x >> 2) * 16 + 4608]), T.address_of(scale_zero_shared_dyn[(ax9 & 3) * 256 + threadIdx_y * 32 + (threadIdx_x >> 2) * 2]), 256, T.address_of(buf_dyn_shmem[(ax9 & 3) * 8 + 51200]), (ax9 & 7) >> 2)
                cse_v26: T.let[T.int32] = threadIdx_y * 256 + (threadIdx_x >> 2) * 16
                cse_v27: T.let[T.int32] = threadIdx_y * 32 + (threadIdx_x >> 2) * 2
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 2}):
                    T.tvm_storage_sync("shared")
                    T.call_extern("void", "int4_group_wgmma<1>", T.address_of(C_sum_rf_reindex_local[0]), T.address_of(A_shared_dyn[(threadIdx_x & 3) * 128 + 3072]), T.address_of(W_shared_dyn[threadIdx_y * 256 + (threadIdx_x >> 2) * 16 + 6656]), T.address_of(scale_zero_shared_dyn[threadIdx_y * 32 + (threadIdx_x >> 2) * 2 + 256]), 256, T.address_of(buf_dyn_shmem[51208]), 1)
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                    T.tvm_storage_sync("shared")
                    T.call_extern("void", "int4_group_wgmma<1>", T.address_of(C_sum_rf_reindex_local[0]), T.address_of(A_shared_dyn[(threadIdx_x & 3) * 128 + 5120]), T.address_of(W_shared_dyn[threadIdx_y * 256 + (threadIdx_x >> 2) * 16 + 8704]), T.address_of(scale_zero_shared_dyn[threadIdx_y * 32 + (threadIdx_x >> 2) * 2 + 512]), 256, T.address_of(buf_dyn_shmem[51216]), 1)
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
                    T.tvm_storage_sync("shared")
                    T.call_extern("void", "int4_group_wgmma<1>", T.address_of(C_sum_rf_reindex_local[0]), T.address_of(A_shared_dyn[(threadIdx_x & 3) * 128 + 7168]), T.address_of(W_shared_dyn[threadIdx_y * 256 + (threadIdx_x >> 2) * 16 + 10752]), T.address_of(scale_zero_shared_dyn[threadIdx_y * 32 + (threadIdx_x >> 2) * 2 + 768]), 256, T.address_of(buf_dyn_shmem[51224]), 1)
                T.cuda.func_call("wgmma_wait", T.address_of(C_sum_rf_reindex_local[0]), source_code="\n__device__ __forceinline__ unsigned shared_address(const void* pointer) {\n  return (unsigned)__cvta_generic_to_shared(pointer);\n}\n__device__ __forceinline__ bool first_thread() {\n  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;\n}\n// A barrier of 8 bytes per stage; `loads` copies have to arrive at each.\n__device__ __forceinline__ void tma_start(void* full, int stages, int loads) {\n  if (first_thread()) {\n    for (int stage = 0; stage < stages; ++stage)\n      asm volatile(\"mbarrier.init.shared::cta.b64 [%0], %1;\"\n                   :: \"r\"(shared_address(full) + 8 * stage), \"r\"(loads));\n    asm volatile(\"fence.mbarrier_init.release.cluster;\" ::: \"memory\");\n    asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");\n  }\n  __syncthreads();\n}\ntemplate <class Map>\n__device__ __forceinline__ void tma_load(\n    half* to, const Map& map, int column, int row, int bytes, void* full) {\n  if (first_thread()) {\n    unsigned barrier = shared_address(full);\n    asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\"\n                 :: \"r\"(barrier), \"r\"(bytes) : \"memory\");\n    asm volatile(\n        \"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes\"\n        \" [%0], [%1, {%3, %4}], [%2];\"\n        :: \"r\"(shared_address(to)), \"l\"(&map), \"r\"(barrier), \"r\"(column), \"r\"(row) : \"memory\");\n  }\n  __syncwarp();\n}\n__device__ __forceinline__ void tma_wait(void* full, int phase) {\n  asm volatile(\n      \"{\\n.reg .pred p;\\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\\n\"\n      \"@p bra DONE;\\nbra WAIT;\\nDONE:\\n}\"\n      :: \"r\"(shared_address(full)), \"r\"(phase) : \"memory\");\n}\n// Keeps the compiler from moving the sums' registers while products are under way.\n__device__ __forceinline__ void wgmma_hold(float* c) {\n  asm volatile(\"\" : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]), \"+f\"(c[4]), \"+f\"(c[5]), \"+f\"(c[6]), \"+f\"(c[7]) :: \"memory\");\n}\n__device__ __forceinline__ void wgmma_wait(float* c) {\n  asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");\n  wgmma_hold(c);\n}\n// Swizzled rows of 128 bytes, 1024 bytes from eight of them to the next eight.\n__device__ __forceinline__ unsigned long long wgmma_operand(unsigned address) {\n  return (address >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;\n}\n__device__ __forceinline__ void wgmma_m64n16k16(\n    float* c, unsigned long long a, unsigned long long b, int later) {\n  asm volatile(\n      \"{\\n.reg .pred p;\\nsetp.ne.b32 p, %10, 0;\\n\"\n      \"wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16\"\n      \" {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1, 0, 0;\\n}\"\n      : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]), \"+f\"(c[4]), \"+f\"(c[5]), \"+f\"(c[6]), \"+f\"(c[7]) : \"l\"(a), \"l\"(b), \"r\"(later));\n}\n// Starts c (+)= a b^T for 64 of K. `a` and `b` are the lane's first rows, as the schedule sees it.\n__device__ __forceinline__ void wgmma_issue(float* c, const half* a, const half* b, int later) {\n  unsigned lane = threadIdx.x;\n  unsigned long long a_at =\n      wgmma_operand(shared_address(a) - (lane / 32 * 16 + lane % 32 / 4) * 128);\n  unsigned long long b_at = wgmma_operand(shared_address(b) - lane % 4 * 2 * 128);\n  wgmma_hold(c);\n  asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");\n#pragma unroll\n  for (int k = 0; k < 4; ++k) wgmma_m64n16k16(c, a_at + 2 * k, b_at + 2 * k, later | k);\n  asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");\n  wgmma_hold(c);\n}\n// Operands stored by the block's threads: each has its stores seen by the asynchronous proxy.\n__device__ __forceinline__ void wgmma_slice(float* c, const half* a, const half* b, int later) {\n  asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");\n  __syncthreads();\n  wgmma_issue(c, a, b, later);\n  wgmma_wait(c);\n}\n// Operands that arrive at a barrier. The products stay under way until the next slice's are too.\n__device__ __forceinline__ void wgmma_slice_tma(\n    float* c, const half* a, const half* b, int later, void* full, int phase) {\n  tma_wait(full, phase);\n  wgmma_issue(c, a, b, later);\n  asm volatile(\"wgmma.wait_group.sync.aligned 1;\" ::: \"memory\");\n}\n\n__device__ __forceinline__ unsigned int4_pair(unsigned word, unsigned mask) {\n  unsigned out;\n  asm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(out) : \"r\"(word), \"r\"(mask), \"r\"(0x64006400u));\n  return out;\n}\n// Codes less the zero points of rows g and g + 8: a lane's part of 16 x 16 weights.\n__device__ __forceinline__ void int4_fragment(unsigned word, const half2* zeros, half2* out) {\n  half2 sixteenth = __half2half2(__float2half(0.0625f));\n#pragma unroll\n  for (int i = 0; i < 4; i += 2, word >>= 8) {\n    unsigned lower = int4_pair(word, 0x000f000f), upper = int4_pair(word, 0x00f000f0);\n    out[i] = __hsub2(*(half2*)&lower, zeros[0]);\n    out[i + 1] = __hfma2(*(half2*)&upper, sixteenth, zeros[1]);\n  }\n}\n__device__ __forceinline__ void int4_hold(float* c) { asm volatile(\"\" : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]), \"+f\"(c[4]), \"+f\"(c[5]), \"+f\"(c[6]), \"+f\"(c[7]) :: \"memory\"); }\n__device__ __forceinline__ void int4_wgmma(float* c, const unsigned* w, unsigned long long rows) {\n  asm volatile(\"wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, \"\n               \"{%8, %9, %10, %11}, %12, 1, 1, 1, 0;\"\n               : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]), \"+f\"(c[4]), \"+f\"(c[5]), \"+f\"(c[6]), \"+f\"(c[7]) : \"r\"(w[0]), \"r\"(w[1]), \"r\"(w[2]), \"r\"(w[3]), \"l\"(rows));\n}\n// `a` is row 2 t of A's, `w` the words of lane 4 g, `scale_zero` those of row g, as the schedule\n// sees them.\ntemplate <int fragments>\n__device__ __forceinline__ void int4_group_wgmma(float* c, const half* a, const int* w,\n                                                 const half* scale_zero, int w_fragment, void* full,\n                                                 int phase) {\n  int t = threadIdx.x & 3;\n  unsigned address = (unsigned)__cvta_generic_to_shared(a) - 2 * t * 128;\n  w += 4 * t;\n  half2 scales[fragments][2], zeros[fragments][2];\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 2; ++i) {\n      half2 both = *(const half2*)(scale_zero + (16 * n + 8 * i) * 2);\n      scales[n][i] = __half2half2(__low2half(both));\n      half zero = __high2half(both), known = __float2half(i ? -64.0f : 1024.0f);\n      zeros[n][i] = __half2half2(i ? __hsub(known, zero) : __hadd(known, zero));\n    }\n  tma_wait(full, phase);\n  uint4 words[fragments];\n#pragma unroll\n  for (int k = 0; k < 4; ++k) {  // 32 of K\n    unsigned long long rows = wgmma_operand(address + k / 2 * 16 * 128) + k % 2 * 4;\n    unsigned weights[fragments][2][4];\n#pragma unroll\n    for (int n = 0; n < fragments; ++n) {\n      if (k % 2 == 0) words[n] = *(const uint4*)(w + n * w_fragment + k / 2 * 128);\n#pragma unroll\n      for (int q = 0; q < 2; ++q) {\n        half2 values[4];\n        int4_fragment((&words[n].x)[k % 2 * 2 + q], zeros[n], values);\n#pragma unroll\n        for (int i = 0; i < 4; ++i) {\n          half2 scaled = __hmul2(values[i], scales[n][i & 1]);\n          weights[n][q][i] = *(unsigned*)&scaled;\n          asm volatile(\"\" : \"+r\"(weights[n][q][i]) :: \"memory\");\n        }\n      }\n    }\n#pragma unroll\n    for (int n = 0; n < fragments; ++n) int4_hold(c + n * 8);\n    asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");\n#pragma unroll\n    for (int q = 0; q < 2; ++q)\n#pragma unroll\n      for (int n = 0; n < fragments; ++n)\n        int4_wgmma(c + n * 8, weights[n][q], rows + 2 * q);\n    asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");\n  }\n  asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");\n#pragma unroll\n  for (int n = 0; n < fragments; ++n) int4_hold(c + n * 8);\n}\n")
                for j, i, p in T.grid(2, 2, 2):
                    cse_v28: T.let[T.int32] = j * 4 + i * 2 + p
                    C_sum_rf_reindex_local_1[j * 4 + i * 2 + p] = C_sum_rf_reindex_local[j * 4 + i * 2 + p]
                for ax4, ax5, ax6 in T.grid(2, 2, 2):
                    C_sum_rf[blockIdx_z * 131072 + ax4 * 65536 + (threadIdx_x & 3) * 16384 + ax6 * 8192 + blockIdx_x * 128 + threadIdx_y * 16 + ax5 * 8 + (threadIdx_x >> 2)] = C_sum_rf_reindex_local_1[ax4 * 4 + ax5 * 2 + ax6]

    @T.prim_func(s_tir=True)
    def main_kernel_1(C_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.max_registers": 255, "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
            C_sum_local = T.alloc_local((1,), "float32x4")
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.Broadcast(T.float32(0.0), 4)
                cse_v14: T.let[T.int32] = blockIdx_x * 512
                cse_v15: T.let[T.int32] = threadIdx_x * 4
                for ax0 in T.unroll(4):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[T.Ramp(ax0 * 131072 + blockIdx_x * 512 + threadIdx_x * 4, 1, 4)]
                C[blockIdx_x * 512 + threadIdx_x * 4:blockIdx_x * 512 + threadIdx_x * 4 + 4] = T.Cast("float16x4", C_sum_local[0])
