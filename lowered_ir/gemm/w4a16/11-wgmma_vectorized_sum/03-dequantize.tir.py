# gemm/w4a16:wgmma_vectorized_sum:dequantize
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: weights become float16 where they are used: memory holds only codes
# since the previous step:
#   b43 = sch.get_sblock(name="W_value", func_name="main")
#   sch.compute_inline(block=b43)

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
        for k_0, i, i0, i1, i2, k_1, k_2 in T.grid(4, 16, 512, 2, 8, 16, 128):
            with T.sblock("C_sum_rf"):
                vk_0, v_i, v_i0, v_i1, v_i2, vk_1, vk_2 = T.axis.remap("SSSSSRR", [k_0, i, i0, i1, i2, k_1, k_2])
                T.reads(A[v_i, vk_0 * 2048 + vk_1 * 128 + vk_2], W[v_i0, (vk_0 * 2048 + vk_1 * 128 + vk_2) // 64, v_i2 * 4 + (vk_0 * 2048 + vk_1 * 128 + vk_2) % 8 // 2, (vk_0 * 2048 + vk_1 * 128 + vk_2) % 64 // 16], scale_zero[vk_0 * 16 + vk_2 // 128 + vk_1, v_i0 * 16 + v_i1 * 8 + v_i2, 0:2])
                T.writes(C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                with T.init():
                    C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2] = C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2] + T.Cast("float32", A[v_i, vk_0 * 2048 + vk_1 * 128 + vk_2]) * T.Cast("float32", (T.Cast("float16", W[v_i0, (vk_0 * 2048 + vk_1 * 128 + vk_2) // 64, v_i2 * 4 + (vk_0 * 2048 + vk_1 * 128 + vk_2) % 8 // 2, (vk_0 * 2048 + vk_1 * 128 + vk_2) % 64 // 16] >> (vk_0 * 2048 + vk_1 * 128 + vk_2) % 2 * 16 + (vk_0 * 2048 + vk_1 * 128 + vk_2) % 16 // 8 * 8 + v_i1 * 4 & 15) - scale_zero[(vk_0 * 2048 + vk_1 * 128 + vk_2) // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 1]) * scale_zero[(vk_0 * 2048 + vk_1 * 128 + vk_2) // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0])
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
