# gemm/sgemm_cpu:vectorized:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   b19 = sch.get_sblock(name="C", func_name="main")
#   l20, l21, l22, l23, l24, l25, l26 = sch.get_loops(block=b19)
#   b27 = sch.get_sblock(name="C", func_name="main")
#   b28 = sch.decompose_reduction(block=b27, loop=l22)

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
                for i_1_init, j_1_0_init in T.grid(64, 4):
                    for j_1_1_init in T.vectorized(16):
                        with T.sblock("C_init"):
                            v_i = T.axis.spatial(1024, i_0 * 64 + i_1_init)
                            v_j = T.axis.spatial(1024, j_0 * 64 + j_1_0_init * 16 + j_1_1_init)
                            T.reads()
                            T.writes(C[v_i, v_j])
                            C[v_i, v_j] = T.float32(0.0)
                for k_0 in T.serial(16, annotations={"pragma_loop_partition_hint": 1}):
                    for k_1, i_1, j_1_0 in T.grid(64, 64, 4):
                        for j_1_1 in T.vectorized(16):
                            with T.sblock("C_update"):
                                v_i = T.axis.spatial(1024, i_0 * 64 + i_1)
                                v_j = T.axis.spatial(1024, j_0 * 64 + j_1_0 * 16 + j_1_1)
                                v_k = T.axis.reduce(1024, k_0 * 64 + k_1)
                                T.reads(C[v_i, v_j], A[v_i, v_k], B[v_k, v_j])
                                T.writes(C[v_i, v_j])
                                C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
