# gemm/sgemm_cpu:loop_permuted:vectorize
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 16 columns: two AVX2 registers, or one of AVX-512
# since the previous step:
#   l17, l18 = sch.split(loop=l15, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.vectorize(loop=l18)

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
                    for k_1, i_1, j_1_0 in T.grid(64, 64, 4):
                        for j_1_1 in T.vectorized(16):
                            with T.sblock("C"):
                                v_i = T.axis.spatial(1024, i_0 * 64 + i_1)
                                v_j = T.axis.spatial(1024, j_0 * 64 + j_1_0 * 16 + j_1_1)
                                v_k = T.axis.reduce(1024, k_0 * 64 + k_1)
                                T.reads(A[v_i, v_k], B[v_k, v_j])
                                T.writes(C[v_i, v_j])
                                with T.init():
                                    C[v_i, v_j] = T.float32(0.0)
                                C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
