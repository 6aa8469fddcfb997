# gemm/sgemm_cpu:vectorized:block_ij
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 64 rows of A use 64 columns of B before these are evicted from the cache
# since the previous step:
#   b0 = sch.get_sblock(name="C", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   l4, l5 = sch.split(loop=l1, factors=[None, 64], preserve_unit_iters=True, disable_predication=False)
#   l6, l7 = sch.split(loop=l2, factors=[None, 64], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l4, l6, l5, l7, l3)
#   sch.annotate(block_or_loop=l4, ann_key="pragma_loop_partition_hint", ann_val=1)
#   sch.annotate(block_or_loop=l6, ann_key="pragma_loop_partition_hint", ann_val=1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i_0 in T.serial(16, annotations={"pragma_loop_partition_hint": 1}):
            for j_0 in T.serial(16, annotations={"pragma_loop_partition_hint": 1}):
                for i_1, j_1, k in T.grid(64, 64, 1024):
                    with T.sblock("C"):
                        v_i = T.axis.spatial(1024, i_0 * 64 + i_1)
                        v_j = T.axis.spatial(1024, j_0 * 64 + j_1)
                        v_k = T.axis.reduce(1024, k)
                        T.reads(A[v_i, v_k], B[v_k, v_j])
                        T.writes(C[v_i, v_j])
                        with T.init():
                            C[v_i, v_j] = T.float32(0.0)
                        C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
