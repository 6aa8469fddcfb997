# gemm/sgemm_cpu:vectorized:permute
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: with j inside k, iterations update independent, contiguous elements of C
# since the previous step:
#   b10 = sch.get_sblock(name="C", func_name="main")
#   l11, l12, l13, l14, l15, l16 = sch.get_loops(block=b10)
#   sch.reorder(l16, l14, l15)

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
                for k_0 in T.serial(16, annotations={"pragma_loop_partition_hint": 1}):
                    for k_1, i_1, j_1 in T.grid(64, 64, 64):
                        with T.sblock("C"):
                            v_i = T.axis.spatial(1024, i_0 * 64 + i_1)
                            v_j = T.axis.spatial(1024, j_0 * 64 + j_1)
                            v_k = T.axis.reduce(1024, k_0 * 64 + k_1)
                            T.reads(A[v_i, v_k], B[v_k, v_j])
                            T.writes(C[v_i, v_j])
                            with T.init():
                                C[v_i, v_j] = T.float32(0.0)
                            C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
