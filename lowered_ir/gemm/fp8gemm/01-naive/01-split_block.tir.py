# gemm/fp8gemm:naive:split_block
# C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
#     bfloat16
# why: a block has 8 rows and 32 columns of C
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   l4, l5 = sch.split(loop=l1, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   l6, l7 = sch.split(loop=l2, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l4, l6, l5, l7)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float8_e4m3fn"), B: T.Buffer((4096, 4096), "float8_e4m3fn"), scale_a: T.Buffer((4096,), "float32"), scale_b: T.Buffer((4096,), "float32"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((4096, 4096))
        for i_0, j_0, i_1, j_1, k in T.grid(512, 128, 8, 32, 4096):
            with T.sblock("C_sum"):
                v_i = T.axis.spatial(4096, i_0 * 8 + i_1)
                v_j = T.axis.spatial(4096, j_0 * 32 + j_1)
                v_k = T.axis.reduce(4096, k)
                T.reads(A[v_i, v_k], B[v_j, v_k])
                T.writes(C_sum[v_i, v_j])
                with T.init():
                    C_sum[v_i, v_j] = T.float32(0.0)
                C_sum[v_i, v_j] = C_sum[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j], scale_a[v_i], scale_b[v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("bfloat16", C_sum[v_i, v_j] * scale_a[v_i] * scale_b[v_j])
