# gemm/sgemm_tvm:grid_1024x16:vthread
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: a thread's parts are strided: adjacent threads access adjacent words
# since the previous step:
#   sch.bind(loop=l14, thread_axis="vthread.y")
#   sch.bind(loop=l11, thread_axis="vthread.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for j_0_0 in T.thread_binding(16, thread="blockIdx.y"):
            for j_0_1_i_0_fused in T.thread_binding(1024, thread="blockIdx.x"):
                for j_1_0 in T.thread_binding(2, thread="vthread.y"):
                    for i_1_0 in T.thread_binding(2, thread="vthread.x"):
                        for j_1_1 in T.thread_binding(16, thread="threadIdx.y"):
                            for i_1_1 in T.thread_binding(16, thread="threadIdx.x"):
                                for i_1_2, j_1_2, k in T.grid(4, 4, 16384):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(16384, j_0_1_i_0_fused % 128 * 128 + i_1_0 * 64 + i_1_1 * 4 + i_1_2)
                                        v_j = T.axis.spatial(16384, j_0_0 * 1024 + j_0_1_i_0_fused // 128 * 128 + j_1_0 * 64 + j_1_1 * 4 + j_1_2)
                                        v_k = T.axis.reduce(16384, k)
                                        T.reads(A[v_k, v_i], B[v_k, v_j])
                                        T.writes(C[v_i, v_j])
                                        with T.init():
                                            C[v_i, v_j] = T.float32(0.0)
                                        C[v_i, v_j] = C[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
