# gemm/sgemm_cpu:packed:copy
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zeros beyond the edge fill all tiles: the inner loop needs no bounds checks
# since the previous step:
#   b0 = sch.get_sblock(name="C", func_name="main")
#   b1 = sch.cache_read(block=b0, read_buffer_index=0, storage_scope="global")
#   b2 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="global")
#   b3 = sch.cache_write(block=b0, write_buffer_index=0, storage_scope="global")
#   sch.pad_einsum(block=b0, padding=[4, 16, 1])
#   b4, = sch.get_consumers(block=b1)
#   b5, = sch.get_consumers(block=b2)
#   b6, = sch.get_producers(block=b3)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        A_global = T.sblock_alloc_buffer((1024, 1024))
        B_global = T.sblock_alloc_buffer((1024, 1024))
        C_global = T.sblock_alloc_buffer((1024, 1024))
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("B_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_global[v0, v1])
                B_global[v0, v1] = B[v0, v1]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("A_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_global[v0, v1])
                A_global[v0, v1] = A[v0, v1]
        for i, j, k in T.grid(1024, 1024, 1024):
            with T.sblock("C"):
                v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                T.reads(A_global[v_i, v_k], B_global[v_k, v_j])
                T.writes(C_global[v_i, v_j])
                with T.init():
                    C_global[v_i, v_j] = T.float32(0.0)
                C_global[v_i, v_j] = C_global[v_i, v_j] + A_global[v_i, v_k] * B_global[v_k, v_j]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("C_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_global[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_global[v0, v1]
