# gemm/sgemm_geforce:cutlass_profile:bind
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
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
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((4096, 4096))
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for i_2 in T.thread_binding(4, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for i_4, j_4, k in T.grid(4, 4, 4096):
                                with T.sblock("C_sum"):
                                    v_i = T.axis.spatial(4096, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 128 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                    v_j = T.axis.spatial(4096, j_0 * 256 + i_1_j_1_i_3_j_3_fused % 128 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                    v_k = T.axis.reduce(4096, k)
                                    T.reads(A[v_i, v_k], B[v_k, v_j])
                                    T.writes(C_sum[v_i, v_j])
                                    with T.init():
                                        C_sum[v_i, v_j] = T.float32(0.0)
                                    C_sum[v_i, v_j] = C_sum[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_in[v_i, v_j], C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = C_in[v_i, v_j] + C_sum[v_i, v_j]
