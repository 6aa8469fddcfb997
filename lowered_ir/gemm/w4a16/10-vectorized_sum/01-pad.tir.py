# gemm/w4a16:vectorized_sum:pad
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 16 rows per block, the least of an MMA; rows beyond A's last are zero
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3, l4, l5 = sch.get_loops(block=b0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        W_value = T.sblock_alloc_buffer((512, 2, 8, 8192), "float16")
        C_sum = T.sblock_alloc_buffer((16, 512, 2, 8))
        for i0, i1, i2, i3 in T.grid(512, 2, 8, 8192):
            with T.sblock("W_value"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(W[v_i0, v_i3 // 64, v_i2 * 4 + v_i3 % 32 // 8, v_i3 % 64 // 32 * 2 + v_i3 % 8 // 4], scale_zero[v_i3 // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0:2])
                T.writes(W_value[v_i0, v_i1, v_i2, v_i3])
                W_value[v_i0, v_i1, v_i2, v_i3] = (T.Cast("float16", W[v_i0, v_i3 // 64, v_i2 * 4 + v_i3 % 32 // 8, v_i3 % 64 // 32 * 2 + v_i3 % 8 // 4] >> v_i3 % 2 * 16 + v_i3 % 4 // 2 * 8 + v_i1 * 4 & 15) - scale_zero[v_i3 // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 1]) * scale_zero[v_i3 // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0]
        for i, i0, i1, i2, k in T.grid(16, 512, 2, 8, 8192):
            with T.sblock("C_sum"):
                v_i, v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSSR", [i, i0, i1, i2, k])
                T.reads(A[v_i, v_k], W_value[v_i0, v_i1, v_i2, v_k])
                T.writes(C_sum[v_i, v_i0, v_i1, v_i2])
                with T.init():
                    C_sum[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                C_sum[v_i, v_i0, v_i1, v_i2] = C_sum[v_i, v_i0, v_i1, v_i2] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", W_value[v_i0, v_i1, v_i2, v_k])
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
