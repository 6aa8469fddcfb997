# gemm/hgemm:bfloat16_cp_async:bind_block
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
# why: in panels: resident blocks share rows of A and B in the L2 cache
# since the previous step:
#   l17, l18 = sch.split(loop=l9, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l17, l5, l18)
#   sch.bind(loop=l17, thread_axis="blockIdx.z")
#   sch.bind(loop=l5, thread_axis="blockIdx.y")
#   sch.bind(loop=l18, thread_axis="blockIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "bfloat16"), B: T.Buffer((4096, 4096), "bfloat16"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(32, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(16, thread="blockIdx.x"):
                    for i_1, j_1, k_0, k_1, i_2, j_2 in T.grid(2, 2, 64, 4, 4, 4):
                        with T.sblock("C_sum_o"):
                            v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                            v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + j_2)
                            v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                            T.reads(A[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B[v_j_o * 16:v_j_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                            T.writes(C_sum_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                            with T.init():
                                for i_3, j_3 in T.grid(16, 16):
                                    with T.sblock("C_sum_init"):
                                        v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                                        T.reads()
                                        T.writes(C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                                        C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                with T.sblock("C_sum"):
                                    v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                                    T.reads(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
                                    T.writes(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                                    C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + T.Cast("float32", A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", B[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum_local[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("bfloat16", C_sum_local[v_i, v_j])
