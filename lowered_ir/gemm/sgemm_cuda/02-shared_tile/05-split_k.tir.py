# gemm/sgemm_cuda:shared_tile:split_k
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: two tiles of 32 x 32 are 8 KB, whatever K is
# since the previous step:
#   b9 = sch.get_sblock(name="C", func_name="main")
#   l10, l11, l12, l13, l14 = sch.get_loops(block=b9)
#   l15, l16 = sch.split(loop=l14, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)

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
                        for k_0, k_1 in T.grid(32, 32):
                            with T.sblock("C"):
                                v_i = T.axis.spatial(1024, i_0 * 32 + i_1)
                                v_j = T.axis.spatial(1024, j_0 * 32 + j_1)
                                v_k = T.axis.reduce(1024, k_0 * 32 + k_1)
                                T.reads(A[v_i, v_k], B[v_k, v_j])
                                T.writes(C_local[v_i, v_j])
                                with T.init():
                                    C_local[v_i, v_j] = T.float32(0.0)
                                C_local[v_i, v_j] = C_local[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C_local"):
                                v0 = T.axis.spatial(1024, i_0 * 32 + i_1 + ax0)
                                v1 = T.axis.spatial(1024, j_0 * 32 + j_1 + ax1)
                                T.reads(C_local[v0, v1])
                                T.writes(C[v0, v1])
                                C[v0, v1] = C_local[v0, v1]
