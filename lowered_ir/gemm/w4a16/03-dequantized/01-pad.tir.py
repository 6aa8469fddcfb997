# gemm/w4a16:dequantized:pad
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: 16 rows per block, the least of an MMA; rows beyond A's last are zero
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        W_value = T.sblock_alloc_buffer((8192, 8192), "float16")
        C_sum = T.sblock_alloc_buffer((16, 8192))
        for i0, i1 in T.grid(8192, 8192):
            with T.sblock("W_value"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(W[v_i0, v_i1 // 8], scale_zero[v_i1 // 128, v_i0, 0:2])
                T.writes(W_value[v_i0, v_i1])
                W_value[v_i0, v_i1] = (T.Cast("float16", W[v_i0, v_i1 // 8] >> v_i1 % 8 * 4 & 15) - scale_zero[v_i1 // 128, v_i0, 1]) * scale_zero[v_i1 // 128, v_i0, 0]
        for i, i0, k in T.grid(16, 8192, 8192):
            with T.sblock("C_sum"):
                v_i, v_i0, v_k = T.axis.remap("SSR", [i, i0, k])
                T.reads(A[v_i, v_k], W_value[v_i0, v_k])
                T.writes(C_sum[v_i, v_i0])
                with T.init():
                    C_sum[v_i, v_i0] = T.float32(0.0)
                C_sum[v_i, v_i0] = C_sum[v_i, v_i0] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", W_value[v_i0, v_k])
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j])
