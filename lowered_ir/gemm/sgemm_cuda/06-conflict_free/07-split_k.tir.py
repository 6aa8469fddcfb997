# gemm/sgemm_cuda:conflict_free:split_k
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a slice of K at a time fits in shared memory
# since the previous step:
#   b15 = sch.get_sblock(name="C", func_name="main")
#   l16, l17, l18, l19, l20, l21, l22, l23, l24 = sch.get_loops(block=b15)
#   l25, l26 = sch.split(loop=l22, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l25, l23, l24, l26)

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
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(8, thread="blockIdx.x"):
                for i_1_0 in T.thread_binding(1, thread="vthread.y"):
                    for j_1_0 in T.thread_binding(8, thread="vthread.x"):
                        for i_1_1 in T.thread_binding(16, thread="threadIdx.y"):
                            for j_1_1 in T.thread_binding(16, thread="threadIdx.x"):
                                for k_0, i_1_2, j_1_2, k_1 in T.grid(128, 8, 1, 8):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(1024, i_0 * 128 + i_1_0 * 128 + i_1_1 * 8 + i_1_2)
                                        v_j = T.axis.spatial(1024, j_0 * 128 + j_1_0 * 16 + j_1_1 + j_1_2)
                                        v_k = T.axis.reduce(1024, k_0 * 8 + k_1)
                                        T.reads(A[v_i, v_k], B[v_k, v_j])
                                        T.writes(C_local[v_i, v_j])
                                        with T.init():
                                            C_local[v_i, v_j] = T.float32(0.0)
                                        C_local[v_i, v_j] = C_local[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
                                for ax0, ax1 in T.grid(8, 1):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(1024, i_0 * 128 + i_1_1 * 8 + ax0)
                                        v1 = T.axis.spatial(1024, j_0 * 128 + j_1_0 * 16 + j_1_1 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
