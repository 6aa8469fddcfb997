# gemm/epilogue:unfused:passes
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: four adjacent elements per thread: each float32 access has 16 bytes
# since the previous step:
#   b1 = sch.get_sblock(name="gelu", func_name="main")
#   l2, l3 = sch.get_loops(block=b1)
#   l4 = sch.fuse(l2, l3, preserve_unit_iters=True)
#   l5, l6, l7 = sch.split(loop=l4, factors=[None, 256, 4], preserve_unit_iters=True, disable_predication=False)
#   sch.bind(loop=l5, thread_axis="blockIdx.x")
#   sch.bind(loop=l6, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l7)
#   b8 = sch.get_sblock(name="C", func_name="main")
#   l9, l10 = sch.get_loops(block=b8)
#   l11 = sch.fuse(l9, l10, preserve_unit_iters=True)
#   l12, l13, l14 = sch.split(loop=l11, factors=[None, 256, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l12, thread_axis="blockIdx.x")
#   sch.bind(loop=l13, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l14)

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
        gelu = T.sblock_alloc_buffer((4096, 4096))
        for i, j, k in T.grid(4096, 4096, 4096):
            with T.sblock("C_sum"):
                v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                T.reads(A[v_i, v_k], B[v_j, v_k])
                T.writes(C_sum[v_i, v_j])
                with T.init():
                    C_sum[v_i, v_j] = T.float32(0.0)
                C_sum[v_i, v_j] = C_sum[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
        for i_j_fused_0 in T.thread_binding(16384, thread="blockIdx.x"):
            for i_j_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                for i_j_fused_2 in T.vectorized(4):
                    with T.sblock("gelu"):
                        v_i = T.axis.spatial(4096, (i_j_fused_0 * 1024 + i_j_fused_1 * 4 + i_j_fused_2) // 4096)
                        v_j = T.axis.spatial(4096, (i_j_fused_0 * 1024 + i_j_fused_1 * 4 + i_j_fused_2) % 4096)
                        T.reads(C_sum[v_i, v_j], bias[v_j])
                        T.writes(gelu[v_i, v_j])
                        gelu[v_i, v_j] = (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum[v_i, v_j] + T.Cast("float32", bias[v_j]) + (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * (C_sum[v_i, v_j] + T.Cast("float32", bias[v_j])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557)))
        for i_j_fused_0 in T.thread_binding(16384, thread="blockIdx.x"):
            for i_j_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                for i_j_fused_2 in T.vectorized(4):
                    with T.sblock("C"):
                        v_i = T.axis.spatial(4096, (i_j_fused_0 * 1024 + i_j_fused_1 * 4 + i_j_fused_2) // 4096)
                        v_j = T.axis.spatial(4096, (i_j_fused_0 * 1024 + i_j_fused_1 * 4 + i_j_fused_2) % 4096)
                        T.reads(gelu[v_i, v_j], residual[v_i, v_j])
                        T.writes(C[v_i, v_j])
                        C[v_i, v_j] = T.Cast("float16", gelu[v_i, v_j] + T.Cast("float32", residual[v_i, v_j]))
