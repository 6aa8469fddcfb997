# gemm/sgemm_cuda:float4_fetch:cache_shared
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: the block's slices of A and B; so far every thread loads both completely
# since the previous step:
#   b27 = sch.cache_read(block=b15, read_buffer_index=0, storage_scope="shared")
#   b28 = sch.cache_read(block=b15, read_buffer_index=1, storage_scope="shared")
#   sch.compute_at(block=b27, loop=l25, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b28, loop=l25, preserve_unit_loops=True, index=-1)

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
        A_shared = T.sblock_alloc_buffer((1024, 1024), scope="shared")
        B_shared = T.sblock_alloc_buffer((1024, 1024), scope="shared")
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(8, thread="blockIdx.x"):
                for i_1_0, j_1_0 in T.grid(1, 1):
                    for i_1_1 in T.thread_binding(16, thread="threadIdx.y"):
                        for j_1_1 in T.thread_binding(16, thread="threadIdx.x"):
                            for k_0 in range(128):
                                for ax0, ax1 in T.grid(128, 8):
                                    with T.sblock("A_shared"):
                                        v0 = T.axis.spatial(1024, i_0 * 128 + ax0)
                                        v1 = T.axis.spatial(1024, k_0 * 8 + ax1)
                                        T.reads(A[v0, v1])
                                        T.writes(A_shared[v0, v1])
                                        A_shared[v0, v1] = A[v0, v1]
                                for ax0, ax1 in T.grid(8, 128):
                                    with T.sblock("B_shared"):
                                        v0 = T.axis.spatial(1024, k_0 * 8 + ax0)
                                        v1 = T.axis.spatial(1024, j_0 * 128 + ax1)
                                        T.reads(B[v0, v1])
                                        T.writes(B_shared[v0, v1])
                                        B_shared[v0, v1] = B[v0, v1]
                                for i_1_2, j_1_2, k_1 in T.grid(8, 8, 8):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(1024, i_0 * 128 + i_1_0 * 128 + i_1_1 * 8 + i_1_2)
                                        v_j = T.axis.spatial(1024, j_0 * 128 + j_1_0 * 128 + j_1_1 * 8 + j_1_2)
                                        v_k = T.axis.reduce(1024, k_0 * 8 + k_1)
                                        T.reads(A_shared[v_i, v_k], B_shared[v_k, v_j])
                                        T.writes(C_local[v_i, v_j])
                                        with T.init():
                                            C_local[v_i, v_j] = T.float32(0.0)
                                        C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared[v_i, v_k] * B_shared[v_k, v_j]
                            for ax0, ax1 in T.grid(8, 8):
                                with T.sblock("C_local"):
                                    v0 = T.axis.spatial(1024, i_0 * 128 + i_1_1 * 8 + ax0)
                                    v1 = T.axis.spatial(1024, j_0 * 128 + j_1_1 * 8 + ax1)
                                    T.reads(C_local[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_local[v0, v1]
