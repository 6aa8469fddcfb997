# gemm/sgemm_cuda:register_tile:cache_registers
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: four elements of A and four of B per k, each used four times
# since the previous step:
#   b15 = sch.get_sblock(name="C", func_name="main")
#   l16, l17, l18, l19, l20, l21, l22, l23, l24 = sch.get_loops(block=b15)
#   b25 = sch.get_sblock(name="C", func_name="main")
#   b26 = sch.cache_read(block=b25, read_buffer_index=0, storage_scope="local")
#   b27 = sch.cache_read(block=b25, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b26, loop=l22, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b27, loop=l22, preserve_unit_loops=True, index=-1)

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
        A_local = T.sblock_alloc_buffer((1024, 1024), scope="local")
        B_local = T.sblock_alloc_buffer((1024, 1024), scope="local")
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(8, thread="blockIdx.x"):
                for i_1_0, j_1_0 in T.grid(1, 1):
                    for i_1_1 in T.thread_binding(32, thread="threadIdx.y"):
                        for j_1_1 in T.thread_binding(32, thread="threadIdx.x"):
                            for k in range(1024):
                                for ax0, ax1 in T.grid(4, 1):
                                    with T.sblock("A_local"):
                                        v0 = T.axis.spatial(1024, i_0 * 128 + i_1_1 * 4 + ax0)
                                        v1 = T.axis.spatial(1024, k + ax1)
                                        T.reads(A[v0, v1])
                                        T.writes(A_local[v0, v1])
                                        A_local[v0, v1] = A[v0, v1]
                                for ax0, ax1 in T.grid(1, 4):
                                    with T.sblock("B_local"):
                                        v0 = T.axis.spatial(1024, k + ax0)
                                        v1 = T.axis.spatial(1024, j_0 * 128 + j_1_1 * 4 + ax1)
                                        T.reads(B[v0, v1])
                                        T.writes(B_local[v0, v1])
                                        B_local[v0, v1] = B[v0, v1]
                                for i_1_2, j_1_2 in T.grid(4, 4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(1024, i_0 * 128 + i_1_0 * 128 + i_1_1 * 4 + i_1_2)
                                        v_j = T.axis.spatial(1024, j_0 * 128 + j_1_0 * 128 + j_1_1 * 4 + j_1_2)
                                        v_k = T.axis.reduce(1024, k)
                                        T.reads(A_local[v_i, v_k], B_local[v_k, v_j])
                                        T.writes(C_local[v_i, v_j])
                                        with T.init():
                                            C_local[v_i, v_j] = T.float32(0.0)
                                        C_local[v_i, v_j] = C_local[v_i, v_j] + A_local[v_i, v_k] * B_local[v_k, v_j]
                            for ax0, ax1 in T.grid(4, 4):
                                with T.sblock("C_local"):
                                    v0 = T.axis.spatial(1024, i_0 * 128 + i_1_1 * 4 + ax0)
                                    v1 = T.axis.spatial(1024, j_0 * 128 + j_1_1 * 4 + ax1)
                                    T.reads(C_local[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_local[v0, v1]
