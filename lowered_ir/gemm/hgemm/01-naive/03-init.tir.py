# gemm/hgemm:naive:init
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   b10 = sch.get_sblock(name="C_sum", func_name="main")
#   b11 = sch.decompose_reduction(block=b10, loop=l3)

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
                        with T.sblock("C_sum_init"):
                            v_i = T.axis.spatial(4096, i_0 * 8 + i_1)
                            v_j = T.axis.spatial(4096, j_0 * 32 + j_1)
                            T.reads()
                            T.writes(C_sum_local[v_i, v_j])
                            C_sum_local[v_i, v_j] = T.float32(0.0)
                        for k in range(4096):
                            with T.sblock("C_sum_update"):
                                v_i = T.axis.spatial(4096, i_0 * 8 + i_1)
                                v_j = T.axis.spatial(4096, j_0 * 32 + j_1)
                                v_k = T.axis.reduce(4096, k)
                                T.reads(C_sum_local[v_i, v_j], A[v_i, v_k], B[v_j, v_k])
                                T.writes(C_sum_local[v_i, v_j])
                                C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C"):
                                v_i = T.axis.spatial(4096, i_0 * 8 + i_1 + ax0)
                                v_j = T.axis.spatial(4096, j_0 * 32 + j_1 + ax1)
                                T.reads(C_sum_local[v_i, v_j])
                                T.writes(C[v_i, v_j])
                                C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
