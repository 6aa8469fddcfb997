# gemm/w4a16:dequantized:dequantize
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: a thread converts a word to eight float16
# since the previous step:
#   b4 = sch.get_sblock(name="W_value", func_name="main")
#   b5 = sch.cache_write(block=b4, write_buffer_index=0, storage_scope="local")
#   b6 = sch.get_sblock(name="W_value", func_name="main")
#   b7, = sch.get_consumers(block=b6)
#   l8, l9 = sch.get_loops(block=b7)
#   l10, l11 = sch.split(loop=l8, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l12, l13, l14, l15 = sch.split(loop=l9, factors=[None, 16, 2, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l10, l12, l11, l13)
#   sch.bind(loop=l10, thread_axis="blockIdx.y")
#   sch.bind(loop=l12, thread_axis="blockIdx.x")
#   sch.bind(loop=l11, thread_axis="threadIdx.y")
#   sch.bind(loop=l13, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l15)
#   b16 = sch.get_sblock(name="W_value", func_name="main")
#   sch.compute_at(block=b16, loop=l13, preserve_unit_loops=True, index=-1)

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
        C_sum = T.sblock_alloc_buffer((16, 8192))
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
        for i, i0, k in T.grid(16, 8192, 8192):
            with T.sblock("C_sum"):
                v_i, v_i0, v_k = T.axis.remap("SSR", [i, i0, k])
                T.reads(A[v_i, v_k], W_value[v_i0, v_k])
                T.writes(C_sum[v_i, v_i0])
                with T.init():
                    C_sum[v_i, v_i0] = T.float32(0.0)
                C_sum[v_i, v_i0] = C_sum[v_i, v_i0] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", W_value[v_i0, v_k])
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j])
