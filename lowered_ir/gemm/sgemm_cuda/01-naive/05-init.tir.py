# gemm/sgemm_cuda:naive:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   b9 = sch.get_sblock(name="C", func_name="main")
#   l10, l11, l12, l13, l14 = sch.get_loops(block=b9)
#   b15 = sch.get_sblock(name="C", func_name="main")
#   b16 = sch.decompose_reduction(block=b15, loop=l14)

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
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(32, thread="blockIdx.x"):
                for i_1 in T.thread_binding(32, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                        with T.sblock("C_init"):
                            v_i = T.axis.spatial(1024, i_0 * 32 + i_1)
                            v_j = T.axis.spatial(1024, j_0 * 32 + j_1)
                            T.reads()
                            T.writes(C_local[v_i, v_j])
                            C_local[v_i, v_j] = T.float32(0.0)
                        for k in range(1024):
                            with T.sblock("C_update"):
                                v_i = T.axis.spatial(1024, i_0 * 32 + i_1)
                                v_j = T.axis.spatial(1024, j_0 * 32 + j_1)
                                v_k = T.axis.reduce(1024, k)
                                T.reads(C_local[v_i, v_j], A[v_i, v_k], B[v_k, v_j])
                                T.writes(C_local[v_i, v_j])
                                C_local[v_i, v_j] = C_local[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C_local"):
                                v0 = T.axis.spatial(1024, i_0 * 32 + i_1 + ax0)
                                v1 = T.axis.spatial(1024, j_0 * 32 + j_1 + ax1)
                                T.reads(C_local[v0, v1])
                                T.writes(C[v0, v1])
                                C[v0, v1] = C_local[v0, v1]
