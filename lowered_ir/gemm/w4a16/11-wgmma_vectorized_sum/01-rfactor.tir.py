# gemm/w4a16:wgmma_vectorized_sum:rfactor
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: partial sums over 4 parts of K, added at the end
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3, l4, l5 = sch.get_loops(block=b0)
#   l6, l7, l8 = sch.split(loop=l5, factors=[4, None, 128], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l6, l1, l2, l3, l4, l7, l8)
#   b9 = sch.rfactor(loop=l6, factor_axis=0)
#   b10 = sch.get_sblock(name="C_sum", func_name="main")
#   b11 = sch.cache_write(block=b10, write_buffer_index=0, storage_scope="local")

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
        C_sum = T.sblock_alloc_buffer((16, 512, 2, 8))
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
        for k_0, i, i0, i1, i2 in T.grid(4, 16, 512, 2, 8):
            with T.sblock("C_sum"):
                vk_0, v_i, v_i0, v_i1, v_i2 = T.axis.remap("RSSSS", [k_0, i, i0, i1, i2])
                T.reads(C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                with T.init():
                    C_sum_local[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                C_sum_local[v_i, v_i0, v_i1, v_i2] = C_sum_local[v_i, v_i0, v_i1, v_i2] + C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2]
        for ax0, ax1, ax2, ax3 in T.grid(16, 512, 2, 8):
            with T.sblock("C_sum_local"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(C_sum_local[v0, v1, v2, v3])
                T.writes(C_sum[v0, v1, v2, v3])
                C_sum[v0, v1, v2, v3] = C_sum_local[v0, v1, v2, v3]
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
