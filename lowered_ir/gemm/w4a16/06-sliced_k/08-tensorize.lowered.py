# gemm/w4a16:sliced_k:tensorize
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: codes are converted to float16 in pairs in registers; eight MMAs per row and group
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops k_1, i, i0, i1, i2); C_sum_local (loops
#     ax0, ax1, ax2, ax3); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_rf = T.alloc_buffer((1048576,))
        C_sum_local = T.alloc_local((131072,))
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        C_sum_rf_1 = C_sum_rf.view(131072)
        C_sum_rf_2 = T.decl_buffer((1048576,), data=C_sum_rf.data)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((68608,), "uint8", scope="shared.dyn")
            scale_zero_shared_dyn = T.decl_buffer((1024,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            W_shared_dyn = T.decl_buffer((8192,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((16896,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_rf_reindex_local = T.alloc_local((32,))
            with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
                threadIdx_z = T.launch_thread("threadIdx.z", 8)
                threadIdx_y = T.launch_thread("threadIdx.y", 1)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                for ax5 in T.unroll(4):
                    for ax6 in T.unroll(2):
                        for ax7 in T.unroll(2):
                            for ax8 in T.unroll(2):
                                C_sum_rf_reindex_local[ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                cse_v6: T.let[T.int32] = threadIdx_x % 4
                cse_v7: T.let[T.int32] = threadIdx_x // 4
                for ax9 in range(8):
                    cse_v2: T.let[T.int32] = threadIdx_x * 8
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(8):
                        cse_v1: T.let[T.int32] = threadIdx_z // 4
                        cse_v11: T.let[T.int32] = threadIdx_z % 4 * 256
                        A_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 2112 + cse_v1 * 1056 + cse_v11 + cse_v2, 1, 8) + T.Broadcast(17408, 8)] = A_1[T.Ramp(ax0_ax1_fused_0 * 16384 + cse_v1 * 8192 + ax9 * 1024 + cse_v11 + cse_v2, 1, 8)]
                    cse_v3: T.let[T.int32] = threadIdx_z * 128
                    for ax0_ax1_ax2_ax3_fused_0 in range(8):
                        cse_v4: T.let[T.int32] = threadIdx_x * 4
                        W_shared_dyn[T.Ramp(ax0_ax1_ax2_ax3_fused_0 * 1024 + cse_v3 + cse_v4, 1, 4) + T.Broadcast(512, 4)] = W_1[T.Ramp(blockIdx_x * 65536 + ax0_ax1_ax2_ax3_fused_0 // 2 * 16384 + ax9 * 2048 + ax0_ax1_ax2_ax3_fused_0 % 2 * 1024 + cse_v3 + cse_v4, 1, 4)]
                    cse_v5: T.let[T.int32] = threadIdx_z * 256
                    if threadIdx_z < 4:
                        scale_zero_shared_dyn[T.Ramp(cse_v5 + cse_v2, 1, 8) + T.Broadcast(0, 8)] = scale_zero_1[T.Ramp(ax9 * 131072 + threadIdx_z * 32768 + threadIdx_x // 16 * 16384 + blockIdx_x * 128 + threadIdx_x % 16 * 8, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    T.cuda.func_call("int4_group<4, 2>", T.tvm_access_ptr(T.type_annotation("float32"), C_sum_rf_reindex_local, 0, 32, 3), T.tvm_access_ptr(T.type_annotation("float16"), A_shared_dyn.data, 17408 + (cse_v6 * 2112 + cse_v3), 10560, 1), T.tvm_access_ptr(T.type_annotation("int32"), W_shared_dyn.data, 512 + (cse_v5 + cse_v7 * 16), 8192, 1), T.tvm_access_ptr(T.type_annotation("float16"), scale_zero_shared_dyn.data, cse_v3 + cse_v7 * 2, 114, 1), 1056, 2048, source_code="\n__device__ __forceinline__ unsigned int4_pair(unsigned word, unsigned mask) {\n  unsigned out;\n  asm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(out) : \"r\"(word), \"r\"(mask), \"r\"(0x64006400u));\n  return out;\n}\n// Codes less the zero points of rows g and g + 8: a lane's part of 16 x 16 weights.\n__device__ __forceinline__ void int4_fragment(unsigned word, const half2* zeros, half2* out) {\n  half2 sixteenth = __half2half2(__float2half(0.0625f));\n#pragma unroll\n  for (int i = 0; i < 4; i += 2, word >>= 8) {\n    unsigned lower = int4_pair(word, 0x000f000f), upper = int4_pair(word, 0x00f000f0);\n    out[i] = __hsub2(*(half2*)&lower, zeros[0]);\n    out[i + 1] = __hfma2(*(half2*)&upper, sixteenth, zeros[1]);\n  }\n}\n__device__ __forceinline__ void int4_product(float* d, const half2* values, unsigned x0,\n                                             unsigned x1) {\n  const unsigned* w = (const unsigned*)values;\n  asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \"\n      \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n      : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])\n      : \"r\"(w[0]), \"r\"(w[1]), \"r\"(w[2]), \"r\"(w[3]), \"r\"(x0), \"r\"(x1));\n}\n// `a` is row 2 t of the lane's, `w` the words of lane 4 g, `scale_zero` those of row g, as the\n// schedule sees them.\ntemplate <int fragments, int eights>\n__device__ __forceinline__ void int4_group(float* c, const half* a, const int* w,\n                                           const half* scale_zero, int a_row, int w_fragment) {\n  // With many rows a scale is in more sums than weights, and sums of the group alone are registers.\n  constexpr bool early = eights > 2;\n  int g = threadIdx.x >> 2, t = threadIdx.x & 3;\n  a += (g - 2 * t) * a_row + 8 * t;\n  w += 4 * t;\n  float group[fragments * eights * 4] = {};\n  float* sums = early ? c : group;\n  half2 scales[fragments][2], zeros[fragments][2];\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 2; ++i) {\n      half2 both = *(const half2*)(scale_zero + (16 * n + 8 * i) * 2);\n      scales[n][i] = __half2half2(__low2half(both));\n      half zero = __high2half(both), known = __float2half(i ? -64.0f : 1024.0f);\n      zeros[n][i] = __half2half2(i ? __hsub(known, zero) : __hadd(known, zero));\n    }\n#pragma unroll\n  for (int k = 0; k < 2; ++k) {\n    uint4 words[fragments];\n#pragma unroll\n    for (int n = 0; n < fragments; ++n) words[n] = *(const uint4*)(w + n * w_fragment + k * 128);\n#pragma unroll\n    for (int h = 0; h < 2; ++h) {\n      uint4 values[eights];\n#pragma unroll\n      for (int m = 0; m < eights; ++m)\n        values[m] = *(const uint4*)(a + m * 8 * a_row + k * 64 + h * 32);\n#pragma unroll\n      for (int q = 0; q < 2; ++q)\n#pragma unroll\n        for (int n = 0; n < fragments; ++n) {\n          half2 weights[4];\n          int4_fragment((&words[n].x)[2 * h + q], zeros[n], weights);\n#pragma unroll\n          for (int i = 0; i < 4; ++i)\n            if (early) weights[i] = __hmul2(weights[i], scales[n][i & 1]);\n#pragma unroll\n          for (int m = 0; m < eights; ++m)\n            int4_product(sums + (n * eights + m) * 4, weights, (&values[m].x)[2 * q],\n                         (&values[m].x)[2 * q + 1]);\n        }\n    }\n  }\n  if (early) return;\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 4 * eights; ++i)\n      c[n * eights * 4 + i] += __low2float(scales[n][i / 2 % 2]) * group[n * eights * 4 + i];\n}\n")
                for ax4, ax5, ax6, ax7 in T.grid(4, 2, 2, 2):
                    C_sum_rf_2[threadIdx_z * 131072 + ax5 * 65536 + cse_v6 * 16384 + ax7 * 8192 + blockIdx_x * 64 + ax4 * 16 + ax6 * 8 + cse_v7] = C_sum_rf_reindex_local[ax4 * 8 + ax5 * 4 + ax6 * 2 + ax7]
        for k_1, i, i0, i1, i2 in T.grid(8, 16, 512, 2, 8):
            cse_v8: T.let[T.int32] = i * 8192
            cse_v9: T.let[T.int32] = i0 * 16
            cse_v10: T.let[T.int32] = i1 * 8
            cse_v13: T.let[T.int32] = cse_v8 + cse_v9 + cse_v10 + i2
            if k_1 == 0:
                C_sum_local[cse_v13] = T.float32(0.0)
            C_sum_local[cse_v13] = C_sum_local[cse_v13] + C_sum_rf_2[k_1 * 131072 + cse_v8 + cse_v9 + cse_v10 + i2]
        for ax0, ax1, ax2, ax3 in T.grid(16, 512, 2, 8):
            cse_v14: T.let[T.int32] = ax0 * 8192 + ax1 * 16 + ax2 * 8 + ax3
            C_sum_rf_1[cse_v14] = C_sum_local[cse_v14]
        for i, j in T.grid(16, 8192):
            cse_v12: T.let[T.int32] = i * 8192 + j
            C_1[cse_v12] = T.Cast("float16", C_sum_rf_1[cse_v12])
