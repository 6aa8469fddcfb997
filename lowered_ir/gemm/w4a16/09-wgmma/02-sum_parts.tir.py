# gemm/w4a16:wgmma:sum_parts
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: a result per thread, added in the order of the parts: reproducible bits
# since the previous step:
#   b12 = sch.get_sblock(name="C_sum", func_name="main")
#   b13, = sch.get_consumers(block=b12)
#   l14, l15, l16, l17 = sch.get_loops(block=b13)
#   l18 = sch.fuse(l14, l15, l16, l17, preserve_unit_iters=True)
#   l19, l20 = sch.split(loop=l18, factors=[None, 128], preserve_unit_iters=True, disable_predication=False)
#   sch.bind(loop=l19, thread_axis="blockIdx.x")
#   sch.bind(loop=l20, thread_axis="threadIdx.x")
#   b21 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.compute_at(block=b21, loop=l20, preserve_unit_loops=True, index=-1)
#   b22 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_inline(block=b22)
#   b23 = sch.get_sblock(name="C_sum", func_name="main")
#   l24, l25, l26, l27, l28, l29, l30 = sch.get_loops(block=b23)
#   sch.annotate(block_or_loop=l26, ann_key="pragma_auto_unroll_max_step", ann_val=8192)
#   sch.annotate(block_or_loop=l26, ann_key="pragma_unroll_explicit", ann_val=0)
#   b31 = sch.get_sblock(name="C_sum", func_name="main")
#   b32 = sch.decompose_reduction(block=b31, loop=l26)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        W_value = T.sblock_alloc_buffer((512, 2, 8, 8192), "float16")
        C_sum_rf = T.sblock_alloc_buffer((4, 16, 512, 2, 8))
        C_sum_local = T.sblock_alloc_buffer((16, 512, 2, 8), scope="local")
        for i0, i1, i2, i3 in T.grid(512, 2, 8, 8192):
            with T.sblock("W_value"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(W[v_i0, v_i3 // 64, v_i2 * 4 + v_i3 % 8 // 2, v_i3 % 64 // 16], scale_zero[v_i3 // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0:2])
                T.writes(W_value[v_i0, v_i1, v_i2, v_i3])
                W_value[v_i0, v_i1, v_i2, v_i3] = (T.Cast("float16", W[v_i0, v_i3 // 64, v_i2 * 4 + v_i3 % 8 // 2, v_i3 % 64 // 16] >> v_i3 % 2 * 16 + v_i3 % 16 // 8 * 8 + v_i1 * 4 & 15) - scale_zero[v_i3 // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 1]) * scale_zero[v_i3 // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0]
        for k_0, i, i0, i1, i2, k_1, k_2 in T.grid(4, 16, 512, 2, 8, 16, 128):
            with T.sblock("C_sum_rf"):
                vk_0, v_i, v_i0, v_i1, v_i2, vk_1, vk_2 = T.axis.remap("SSSSSRR", [k_0, i, i0, i1, i2, k_1, k_2])
                T.reads(A[v_i, vk_0 * 2048 + vk_1 * 128 + vk_2], W_value[v_i0, v_i1, v_i2, vk_0 * 2048 + vk_1 * 128 + vk_2])
                T.writes(C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                with T.init():
                    C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2] = C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2] + T.Cast("float32", A[v_i, vk_0 * 2048 + vk_1 * 128 + vk_2]) * T.Cast("float32", W_value[v_i0, v_i1, v_i2, vk_0 * 2048 + vk_1 * 128 + vk_2])
        for ax0_ax1_ax2_ax3_fused_0 in T.thread_binding(1024, thread="blockIdx.x"):
            for ax0_ax1_ax2_ax3_fused_1 in T.thread_binding(128, thread="threadIdx.x"):
                for ax1_init, ax2_init, ax3_init, ax4_init in T.grid(1, 1, 1, 1):
                    with T.sblock("C_sum_init"):
                        v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_fused_0 // 64 + ax1_init)
                        v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_fused_0 % 64 * 8 + ax0_ax1_ax2_ax3_fused_1 // 16 + ax2_init)
                        v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_fused_1 % 16 // 8 + ax3_init)
                        v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_fused_1 % 8 + ax4_init)
                        T.reads()
                        T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                        C_sum_local[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                for ax0 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                    for ax1, ax2, ax3, ax4 in T.grid(1, 1, 1, 1):
                        with T.sblock("C_sum_update"):
                            vk_0 = T.axis.reduce(4, ax0)
                            v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_fused_0 // 64 + ax1)
                            v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_fused_0 % 64 * 8 + ax0_ax1_ax2_ax3_fused_1 // 16 + ax2)
                            v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_fused_1 % 16 // 8 + ax3)
                            v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_fused_1 % 8 + ax4)
                            T.reads(C_sum_local[v_i, v_i0, v_i1, v_i2], C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                            T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                            C_sum_local[v_i, v_i0, v_i1, v_i2] = C_sum_local[v_i, v_i0, v_i1, v_i2] + C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2]
                with T.sblock("C_sum_local"):
                    v0 = T.axis.spatial(16, (ax0_ax1_ax2_ax3_fused_0 * 128 + ax0_ax1_ax2_ax3_fused_1) // 8192)
                    v1 = T.axis.spatial(512, (ax0_ax1_ax2_ax3_fused_0 * 128 + ax0_ax1_ax2_ax3_fused_1) % 8192 // 16)
                    v2 = T.axis.spatial(2, (ax0_ax1_ax2_ax3_fused_0 * 128 + ax0_ax1_ax2_ax3_fused_1) % 16 // 8)
                    v3 = T.axis.spatial(8, (ax0_ax1_ax2_ax3_fused_0 * 128 + ax0_ax1_ax2_ax3_fused_1) % 8)
                    T.reads(C_sum_local[v0, v1, v2, v3])
                    T.writes(C[v0, v3 + v2 * 8 + v1 * 16])
                    C[v0, v3 + v2 * 8 + v1 * 16] = T.Cast("float16", C_sum_local[v0, v1, v2, v3])
