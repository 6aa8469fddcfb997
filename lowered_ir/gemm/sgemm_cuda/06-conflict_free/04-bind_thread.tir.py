# gemm/sgemm_cuda:conflict_free:bind_thread
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: j along x: a warp's lanes are adjacent in B and C, and share A
# since the previous step:
#   sch.bind(loop=l9, thread_axis="threadIdx.y")
#   sch.bind(loop=l12, thread_axis="threadIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(8, thread="blockIdx.x"):
                for i_1_0, j_1_0 in T.grid(1, 8):
                    for i_1_1 in T.thread_binding(16, thread="threadIdx.y"):
                        for j_1_1 in T.thread_binding(16, thread="threadIdx.x"):
                            for k, i_1_2, j_1_2 in T.grid(1024, 8, 1):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(1024, i_0 * 128 + i_1_0 * 128 + i_1_1 * 8 + i_1_2)
                                    v_j = T.axis.spatial(1024, j_0 * 128 + j_1_0 * 16 + j_1_1 + j_1_2)
                                    v_k = T.axis.reduce(1024, k)
                                    T.reads(A[v_i, v_k], B[v_k, v_j])
                                    T.writes(C[v_i, v_j])
                                    with T.init():
                                        C[v_i, v_j] = T.float32(0.0)
                                    C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
