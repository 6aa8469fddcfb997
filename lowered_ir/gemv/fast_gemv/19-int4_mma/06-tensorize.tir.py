# gemv/fast_gemv:int4_mma:tensorize
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: one operation converts two codes to float16; tensor cores multiply and add
# since the previous step:
#   sch.tensorize(block_or_loop=l38, tensor_intrin="mma_dot_int4_16", preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 1024), "int32"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 64), scope="local")
        W_local = T.sblock_alloc_buffer((8192, 1024), "int32", scope="local")
        x_local = T.sblock_alloc_buffer((8192,), "float16", scope="local")
        for i_0 in T.thread_binding(256, thread="blockIdx.x"):
            for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(64, thread="threadIdx.x"):
                    for i_2_init in range(4):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(64, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0_0 in range(4):
                        for k_0_0_1 in T.serial(2, annotations={"pragma_auto_unroll_max_step": 1024, "pragma_unroll_explicit": 0}):
                            for ax0_0 in range(2):
                                for ax0_1 in T.vectorized(8):
                                    with T.sblock("x_local"):
                                        v0 = T.axis.spatial(8192, k_0_0_0 * 2048 + k_0_0_1 * 1024 + k_0_1 * 16 + ax0_0 * 8 + ax0_1)
                                        T.reads(x[v0])
                                        T.writes(x_local[v0])
                                        x_local[v0] = x[v0]
                            for i_2_0 in range(2):
                                for ax0 in range(2):
                                    for ax1 in T.vectorized(2):
                                        with T.sblock("W_local"):
                                            v0 = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + i_2_0 * 2 + ax0)
                                            v1 = T.axis.spatial(1024, k_0_0_0 * 256 + k_0_0_1 * 128 + k_0_1 * 2 + ax1)
                                            T.reads(W[v0, v1])
                                            T.writes(W_local[v0, v1])
                                            W_local[v0, v1] = W[v0, v1]
                                with T.sblock("y_sum_rf_update_o"):
                                    vk_0_1_o = T.axis.spatial(64, k_0_1)
                                    v_i_o = T.axis.spatial(4096, i_0 * 16 + i_1 * 2 + i_2_0)
                                    vk_0_0_o = T.axis.reduce(8, k_0_0_0 * 2 + k_0_0_1)
                                    vk_1_o = T.axis.reduce(1, 0)
                                    T.reads(y_sum_rf_local[v_i_o * 2:v_i_o * 2 + 2, vk_0_1_o], W_local[v_i_o * 2:v_i_o * 2 + 2, vk_0_0_o * 128 + vk_0_1_o * 2:vk_0_0_o * 128 + vk_0_1_o * 2 + 2], zero[0], x_local[vk_0_0_o * 1024 + vk_0_1_o * 16:vk_0_0_o * 1024 + vk_0_1_o * 16 + 16])
                                    T.writes(y_sum_rf_local[v_i_o * 2:v_i_o * 2 + 2, vk_0_1_o])
                                    Y = T.match_buffer(y_sum_rf_local[v_i_o * 2:v_i_o * 2 + 2, vk_0_1_o], (2, 1), scope="local", offset_factor=1)
                                    W_1 = T.match_buffer(W_local[v_i_o * 2:v_i_o * 2 + 2, vk_0_0_o * 128 + vk_0_1_o * 2:vk_0_0_o * 128 + vk_0_1_o * 2 + 2], (2, 2), "int32", scope="local", offset_factor=1)
                                    X = T.match_buffer(x_local[vk_0_0_o * 1024 + vk_0_1_o * 16:vk_0_0_o * 1024 + vk_0_1_o * 16 + 16], (16,), "float16", scope="local", offset_factor=1)
                                    Z = T.match_buffer(zero[0], (1,), "int32", offset_factor=1)
                                    T.cuda.func_call("mma_dot_int4<2>", T.tvm_access_ptr(T.type_annotation("float32"), Y.data, Y.elem_offset, 2, 3), T.tvm_access_ptr(T.type_annotation("int32"), W_1.data, W_1.elem_offset, 4, 1), T.tvm_access_ptr(T.type_annotation("float16"), X.data, X.elem_offset, 16, 1), Z[0], source_code="\n__device__ __forceinline__ unsigned mma_dot_bits(half2 pair) { return *(unsigned*)&pair; }\n__device__ __forceinline__ half2 mma_dot_pair(unsigned bits) { return *(half2*)&bits; }\n__device__ __forceinline__ void mma_dot_step(float* d, const unsigned* row, const unsigned* next,\n                                             unsigned x0, unsigned x1) {\n  asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \"\n      \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n      : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])\n      : \"r\"(row[0]), \"r\"(next[0]), \"r\"(row[1]), \"r\"(next[1]), \"r\"(x0), \"r\"(x1));\n}\n__device__ __forceinline__ void mma_dot_add(float* sums, const float* d) {\n  int lane = threadIdx.x & 31;\n  bool diagonal = lane >> 3 == (lane & 3);\n  float first = lane & 4 ? d[1] : d[0], second = lane & 4 ? d[3] : d[2];\n  sums[0] += diagonal ? first : 0.0f;\n  sums[1] += diagonal ? second : 0.0f;\n}\n\n__device__ __forceinline__ unsigned mma_dot_cut(unsigned word, unsigned mask) {\n  unsigned out;\n  asm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(out) : \"r\"(word), \"r\"(mask), \"r\"(0x64006400u));\n  return out;\n}\n__device__ __forceinline__ void mma_dot_values(unsigned word, int zero, unsigned* out) {\n  half2 low = __half2half2(__int2half_rn(1024 + zero));\n  half2 high = __half2half2(__int2half_rn(-64 - zero));\n  half2 sixteenth = __half2half2(__float2half(0.0625f));\n  for (int i = 0; i < 4; i += 2, word >>= 8) {\n    out[i] = mma_dot_bits(__hsub2(mma_dot_pair(mma_dot_cut(word, 0x000f000f)), low));\n    out[i + 1] = mma_dot_bits(\n        __hfma2(mma_dot_pair(mma_dot_cut(word, 0x00f000f0)), sixteenth, high));\n  }\n}\ntemplate <int words>\n__device__ __forceinline__ void mma_dot_int4(float* sums, const void* codes, const void* x,\n                                             int zero) {\n  const unsigned* word = (const unsigned*)codes;\n  const unsigned* pair = (const unsigned*)x;\n  float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};\n#pragma unroll\n  for (int j = 0; j < words; ++j, pair += 4) {\n    unsigned row[4], next[4];\n    mma_dot_values(word[j], zero, row);\n    mma_dot_values(word[words + j], zero, next);\n    // Codes i and i + 4 of a word come together, and so must their x.\n    mma_dot_step(d, row, next, __byte_perm(pair[0], pair[2], 0x5410),\n                 __byte_perm(pair[0], pair[2], 0x7632));\n    mma_dot_step(d, row + 2, next + 2, __byte_perm(pair[1], pair[3], 0x5410),\n                 __byte_perm(pair[1], pair[3], 0x7632));\n  }\n  mma_dot_add(sums, d);\n}\n")
                for ax1 in range(4):
                    for ax0 in T.thread_binding(64, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(64, ax0)
                            v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(4):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + ax0)
                        T.reads(y_sum_local[v_i], scale[0])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i] * T.Cast("float32", scale[0]))
