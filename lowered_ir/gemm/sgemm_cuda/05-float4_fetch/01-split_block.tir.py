# gemm/sgemm_cuda:float4_fetch:split_block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: traffic is M*N*K*(1/bm + 1/bn): the larger the block's tile, the less
# since the previous step:
#   b0 = sch.get_sblock(name="C", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   l4, l5 = sch.split(loop=l1, factors=[None, 128], preserve_unit_iters=True, disable_predication=False)
#   l6, l7 = sch.split(loop=l2, factors=[None, 128], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l4, l6, l5, l7)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i_0, j_0, i_1, j_1, k in T.grid(8, 8, 128, 128, 1024):
            with T.sblock("C"):
                v_i = T.axis.spatial(1024, i_0 * 128 + i_1)
                v_j = T.axis.spatial(1024, j_0 * 128 + j_1)
                v_k = T.axis.reduce(1024, k)
                T.reads(A[v_i, v_k], B[v_k, v_j])
                T.writes(C[v_i, v_j])
                with T.init():
                    C[v_i, v_j] = T.float32(0.0)
                C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
