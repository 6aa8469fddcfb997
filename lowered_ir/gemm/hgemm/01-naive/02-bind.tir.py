# gemm/hgemm:naive:bind
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: the accumulator in a float32 register, rounded to float16 once, by the same thread
# since the previous step:
#   sch.bind(loop=l4, thread_axis="blockIdx.y")
#   sch.bind(loop=l6, thread_axis="blockIdx.x")
#   sch.bind(loop=l5, thread_axis="threadIdx.y")
#   sch.bind(loop=l7, thread_axis="threadIdx.x")
#   b8 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b8, buffer_index=0, storage_scope="local")
#   b9 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_at(block=b9, loop=l7, preserve_unit_loops=True, index=-1)

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
        for i_0 in T.thread_binding(512, thread="blockIdx.y"):
            for j_0 in T.thread_binding(128, thread="blockIdx.x"):
                for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                        for k in range(4096):
                            with T.sblock("C_sum"):
                                v_i = T.axis.spatial(4096, i_0 * 8 + i_1)
                                v_j = T.axis.spatial(4096, j_0 * 32 + j_1)
                                v_k = T.axis.reduce(4096, k)
                                T.reads(A[v_i, v_k], B[v_j, v_k])
                                T.writes(C_sum_local[v_i, v_j])
                                with T.init():
                                    C_sum_local[v_i, v_j] = T.float32(0.0)
                                C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C"):
                                v_i = T.axis.spatial(4096, i_0 * 8 + i_1 + ax0)
                                v_j = T.axis.spatial(4096, j_0 * 32 + j_1 + ax1)
                                T.reads(C_sum_local[v_i, v_j])
                                T.writes(C[v_i, v_j])
                                C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
