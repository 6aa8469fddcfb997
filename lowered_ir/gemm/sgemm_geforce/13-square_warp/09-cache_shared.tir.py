# gemm/sgemm_geforce:square_warp:cache_shared
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: the block's slices of A and B are read from L1 once, not once per warp
# since the previous step:
#   b31 = sch.get_sblock(name="C_sum", func_name="main")
#   b32 = sch.cache_read(block=b31, read_buffer_index=0, storage_scope="shared")
#   b33 = sch.cache_read(block=b31, read_buffer_index=1, storage_scope="shared")
#   sch.compute_at(block=b32, loop=l29, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b33, loop=l29, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        A_shared = T.sblock_alloc_buffer((4096, 4096), scope="shared")
        B_shared = T.sblock_alloc_buffer((4096, 4096), scope="shared")
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for j_1_0 in T.thread_binding(2, thread="vthread.x"):
                    for i_1_0 in T.thread_binding(16, thread="vthread.y"):
                        for j_1_1_0 in T.thread_binding(4, thread="threadIdx.y"):
                            for i_1_1_j_1_1_1_fused in T.thread_binding(32, thread="threadIdx.x"):
                                for k_0 in range(256):
                                    for ax0, ax1 in T.grid(64, 16):
                                        with T.sblock("A_shared"):
                                            v0 = T.axis.spatial(4096, i_0 * 64 + ax0)
                                            v1 = T.axis.spatial(4096, k_0 * 16 + ax1)
                                            T.reads(A[v0, v1])
                                            T.writes(A_shared[v0, v1])
                                            A_shared[v0, v1] = A[v0, v1]
                                    for ax0, ax1 in T.grid(16, 256):
                                        with T.sblock("B_shared"):
                                            v0 = T.axis.spatial(4096, k_0 * 16 + ax0)
                                            v1 = T.axis.spatial(4096, j_0 * 256 + ax1)
                                            T.reads(B[v0, v1])
                                            T.writes(B_shared[v0, v1])
                                            B_shared[v0, v1] = B[v0, v1]
                                    for k_1, i_1_2, j_1_2 in T.grid(16, 1, 4):
                                        with T.sblock("C_sum"):
                                            v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1_j_1_1_1_fused // 8 + i_1_2)
                                            v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1_0 * 32 + i_1_1_j_1_1_1_fused % 8 * 4 + j_1_2)
                                            v_k = T.axis.reduce(4096, k_0 * 16 + k_1)
                                            T.reads(A_shared[v_i, v_k], B_shared[v_k, v_j])
                                            T.writes(C_sum_local[v_i, v_j])
                                            with T.init():
                                                C_sum_local[v_i, v_j] = T.float32(0.0)
                                            C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + A_shared[v_i, v_k] * B_shared[v_k, v_j]
                                for ax0, ax1 in T.grid(1, 4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1_j_1_1_1_fused // 8 + ax0)
                                        v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1_0 * 32 + i_1_1_j_1_1_1_fused % 8 * 4 + ax1)
                                        T.reads(C_in[v_i, v_j], C_sum_local[v_i, v_j])
                                        T.writes(C[v_i, v_j])
                                        C[v_i, v_j] = C_in[v_i, v_j] + C_sum_local[v_i, v_j]
