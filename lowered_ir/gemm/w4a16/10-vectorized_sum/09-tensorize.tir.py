# gemm/w4a16:vectorized_sum:tensorize
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: codes are converted to float16 in pairs in registers; eight MMAs per row and group
# since the previous step:
#   sch.tensorize(block_or_loop=b74, tensor_intrin="int4_group_2_2_shared.dyn", preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_rf = T.sblock_alloc_buffer((4, 16, 512, 2, 8))
        C_sum_local = T.sblock_alloc_buffer((16, 512, 2, 8), scope="local")
        C_sum_rf_reindex_local = T.sblock_alloc_buffer((4, 256, 8, 4, 2, 2, 2, 2), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16, 8192), "float16", scope="shared.dyn")
        W_shared_dyn = T.sblock_alloc_buffer((512, 128, 32, 4), "int32", scope="shared.dyn")
        scale_zero_shared_dyn = T.sblock_alloc_buffer((64, 8192, 2), "float16", scope="shared.dyn")
        for ax1 in T.thread_binding(1, thread="blockIdx.y"):
            for ax2_0 in T.thread_binding(64, thread="blockIdx.x"):
                for ax0 in T.thread_binding(4, thread="blockIdx.z"):
                    for ax2_1 in T.thread_binding(4, thread="threadIdx.y"):
                        for ax3_ax4_fused in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("C_sum_rf_o_init"):
                                v0_o, v1_o = T.axis.remap("SS", [ax0, ax1])
                                v2_o = T.axis.spatial(256, ax2_0 * 4 + ax2_1)
                                v3_o = T.axis.spatial(8, ax3_ax4_fused // 4)
                                v4_o = T.axis.spatial(4, ax3_ax4_fused % 4)
                                v5_o = T.axis.spatial(1, 0)
                                v6_o = T.axis.spatial(1, 0)
                                v7_o = T.axis.spatial(1, 0)
                                v8_o = T.axis.spatial(1, 0)
                                T.reads()
                                T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2, 0:2])
                                for ax5 in T.serial(2, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                                    for ax6, ax7, ax8 in T.grid(2, 2, 2):
                                        with T.sblock("C_sum_rf_init"):
                                            v5_i_init, v6_i_init, v7_i_init, v8_i_init = T.axis.remap("SSSS", [ax5, ax6, ax7, ax8])
                                            T.reads()
                                            T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init, v8_i_init])
                                            C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init, v8_i_init] = T.float32(0.0)
                            for ax9 in range(16):
                                for ax0_ax1_fused_0 in range(2):
                                    for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(16, (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 128)
                                                        v1 = T.axis.spatial(8192, ax0 * 2048 + ax9 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 128)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 128, 32]]})
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_ax2_ax3_fused_0 in range(4):
                                    for ax0_ax1_ax2_ax3_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_ax2_ax3_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_ax2_ax3_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_ax2_ax3_fused_4 in T.vectorized(4):
                                                    with T.sblock("W_shared.dyn"):
                                                        v0 = T.axis.spatial(512, ax2_0 * 8 + (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) // 256)
                                                        v1 = T.axis.spatial(128, ax0 * 32 + ax9 * 2 + (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 256 // 128)
                                                        v2 = T.axis.spatial(32, (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 128 // 4)
                                                        v3 = T.axis.spatial(4, (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 4)
                                                        T.reads(W[v0, v1, v2, v3])
                                                        T.writes(W_shared_dyn[v0, v1, v2, v3])
                                                        W_shared_dyn[v0, v1, v2, v3] = W[v0, v1, v2, v3]
                                for ax0_ax1_ax2_fused_0 in range(1):
                                    for ax0_ax1_ax2_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_ax2_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_ax2_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_ax2_fused_4 in T.vectorized(8):
                                                    with T.sblock("scale_zero_shared.dyn"):
                                                        v0 = T.axis.spatial(64, ax0 * 16 + ax9)
                                                        v1 = T.axis.spatial(8192, ax2_0 * 128 + (ax0_ax1_ax2_fused_0 * 1024 + ax0_ax1_ax2_fused_1 * 1024 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) // 2)
                                                        v2 = T.axis.spatial(2, (ax0_ax1_ax2_fused_0 * 1024 + ax0_ax1_ax2_fused_1 * 1024 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) % 2)
                                                        T.where((((ax0_ax1_ax2_fused_0 + ax0_ax1_ax2_fused_1) * 4 + ax0_ax1_ax2_fused_2) * 32 + ax0_ax1_ax2_fused_3) * 8 + ax0_ax1_ax2_fused_4 < 256)
                                                        T.reads(scale_zero[v0, v1, v2])
                                                        T.writes(scale_zero_shared_dyn[v0, v1, v2])
                                                        scale_zero_shared_dyn[v0, v1, v2] = scale_zero[v0, v1, v2]
                                with T.sblock("C_sum_rf_o_update"):
                                    v0_o, v1_o = T.axis.remap("SS", [ax0, ax1])
                                    v2_o = T.axis.spatial(256, ax2_0 * 4 + ax2_1)
                                    v3_o = T.axis.spatial(8, ax3_ax4_fused // 4)
                                    v4_o = T.axis.spatial(4, ax3_ax4_fused % 4)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    v8_o = T.axis.spatial(1, 0)
                                    v9_o = T.axis.reduce(16, ax9)
                                    v10_o = T.axis.reduce(1, 0)
                                    v11_o = T.axis.reduce(1, 0)
                                    v12_o = T.axis.reduce(1, 0)
                                    v13_o = T.axis.reduce(1, 0)
                                    v14_o = T.axis.reduce(1, 0)
                                    v15_o = T.axis.reduce(1, 0)
                                    T.reads(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2, 0:2], A_shared_dyn[v4_o * 2:v4_o * 2 + 10, v0_o * 2048 + v9_o * 128:v0_o * 2048 + v9_o * 128 + 128], W_shared_dyn[v2_o * 2:v2_o * 2 + 2, v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v3_o * 4:v3_o * 4 + 4, 0:4], scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 32 + v3_o:v2_o * 32 + v3_o + 25, 0:2])
                                    T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2, 0:2])
                                    A_1 = T.match_buffer(A_shared_dyn[v4_o * 2:v4_o * 2 + 10, v0_o * 2048 + v9_o * 128:v0_o * 2048 + v9_o * 128 + 128], (10, 128), "float16", strides=("a_row", "a_one"), scope="shared.dyn", offset_factor=1)
                                    W_1 = T.match_buffer(W_shared_dyn[v2_o * 2:v2_o * 2 + 2, v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v3_o * 4:v3_o * 4 + 4, 0:4], (2, 2, 4, 4), "int32", strides=("w_fragment", "w_part", "w_lane", "w_one"), scope="shared.dyn", offset_factor=1)
                                    S = T.match_buffer(scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 32 + v3_o:v2_o * 32 + v3_o + 25, 0:2], (25, 2), "float16", scope="shared.dyn", offset_factor=1)
                                    C_1 = T.match_buffer(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2, 0:2], (2, 2, 2, 2), scope="local", offset_factor=1)
                                    T.cuda.func_call("int4_group<2, 2>", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 16, 3), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 10, 1), T.tvm_access_ptr(T.type_annotation("int32"), W_1.data, W_1.elem_offset, W_1.strides[0] * 2, 1), T.tvm_access_ptr(T.type_annotation("float16"), S.data, S.elem_offset, 50, 1), A_1.strides[0], W_1.strides[0], source_code="\n__device__ __forceinline__ unsigned int4_pair(unsigned word, unsigned mask) {\n  unsigned out;\n  asm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(out) : \"r\"(word), \"r\"(mask), \"r\"(0x64006400u));\n  return out;\n}\n// Codes less the zero points of rows g and g + 8: a lane's part of 16 x 16 weights.\n__device__ __forceinline__ void int4_fragment(unsigned word, const half2* zeros, half2* out) {\n  half2 sixteenth = __half2half2(__float2half(0.0625f));\n#pragma unroll\n  for (int i = 0; i < 4; i += 2, word >>= 8) {\n    unsigned lower = int4_pair(word, 0x000f000f), upper = int4_pair(word, 0x00f000f0);\n    out[i] = __hsub2(*(half2*)&lower, zeros[0]);\n    out[i + 1] = __hfma2(*(half2*)&upper, sixteenth, zeros[1]);\n  }\n}\n__device__ __forceinline__ void int4_product(float* d, const half2* values, unsigned x0,\n                                             unsigned x1) {\n  const unsigned* w = (const unsigned*)values;\n  asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \"\n      \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n      : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])\n      : \"r\"(w[0]), \"r\"(w[1]), \"r\"(w[2]), \"r\"(w[3]), \"r\"(x0), \"r\"(x1));\n}\n// `a` is row 2 t of the lane's, `w` the words of lane 4 g, `scale_zero` those of row g, as the\n// schedule sees them.\ntemplate <int fragments, int eights>\n__device__ __forceinline__ void int4_group(float* c, const half* a, const int* w,\n                                           const half* scale_zero, int a_row, int w_fragment) {\n  // With many rows a scale is in more sums than weights, and sums of the group alone are registers.\n  constexpr bool early = eights > 2;\n  int g = threadIdx.x >> 2, t = threadIdx.x & 3;\n  a += (g - 2 * t) * a_row + 8 * t;\n  w += 4 * t;\n  float group[fragments * eights * 4] = {};\n  float* sums = early ? c : group;\n  half2 scales[fragments][2], zeros[fragments][2];\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 2; ++i) {\n      half2 both = *(const half2*)(scale_zero + (16 * n + 8 * i) * 2);\n      scales[n][i] = __half2half2(__low2half(both));\n      half zero = __high2half(both), known = __float2half(i ? -64.0f : 1024.0f);\n      zeros[n][i] = __half2half2(i ? __hsub(known, zero) : __hadd(known, zero));\n    }\n#pragma unroll\n  for (int k = 0; k < 2; ++k) {\n    uint4 words[fragments];\n#pragma unroll\n    for (int n = 0; n < fragments; ++n) words[n] = *(const uint4*)(w + n * w_fragment + k * 128);\n#pragma unroll\n    for (int h = 0; h < 2; ++h) {\n      uint4 values[eights];\n#pragma unroll\n      for (int m = 0; m < eights; ++m)\n        values[m] = *(const uint4*)(a + m * 8 * a_row + k * 64 + h * 32);\n#pragma unroll\n      for (int q = 0; q < 2; ++q)\n#pragma unroll\n        for (int n = 0; n < fragments; ++n) {\n          half2 weights[4];\n          int4_fragment((&words[n].x)[2 * h + q], zeros[n], weights);\n#pragma unroll\n          for (int i = 0; i < 4; ++i)\n            if (early) weights[i] = __hmul2(weights[i], scales[n][i & 1]);\n#pragma unroll\n          for (int m = 0; m < eights; ++m)\n            int4_product(sums + (n * eights + m) * 4, weights, (&values[m].x)[2 * q],\n                         (&values[m].x)[2 * q + 1]);\n        }\n    }\n  }\n  if (early) return;\n#pragma unroll\n  for (int n = 0; n < fragments; ++n)\n#pragma unroll\n    for (int i = 0; i < 4 * eights; ++i)\n      c[n * eights * 4 + i] += __low2float(scales[n][i / 2 % 2]) * group[n * eights * 4 + i];\n}\n")
                            for ax0_1, ax1_1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 2, 2, 2, 2):
                                with T.sblock("C_sum.rf_reindex"):
                                    v0 = T.axis.spatial(4, ax0 + ax0_1)
                                    v1 = T.axis.spatial(256, ax2_0 * 4 + ax2_1 + ax1_1)
                                    v2 = T.axis.spatial(8, ax3_ax4_fused // 4 + ax2)
                                    v3 = T.axis.spatial(4, ax3_ax4_fused % 4 + ax3)
                                    v4, v5, v6, v7 = T.axis.remap("SSSS", [ax4, ax5, ax6, ax7])
                                    T.reads(C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C_sum_rf[v0, v5 * 8 + v3 * 2 + v7, v1 * 2 + v4, v6, v2])
                                    C_sum_rf[v0, v5 * 8 + v3 * 2 + v7, v1 * 2 + v4, v6, v2] = C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7]
        for ax0_ax1_ax2_ax3_0_fused_0 in T.thread_binding(256, thread="blockIdx.x"):
            for ax0_ax1_ax2_ax3_0_fused_1 in T.thread_binding(128, thread="threadIdx.x"):
                for ax1_init, ax2_init, ax3_init in T.grid(1, 1, 1):
                    for ax4_init in T.vectorized(4):
                        with T.sblock("C_sum_init"):
                            v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_0_fused_0 // 16 + ax1_init)
                            v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_0_fused_0 % 16 * 32 + ax0_ax1_ax2_ax3_0_fused_1 // 4 + ax2_init)
                            v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_0_fused_1 % 4 // 2 + ax3_init)
                            v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_0_fused_1 % 2 * 4 + ax4_init)
                            T.reads()
                            T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                            C_sum_local[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                for ax0 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                    for ax1, ax2, ax3 in T.grid(1, 1, 1):
                        for ax4 in T.vectorized(4):
                            with T.sblock("C_sum_update"):
                                vk_0 = T.axis.reduce(4, ax0)
                                v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_0_fused_0 // 16 + ax1)
                                v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_0_fused_0 % 16 * 32 + ax0_ax1_ax2_ax3_0_fused_1 // 4 + ax2)
                                v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_0_fused_1 % 4 // 2 + ax3)
                                v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_0_fused_1 % 2 * 4 + ax4)
                                T.reads(C_sum_local[v_i, v_i0, v_i1, v_i2], C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                                T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                                C_sum_local[v_i, v_i0, v_i1, v_i2] = C_sum_local[v_i, v_i0, v_i1, v_i2] + C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2]
                for ax3_1 in T.vectorized(4):
                    with T.sblock("C_sum_local"):
                        v0 = T.axis.spatial(16, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) // 2048)
                        v1 = T.axis.spatial(512, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 2048 // 4)
                        v2 = T.axis.spatial(2, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 4 // 2)
                        v3 = T.axis.spatial(8, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 2 * 4 + ax3_1)
                        T.reads(C_sum_local[v0, v1, v2, v3])
                        T.writes(C[v0, v3 + v2 * 8 + v1 * 16])
                        C[v0, v3 + v2 * 8 + v1 * 16] = T.Cast("float16", C_sum_local[v0, v1, v2, v3])
