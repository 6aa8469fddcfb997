# gemv/qgemv_cpu:parallel:tensorize
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: one instruction multiplies 64 codes and adds by fours to the lanes
# target: llvm cascadelake

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 16384), "uint8"), x: T.Buffer((16384,), "int8"), scale: T.Buffer((16384,), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        x_sum = T.alloc_buffer((1,), "int32")
        W_1 = W.view(268435456)
        x_1 = T.decl_buffer((16384,), "int8", data=x.data)
        scale_1 = T.decl_buffer((16384,), data=scale.data)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        x_sum[0] = 0
        for k in range(16384):
            x_sum[0] = x_sum[0] + T.Cast("int32", x_1[k])
        for i_0 in T.parallel(2048):
            y_sum_rf = T.alloc_buffer((128,), "int32")
            y_sum = T.alloc_buffer((8,), "int32")
            y_sum_rf[0:16] = T.Broadcast(0, 16)
            y_sum_rf[16:32] = T.Broadcast(0, 16)
            y_sum_rf[32:48] = T.Broadcast(0, 16)
            y_sum_rf[48:64] = T.Broadcast(0, 16)
            y_sum_rf[64:80] = T.Broadcast(0, 16)
            y_sum_rf[80:96] = T.Broadcast(0, 16)
            y_sum_rf[96:112] = T.Broadcast(0, 16)
            y_sum_rf[112:128] = T.Broadcast(0, 16)
            for ax2 in range(256):
                cse_v1: T.let[T.int32] = ax2 * 64
                cse_v2: T.let[T.int32] = i_0 * 131072 + cse_v1
                y_sum_rf[0:16] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(0, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[16:32] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(16, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 16384, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[32:48] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(32, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 32768, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[48:64] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(48, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 49152, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[64:80] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(64, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 65536, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[80:96] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(80, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 81920, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[96:112] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(96, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 98304, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
                y_sum_rf[112:128] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", y_sum_rf[T.Ramp(112, 1, 16)], T.reinterpret("int8x64", W_1[T.Ramp(cse_v2 + 114688, 1, 64)]), x_1[T.Ramp(cse_v1, 1, 64)])
            for ax0, ax1 in T.grid(16, 8):
                if ax0 == 0:
                    y_sum[ax1] = 0
                y_sum[ax1] = y_sum[ax1] + y_sum_rf[ax1 * 16 + ax0]
            for i_1 in range(8):
                cse_v3: T.let[T.int32] = i_0 * 8 + i_1
                y_1[cse_v3] = T.Cast("float32", y_sum[i_1] - x_sum[0] * 128) * (scale_1[cse_v3] * x_scale_1[0])
