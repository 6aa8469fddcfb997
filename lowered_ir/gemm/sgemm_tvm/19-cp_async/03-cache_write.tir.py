# gemm/sgemm_tvm:cp_async:cache_write
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: accumulators in registers; with j along x a warp stores contiguous float4
# since the previous step:
#   b15 = sch.cache_write(block=b0, write_buffer_index=0, storage_scope="local")
#   sch.reverse_compute_at(block=b15, loop=l14, preserve_unit_loops=True, index=-1)
#   l16, l17, l18, l19, l20, l21, l22 = sch.get_loops(block=b15)
#   sch.vectorize(loop=l22)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
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
                                    T.writes(C_local[v_i, v_j])
                                    with T.init():
                                        C_local[v_i, v_j] = T.float32(0.0)
                                    C_local[v_i, v_j] = C_local[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax0)
                                        v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
