# gemm/sgemm_cpu:serial:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   l5, l6, l7 = sch.get_loops(block=b0)
#   b8 = sch.decompose_reduction(block=b0, loop=l7)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_global = T.sblock_alloc_buffer((1024, 1024))
        for i, j in T.grid(1024, 1024):
            with T.sblock("C_init"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(C_global[v_i, v_j])
                C_global[v_i, v_j] = T.float32(0.0)
            for k in range(1024):
                with T.sblock("C_update"):
                    v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                    T.reads(C_global[v_i, v_j], A[v_i, v_k], B[v_k, v_j])
                    T.writes(C_global[v_i, v_j])
                    C_global[v_i, v_j] = C_global[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
            for ax0, ax1 in T.grid(1, 1):
                with T.sblock("C_global"):
                    v0 = T.axis.spatial(1024, i + ax0)
                    v1 = T.axis.spatial(1024, j + ax1)
                    T.reads(C_global[v0, v1])
                    T.writes(C[v0, v1])
                    C[v0, v1] = C_global[v0, v1]
