# gemm/sgemm_cpu:narrow_tails:read_a
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: A in place: 6 cache lines of its rows serve 16 k
# since the previous step:
#   sch.compute_inline(block=b1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B_global = T.sblock_alloc_buffer((1024, 1024))
        C_global = T.sblock_alloc_buffer((1024, 1024))
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("B_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_global[v0, v1])
                B_global[v0, v1] = B[v0, v1]
        for i, j, k in T.grid(1024, 1024, 1024):
            with T.sblock("C"):
                v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                T.reads(A[v_i, v_k], B_global[v_k, v_j])
                T.writes(C_global[v_i, v_j])
                with T.init():
                    C_global[v_i, v_j] = T.float32(0.0)
                C_global[v_i, v_j] = C_global[v_i, v_j] + A[v_i, v_k] * B_global[v_k, v_j]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("C_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_global[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_global[v0, v1]
