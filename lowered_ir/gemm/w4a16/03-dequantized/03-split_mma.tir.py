# gemm/w4a16:dequantized:split_mma
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic
# since the previous step:
#   b17 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b17, buffer_index=0, storage_scope="local")
#   b18 = sch.get_sblock(name="C_sum", func_name="main")
#   l19, l20, l21 = sch.get_loops(block=b18)
#   l22, l23, l24, l25 = sch.split(loop=l19, factors=[None, 1, 1, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   l26, l27, l28, l29 = sch.split(loop=l20, factors=[None, 4, 1, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   l30, l31, l32 = sch.split(loop=l21, factors=[None, 4, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l22, l26, l23, l27, l30, l31, l24, l28, l25, l29, l32)
#   b33 = sch.blockize(target=l25, preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        W_value = T.sblock_alloc_buffer((8192, 8192), "float16")
        C_sum_local = T.sblock_alloc_buffer((16, 8192), scope="local")
        W_value_local = T.sblock_alloc_buffer((8192, 8192), "float16", scope="local")
        for ax0_0 in T.thread_binding(512, thread="blockIdx.y"):
            for ax1_0 in T.thread_binding(64, thread="blockIdx.x"):
                for ax0_1 in T.thread_binding(16, thread="threadIdx.y"):
                    for ax1_1 in T.thread_binding(16, thread="threadIdx.x"):
                        for ax0, ax1 in T.grid(1, 8):
                            with T.sblock("W_value"):
                                v_i0 = T.axis.spatial(8192, ax0_0 * 16 + ax0_1 + ax0)
                                v_i1 = T.axis.spatial(8192, ax1_0 * 128 + ax1_1 * 8 + ax1)
                                T.reads(W[v_i0, v_i1 // 8], scale_zero[v_i1 // 128, v_i0, 0:2])
                                T.writes(W_value_local[v_i0, v_i1])
                                W_value_local[v_i0, v_i1] = (T.Cast("float16", W[v_i0, v_i1 // 8] >> v_i1 % 8 * 4 & 15) - scale_zero[v_i1 // 128, v_i0, 1]) * scale_zero[v_i1 // 128, v_i0, 0]
                        for ax1_2 in range(2):
                            for ax1_3 in T.vectorized(4):
                                with T.sblock("W_value_local"):
                                    v0 = T.axis.spatial(8192, ax0_0 * 16 + ax0_1)
                                    v1 = T.axis.spatial(8192, ax1_0 * 128 + ax1_1 * 8 + ax1_2 * 4 + ax1_3)
                                    T.reads(W_value_local[v0, v1])
                                    T.writes(W_value[v0, v1])
                                    W_value[v0, v1] = W_value_local[v0, v1]
        for i_0, i0_0, i_1, i0_1, k_0, k_1, i_2, i0_2 in T.grid(1, 128, 1, 4, 128, 4, 1, 1):
            with T.sblock("C_sum_o"):
                v_i_o = T.axis.spatial(1, i_0 + i_1 + i_2)
                v_i0_o = T.axis.spatial(512, i0_0 * 4 + i0_1 + i0_2)
                v_k_o = T.axis.reduce(512, k_0 * 4 + k_1)
                T.reads(A[0:16, v_k_o * 16:v_k_o * 16 + 16], W_value[v_i0_o * 16:v_i0_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                T.writes(C_sum_local[0:16, v_i0_o * 16:v_i0_o * 16 + 16])
                with T.init():
                    for i_3, i0_3 in T.grid(16, 16):
                        with T.sblock("C_sum_init"):
                            v_i_i_init, v_i0_i_init = T.axis.remap("SS", [i_3, i0_3])
                            T.reads()
                            T.writes(C_sum_local[v_i_i_init, v_i0_o * 16 + v_i0_i_init])
                            C_sum_local[v_i_i_init, v_i0_o * 16 + v_i0_i_init] = T.float32(0.0)
                for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                    with T.sblock("C_sum"):
                        v_i_i, v_i0_i, v_k_i = T.axis.remap("SSR", [i_3, i0_3, k_2])
                        T.reads(C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i], A[v_i_i, v_k_o * 16 + v_k_i], W_value[v_i0_o * 16 + v_i0_i, v_k_o * 16 + v_k_i])
                        T.writes(C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i])
                        C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i] = C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i] + T.Cast("float32", A[v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", W_value[v_i0_o * 16 + v_i0_i, v_k_o * 16 + v_k_i])
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum_local[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
