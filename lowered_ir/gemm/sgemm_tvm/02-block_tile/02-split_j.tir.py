# gemm/sgemm_tvm:block_tile:split_j
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: a block computes 32 columns: a square tile has the most reuse per element
# since the previous step:
#   l6, l7 = sch.split(loop=l2, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i_0, i_1, j_0, j_1, k in T.grid(512, 32, 512, 32, 16384):
            with T.sblock("C"):
                v_i = T.axis.spatial(16384, i_0 * 32 + i_1)
                v_j = T.axis.spatial(16384, j_0 * 32 + j_1)
                v_k = T.axis.reduce(16384, k)
                T.reads(A[v_k, v_i], B[v_k, v_j])
                T.writes(C[v_i, v_j])
                with T.init():
                    C[v_i, v_j] = T.float32(0.0)
                C[v_i, v_j] = C[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
