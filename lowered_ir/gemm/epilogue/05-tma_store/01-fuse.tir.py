# gemm/epilogue:tma_store:fuse
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: bias, GELU and residual in one expression, without intermediate buffers
# since the previous step:
#   b0 = sch.get_sblock(name="biased", func_name="main")
#   sch.compute_inline(block=b0)
#   b1 = sch.get_sblock(name="gelu", func_name="main")
#   sch.compute_inline(block=b1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), bias: T.Buffer((4096,), "float16"), residual: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((4096, 4096))
        for i, j, k in T.grid(4096, 4096, 4096):
            with T.sblock("C_sum"):
                v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                T.reads(A[v_i, v_k], B[v_j, v_k])
                T.writes(C_sum[v_i, v_j])
                with T.init():
                    C_sum[v_i, v_j] = T.float32(0.0)
                C_sum[v_i, v_j] = C_sum[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j], bias[v_j], residual[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum[v_i, v_j] + T.Cast("float32", bias[v_j]) + (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual[v_i, v_j]))
