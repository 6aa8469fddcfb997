# gemm/sgemm_tvm:naive:bind_thread
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a thread per element of the row: a warp reads 32 adjacent elements of B
# since the previous step:
#   l4, l5 = sch.split(loop=l2, factors=[None, 1024], preserve_unit_iters=True, disable_predication=False)
#   sch.bind(loop=l4, thread_axis="blockIdx.y")
#   sch.bind(loop=l5, thread_axis="threadIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in T.thread_binding(1024, thread="blockIdx.x"):
            for j_0 in T.thread_binding(1, thread="blockIdx.y"):
                for j_1 in T.thread_binding(1024, thread="threadIdx.x"):
                    for k in range(1024):
                        with T.sblock("C"):
                            v_i = T.axis.spatial(1024, i)
                            v_j = T.axis.spatial(1024, j_0 * 1024 + j_1)
                            v_k = T.axis.reduce(1024, k)
                            T.reads(A[v_k, v_i], B[v_k, v_j])
                            T.writes(C[v_i, v_j])
                            with T.init():
                                C[v_i, v_j] = T.float32(0.0)
                            C[v_i, v_j] = C[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
