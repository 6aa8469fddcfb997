# gemm/sgemm_cuda:tensor_core:bind_block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: in panels: resident blocks share rows of A and B in the L2 cache
# since the previous step:
#   l18, l19 = sch.split(loop=l10, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l18, l6, l19)
#   sch.bind(loop=l18, thread_axis="blockIdx.z")
#   sch.bind(loop=l6, thread_axis="blockIdx.y")
#   sch.bind(loop=l19, thread_axis="blockIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((1024, 1024), scope="local")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(16, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(8, thread="blockIdx.x"):
                    for i_1, j_1, k_0, k_1, i_2, j_2 in T.grid(2, 2, 32, 2, 2, 2):
                        with T.sblock("C_o"):
                            v_i_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + i_2)
                            v_j_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + j_2)
                            v_k_o = T.axis.reduce(64, k_0 * 2 + k_1)
                            T.reads(A[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B[v_k_o * 16:v_k_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                            T.writes(C_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                            with T.init():
                                for i_3, j_3 in T.grid(16, 16):
                                    with T.sblock("C_init"):
                                        v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                                        T.reads()
                                        T.writes(C_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                                        C_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                with T.sblock("C"):
                                    v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                                    T.reads(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i])
                                    T.writes(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                                    C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i] * B[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("C_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_local[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_local[v0, v1]
