# gemm/sgemm_cuda:tensor_core:tensorize
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: 32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs
# since the previous step:
#   b83 = sch.get_sblock(name="C_local", func_name="main")
#   l84, l85, l86, l87, l88, l89, l90 = sch.get_loops(block=b83)
#   l91, l92 = sch.split(loop=l89, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l93, l94 = sch.split(loop=l90, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l91, l93, l92, l94)
#   b95 = sch.blockize(target=l92, preserve_unit_iters=True)
#   sch.set_scope(block=b68, buffer_index=0, storage_scope="wmma.matrix_a")
#   sch.set_scope(block=b82, buffer_index=0, storage_scope="wmma.matrix_b")
#   sch.set_scope(block=b17, buffer_index=0, storage_scope="wmma.accumulator")
#   b96 = sch.decompose_reduction(block=b17, loop=l14)
#   b97, = sch.get_child_blocks(b96)
#   l98, l99 = sch.get_loops(block=b97)
#   sch.tensorize(block_or_loop=l98, tensor_intrin="wmma_fill_16x16x16_f32", preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b68, tensor_intrin="wmma_load_16x16x16_f16_a_shared_dyn",
#     preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b82, tensor_intrin="wmma_load_16x16x16_f16_b_shared_dyn",
#     preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b17, tensor_intrin="wmma_sync_16x16x16_f16f16f32", preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b95, tensor_intrin="wmma_store_16x16x16_f32_global", preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local_wmma_accumulator = T.sblock_alloc_buffer((1024, 1024), scope="wmma.accumulator")
        A_shared_dyn = T.sblock_alloc_buffer((1024, 1024), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((1024, 1024), "float16", scope="shared.dyn")
        A_shared_dyn_local_wmma_matrix_a = T.sblock_alloc_buffer((1024, 1024), "float16", scope="wmma.matrix_a")
        B_shared_dyn_local_wmma_matrix_b = T.sblock_alloc_buffer((1024, 1024), "float16", scope="wmma.matrix_b")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(16, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(8, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(2, thread="threadIdx.y"):
                            for i_2_init, j_2_init in T.grid(2, 2):
                                with T.sblock("C_o_init"):
                                    v_i_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + i_2_init)
                                    v_j_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + j_2_init)
                                    T.reads()
                                    T.writes(C_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                    with T.sblock("C_init_o"):
                                        v_i_i_init_o = T.axis.spatial(1, 0)
                                        v_j_i_init_o = T.axis.spatial(1, 0)
                                        T.reads()
                                        T.writes(C_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                        C_1 = T.match_buffer(C_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], (16, 16), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                        T.tvm_fill_fragment(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.float32(0.0))
                            for k_0 in range(32):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(4):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(1024, i_0 * 64 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) // 32)
                                                        v1 = T.axis.spatial(1024, k_0 * 32 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) % 32)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                                                        A_shared_dyn[v0, v1] = T.Cast("float16", A[v0, v1])
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(4):
                                                    with T.sblock("B_shared.dyn"):
                                                        v0 = T.axis.spatial(1024, k_0 * 32 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(1024, j_0_0 * 512 + j_0_1 * 64 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) % 64)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 64, 8]]})
                                                        B_shared_dyn[v0, v1] = T.Cast("float16", B[v0, v1])
                                for k_1 in range(2):
                                    for ax0_0, ax1_0 in T.grid(2, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + ax0_0)
                                            v1_o = T.axis.spatial(64, k_0 * 2 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            A_1 = T.match_buffer(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C_1 = T.match_buffer(A_shared_dyn_local_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("d1", "d0"), scope="wmma.matrix_a", offset_factor=16)
                                            T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                                    for ax0_0, ax1_0 in T.grid(1, 2):
                                        with T.sblock("B_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(64, k_0 * 2 + k_1 + ax0_0)
                                            v1_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + ax1_0)
                                            T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(B_shared_dyn_local_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            A_1 = T.match_buffer(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C_1 = T.match_buffer(B_shared_dyn_local_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("d1", "d0"), scope="wmma.matrix_b", offset_factor=16)
                                            T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                                    for i_2, j_2 in T.grid(2, 2):
                                        with T.sblock("C_o_update"):
                                            v_i_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + i_2)
                                            v_j_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + j_2)
                                            v_k_o = T.axis.reduce(64, k_0 * 2 + k_1)
                                            T.reads(C_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], A_shared_dyn_local_wmma_matrix_a[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B_shared_dyn_local_wmma_matrix_b[v_k_o * 16:v_k_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                            T.writes(C_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                            A_1 = T.match_buffer(A_shared_dyn_local_wmma_matrix_a[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], (16, 16), "float16", strides=("a1", "a0"), scope="wmma.matrix_a", offset_factor=16)
                                            B_1 = T.match_buffer(B_shared_dyn_local_wmma_matrix_b[v_k_o * 16:v_k_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], (16, 16), "float16", strides=("b1", "b0"), scope="wmma.matrix_b", offset_factor=16)
                                            C_1 = T.match_buffer(C_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], (16, 16), strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                                            T.tvm_mma_sync(C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, A_1.data, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, B_1.data, B_1.elem_offset // B_1.strides[0] // 16 * (B_1.strides[0] // 16) + B_1.elem_offset % B_1.strides[0] // 16, C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16)
                            for ax0_0, ax1_0 in T.grid(2, 2):
                                with T.sblock("C_local_o"):
                                    v0_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + ax0_0)
                                    v1_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + ax1_0)
                                    T.reads(C_local_wmma_accumulator[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    T.writes(C[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    A_1 = T.match_buffer(C_local_wmma_accumulator[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                    C_1 = T.match_buffer(C[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), strides=("s1", "s0"), offset_factor=16)
                                    T.tvm_store_matrix_sync(A_1.data, 16, 16, 16, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, C_1.strides[0] * 16, 2), C_1.strides[0], "row_major")
