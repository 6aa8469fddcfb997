# gemm/sgemm_tvm:cp_async:bind
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: one thread axis, so that 32 consecutive threads are a warp in any block
# since the previous step:
#   sch.bind(loop=l4, thread_axis="blockIdx.y")
#   sch.bind(loop=l9, thread_axis="blockIdx.x")
#   sch.bind(loop=l6, thread_axis="vthread.y")
#   sch.bind(loop=l11, thread_axis="vthread.x")
#   l14 = sch.fuse(l5, l10, l7, l12, preserve_unit_iters=True)
#   sch.bind(loop=l14, thread_axis="threadIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(128, thread="blockIdx.x"):
                for i_2 in T.thread_binding(4, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for i_4, j_4, k in T.grid(4, 4, 16384):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                    v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                    v_k = T.axis.reduce(16384, k)
                                    T.reads(A[v_k, v_i], B[v_k, v_j])
                                    T.writes(C[v_i, v_j])
                                    with T.init():
                                        C[v_i, v_j] = T.float32(0.0)
                                    C[v_i, v_j] = C[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
