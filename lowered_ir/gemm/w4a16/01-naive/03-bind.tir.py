# gemm/w4a16:naive:bind
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: the accumulator in a float32 register, rounded to float16 once, by the same thread
# since the previous step:
#   sch.bind(loop=l5, thread_axis="blockIdx.y")
#   sch.bind(loop=l7, thread_axis="blockIdx.x")
#   sch.bind(loop=l6, thread_axis="threadIdx.y")
#   sch.bind(loop=l8, thread_axis="threadIdx.x")
#   b9 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b9, buffer_index=0, storage_scope="local")
#   b10 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_at(block=b10, loop=l8, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((16, 8192), scope="local")
        for i_0 in T.thread_binding(2, thread="blockIdx.y"):
            for i0_0 in T.thread_binding(256, thread="blockIdx.x"):
                for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                    for i0_1 in T.thread_binding(32, thread="threadIdx.x"):
                        for k in range(8192):
                            with T.sblock("C_sum"):
                                v_i = T.axis.spatial(16, i_0 * 8 + i_1)
                                v_i0 = T.axis.spatial(8192, i0_0 * 32 + i0_1)
                                v_k = T.axis.reduce(8192, k)
                                T.reads(A[v_i, v_k], W[v_i0, v_k // 8], scale_zero[v_k // 128, v_i0, 0:2])
                                T.writes(C_sum_local[v_i, v_i0])
                                with T.init():
                                    C_sum_local[v_i, v_i0] = T.float32(0.0)
                                C_sum_local[v_i, v_i0] = C_sum_local[v_i, v_i0] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", (T.Cast("float16", W[v_i0, v_k // 8] >> v_k % 8 * 4 & 15) - scale_zero[v_k // 128, v_i0, 1]) * scale_zero[v_k // 128, v_i0, 0])
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C"):
                                v_i = T.axis.spatial(16, i_0 * 8 + i_1 + ax0)
                                v_j = T.axis.spatial(8192, i0_0 * 32 + i0_1 + ax1)
                                T.reads(C_sum_local[v_i, v_j])
                                T.writes(C[v_i, v_j])
                                C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
