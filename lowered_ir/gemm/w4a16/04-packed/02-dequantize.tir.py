# gemm/w4a16:packed:dequantize
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: weights become float16 where they are used: memory holds only codes
# since the previous step:
#   b6 = sch.get_sblock(name="W_value", func_name="main")
#   sch.compute_inline(block=b6)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((16, 512, 2, 8))
        for i, i0, i1, i2, k in T.grid(16, 512, 2, 8, 8192):
            with T.sblock("C_sum"):
                v_i, v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSSR", [i, i0, i1, i2, k])
                T.reads(A[v_i, v_k], W[v_i0, v_k // 64, v_i2 * 4 + v_k % 32 // 8, v_k % 64 // 32 * 2 + v_k % 8 // 4], scale_zero[v_k // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0:2])
                T.writes(C_sum[v_i, v_i0, v_i1, v_i2])
                with T.init():
                    C_sum[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                C_sum[v_i, v_i0, v_i1, v_i2] = C_sum[v_i, v_i0, v_i1, v_i2] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", (T.Cast("float16", W[v_i0, v_k // 64, v_i2 * 4 + v_k % 32 // 8, v_k % 64 // 32 * 2 + v_k % 8 // 4] >> v_k % 2 * 16 + v_k % 4 // 2 * 8 + v_i1 * 4 & 15) - scale_zero[v_k // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 1]) * scale_zero[v_k // 128, v_i0 * 16 + v_i1 * 8 + v_i2, 0])
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
