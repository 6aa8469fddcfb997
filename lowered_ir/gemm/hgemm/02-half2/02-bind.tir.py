# gemm/hgemm:half2:bind
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: accumulators in float32 registers, four columns per store
# since the previous step:
#   sch.bind(loop=l4, thread_axis="blockIdx.y")
#   sch.bind(loop=l8, thread_axis="blockIdx.x")
#   sch.bind(loop=l5, thread_axis="vthread.y")
#   sch.bind(loop=l9, thread_axis="vthread.x")
#   sch.bind(loop=l6, thread_axis="threadIdx.y")
#   sch.bind(loop=l10, thread_axis="threadIdx.x")
#   sch.set_scope(block=b0, buffer_index=0, storage_scope="local")
#   b12 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_at(block=b12, loop=l10, preserve_unit_loops=True, index=-1)
#   b13 = sch.get_sblock(name="C", func_name="main")
#   l14, l15, l16, l17, l18, l19, l20, l21 = sch.get_loops(block=b13)
#   sch.vectorize(loop=l21)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(32, thread="blockIdx.x"):
                for i_1 in T.thread_binding(2, thread="vthread.y"):
                    for j_1 in T.thread_binding(2, thread="vthread.x"):
                        for i_2 in T.thread_binding(16, thread="threadIdx.y"):
                            for j_2 in T.thread_binding(16, thread="threadIdx.x"):
                                for i_3, j_3, k in T.grid(4, 4, 4096):
                                    with T.sblock("C_sum"):
                                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + i_3)
                                        v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + j_3)
                                        v_k = T.axis.reduce(4096, k)
                                        T.reads(A[v_i, v_k], B[v_j, v_k])
                                        T.writes(C_sum_local[v_i, v_j])
                                        with T.init():
                                            C_sum_local[v_i, v_j] = T.float32(0.0)
                                        C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
                                for ax0 in range(4):
                                    for ax1 in T.vectorized(4):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + ax0)
                                            v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + ax1)
                                            T.reads(C_sum_local[v_i, v_j])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
