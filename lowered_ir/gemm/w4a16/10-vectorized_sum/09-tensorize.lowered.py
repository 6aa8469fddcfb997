# gemm/w4a16:vectorized_sum:tensorize
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: codes are converted to float16 in pairs in registers; eight MMAs per row and group
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# launch main_kernel: grid 64 x 1 x 4, block 32 x 4 x 1, shared 0 B static + 13824 B dynamic
# launch main_kernel_1: grid 256 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global"), W_ptr: T.handle("int32", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "blockIdx.z", "threadIdx.y", "threadIdx.x", "threadIdx.z", "tirx.use_dyn_shared_memory"], "tirx.max_registers": 255, "tirx.noalias": True})
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((13824,), "uint8", scope="shared.dyn")
            scale_zero_shared_dyn = T.decl_buffer((256,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            W_shared_dyn = T.decl_buffer((2048,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((2560,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_rf_reindex_local = T.alloc_local((16,))
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                blockIdx_z = T.launch_thread("blockIdx.z", 4)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                for ax5 in T.unroll(2):
                    for ax6 in T.unroll(2):
                        for ax7 in T.unroll(2):
                            for ax8 in T.unroll(2):
                                C_sum_rf_reindex_local[ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                cse_v4: T.let[T.int32] = threadIdx_x & 3
                cse_v5: T.let[T.int32] = threadIdx_x >> 2
                for ax9 in range(16):
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(2):
                        cse_v1: T.let[T.int32] = threadIdx_x >> 4
                        cse_v8: T.let[T.int32] = (threadIdx_x & 15) * 8
                        A_shared_dyn[ax0_ax1_fused_0 * 1280 + threadIdx_y * 320 + (threadIdx_x >> 4) * 160 + (threadIdx_x & 15) * 8 + 256:ax0_ax1_fused_0 * 1280 + threadIdx_y * 320 + (threadIdx_x >> 4) * 160 + (threadIdx_x & 15) * 8 + 256 + 8] = A[T.Ramp(ax0_ax1_fused_0 * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 4) * 8192 + blockIdx_z * 2048 + ax9 * 128 + (threadIdx_x & 15) * 8, 1, 8)]
                    for ax0_ax1_ax2_ax3_fused_0 in range(4):
                        cse_v2: T.let[T.int32] = threadIdx_x * 4
                        W_shared_dyn[ax0_ax1_ax2_ax3_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 1408:ax0_ax1_ax2_ax3_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 1408 + 4] = W[T.Ramp(blockIdx_x * 131072 + ax0_ax1_ax2_ax3_fused_0 * 32768 + (threadIdx_y >> 1) * 16384 + blockIdx_z * 4096 + ax9 * 256 + (threadIdx_y & 1) * 128 + threadIdx_x * 4, 1, 4)]
                    if threadIdx_y < 1:
                        cse_v3: T.let[T.int32] = threadIdx_x * 8
                        scale_zero_shared_dyn[threadIdx_x * 8:threadIdx_x * 8 + 8] = scale_zero[T.Ramp(blockIdx_z * 262144 + ax9 * 16384 + blockIdx_x * 256 + threadIdx_x * 8, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    T.cuda.func_call("int4_group<2, 2>", T.address_of(C_sum_rf_reindex_local[0]), T.address_of(A_shared_dyn[(threadIdx_x & 3) * 320 + 256]), T.address_of(W_shared_dyn[threadIdx_y * 512 + (threadIdx_x >> 2) * 16 + 1408]), T.address_of(scale_zero_shared_dyn[threadIdx_y * 64 + (threadIdx_x >> 2) * 2]), 160, 256, source_code="\n__device__ __forceinline__ unsigned int4_pair(unsigned word, unsigned mask) {\n  unsigned out;\n  asm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(out) : \"r\"(word), \"r\"(mask), \"r\"(0x64006400u));\n  return out;\n}\n// Codes less the zero points of rows g and g + 8: a lane's part of 16 x 16 weights.\n__device__ __forceinline__ void int4_fragment(unsigned word, const half2* zeros, half2* out) {\n  half2 sixteenth = __half2half2(__float2half(0.0625f));\n#pragma unroll\n  for (int i = 0; i < 4; i += 2, word >>= 8) {\n    unsigned lower = int4_pair(word, 0x000f000f), upper = int4_pair(word, 0x00f000f0);\n    out[i] = __hsub2(*(half2*)&lower, zeros[0]);\n    out[i + 1] = __hfma2(*(half2*)&upper, sixteenth, zeros[1]);\n  }\n}\n__device__ __forceinline__ void int4_product(float* d, const half2* values, unsigned x0,\n                                             unsigned x1) {\n  const unsigned* w = (const unsigned*)values;\n  asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \"\n      \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n      : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])\n      : \"r\"(w[0]), \"r\"(w[1]), \"r\"(w[2]), \"r\"(w[3]), \"r\"(x0), \"r\"(x1));\n}\n// `a` is row 2 t of the lane's, `w` the words of lane 4 g, `scale_zero` those of row g, as the\n// schedule sees them.\ntemplate <int fragments, int eights>\n__device__ __forceinline__ void int4_group(float* c, const half* a, const int* w,\n                                           const half* scale_zero, int a_row, int w_fragment) {\n  // With many rows a scale is in more sums than weights, and sums of the group alone are registers.\n  constexpr bool early = eights > 2;\n  int g = threadIdx.x >> 2, t = threadIdx.x & 3;\n  a += (g - 2 * t) * a_row + 8 * t;\n  w += 4 * t;\n  float group[fragments * eights * 4] = {};\n  float* sums = early ? c : group;\n  half2 scales[fragments][2], zeros[fragments][2];\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 2; ++i) {\n      half2 both = *(const half2*)(scale_zero + (16 * n + 8 * i) * 2);\n      scales[n][i] = __half2half2(__low2half(both));\n      half zero = __high2half(both), known = __float2half(i ? -64.0f : 1024.0f);\n      zeros[n][i] = __half2half2(i ? __hsub(known, zero) : __hadd(known, zero));\n    }\n#pragma unroll\n  for (int k = 0; k < 2; ++k) {\n    uint4 words[fragments];\n#pragma unroll\n    for (int n = 0; n < fragments; ++n) words[n] = *(const uint4*)(w + n * w_fragment + k * 128);\n#pragma unroll\n    for (int h = 0; h < 2; ++h) {\n      uint4 values[eights];\n#pragma unroll\n      for (int m = 0; m < eights; ++m)\n        values[m] = *(const uint4*)(a + m * 8 * a_row + k * 64 + h * 32);\n#pragma unroll\n      for (int q = 0; q < 2; ++q)\n#pragma unroll\n        for (int n = 0; n < fragments; ++n) {\n          half2 weights[4];\n          int4_fragment((&words[n].x)[2 * h + q], zeros[n], weights);\n#pragma unroll\n          for (int i = 0; i < 4; ++i)\n            if (early) weights[i] = __hmul2(weights[i], scales[n][i & 1]);\n#pragma unroll\n          for (int m = 0; m < eights; ++m)\n            int4_product(sums + (n * eights + m) * 4, weights, (&values[m].x)[2 * q],\n                         (&values[m].x)[2 * q + 1]);\n        }\n    }\n  }\n  if (early) return;\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 4 * eights; ++i)\n      c[n * eights * 4 + i] += __low2float(scales[n][i / 2 % 2]) * group[n * eights * 4 + i];\n}\n")
                for ax4, ax5, ax6, ax7 in T.grid(2, 2, 2, 2):
                    C_sum_rf[blockIdx_z * 131072 + ax5 * 65536 + (threadIdx_x & 3) * 16384 + ax7 * 8192 + blockIdx_x * 128 + threadIdx_y * 32 + ax4 * 16 + ax6 * 8 + (threadIdx_x >> 2)] = C_sum_rf_reindex_local[ax4 * 8 + ax5 * 4 + ax6 * 2 + ax7]

    @T.prim_func(s_tir=True)
    def main_kernel_1(C_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.max_registers": 255, "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
            C_sum_local = T.alloc_local((1,), "float32x4")
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.Broadcast(T.float32(0.0), 4)
                cse_v6: T.let[T.int32] = blockIdx_x * 512
                cse_v7: T.let[T.int32] = threadIdx_x * 4
                for ax0 in T.unroll(4):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[T.Ramp(ax0 * 131072 + blockIdx_x * 512 + threadIdx_x * 4, 1, 4)]
                C[blockIdx_x * 512 + threadIdx_x * 4:blockIdx_x * 512 + threadIdx_x * 4 + 4] = T.Cast("float16x4", C_sum_local[0])
