# gemm/sgemm_tvm:block_panels:split_k
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: a slice of K fits in shared memory; each k is an outer product
# since the previous step:
#   l18, l19 = sch.split(loop=l3, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l18, l19, l13, l16)

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
        for j_0_0 in T.thread_binding(16, thread="blockIdx.y"):
            for i_0_j_0_1_fused in T.thread_binding(1024, thread="blockIdx.x"):
                for j_1_0 in T.thread_binding(2, thread="vthread.y"):
                    for i_1_0 in T.thread_binding(2, thread="vthread.x"):
                        for j_1_1 in T.thread_binding(16, thread="threadIdx.y"):
                            for i_1_1 in T.thread_binding(16, thread="threadIdx.x"):
                                for k_0, k_1, i_1_2, j_1_2 in T.grid(1024, 16, 4, 4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(16384, i_0_j_0_1_fused // 8 * 128 + i_1_0 * 64 + i_1_1 * 4 + i_1_2)
                                        v_j = T.axis.spatial(16384, j_0_0 * 1024 + i_0_j_0_1_fused % 8 * 128 + j_1_0 * 64 + j_1_1 * 4 + j_1_2)
                                        v_k = T.axis.reduce(16384, k_0 * 16 + k_1)
                                        T.reads(A[v_k, v_i], B[v_k, v_j])
                                        T.writes(C_local[v_i, v_j])
                                        with T.init():
                                            C_local[v_i, v_j] = T.float32(0.0)
                                        C_local[v_i, v_j] = C_local[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
                                for ax0, ax1 in T.grid(4, 4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0_j_0_1_fused // 8 * 128 + i_1_0 * 64 + i_1_1 * 4 + ax0)
                                        v1 = T.axis.spatial(16384, j_0_0 * 1024 + i_0_j_0_1_fused % 8 * 128 + j_1_0 * 64 + j_1_1 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
