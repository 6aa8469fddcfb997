# gemm/sgemm_tvm:grid_1024x16:panels
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: panels of 8 columns of blocks, consecutive blocks below each other
# since the previous step:
#   l8, l9 = sch.split(loop=l6, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l8, l9, l4)
#   l10 = sch.fuse(l9, l4, preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for j_0_0, j_0_1_i_0_fused, i_1, j_1, k in T.grid(16, 1024, 128, 128, 16384):
            with T.sblock("C"):
                v_i = T.axis.spatial(16384, j_0_1_i_0_fused % 128 * 128 + i_1)
                v_j = T.axis.spatial(16384, j_0_0 * 1024 + j_0_1_i_0_fused // 128 * 128 + j_1)
                v_k = T.axis.reduce(16384, k)
                T.reads(A[v_k, v_i], B[v_k, v_j])
                T.writes(C[v_i, v_j])
                with T.init():
                    C[v_i, v_j] = T.float32(0.0)
                C[v_i, v_j] = C[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
