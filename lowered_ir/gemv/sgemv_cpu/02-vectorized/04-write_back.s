# gemv/sgemv_cpu:vectorized:write_back
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: partial sums are added while they are in registers
# target: llvm x86-64-v3

main_compute_:
	vmovaps	(%rsi), %ymm0
	leaq	224(%rdi), %rax
	xorl	%ecx, %ecx
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
.LBB3_1:
	movq	%rcx, %r8
	shlq	$14, %r8
	vmovaps	(%rdi,%r8), %ymm3
	vfmadd132ps	%ymm0, %ymm1, %ymm3
	xorl	%r8d, %r8d
.LBB3_2:
	vmovaps	-192(%rax,%r8), %ymm4
	vmovaps	-160(%rax,%r8), %ymm5
	vmovaps	-128(%rax,%r8), %ymm6
	vmovaps	-96(%rax,%r8), %ymm7
	vfmadd132ps	32(%rsi,%r8), %ymm3, %ymm4
	vfmadd231ps	64(%rsi,%r8), %ymm5, %ymm4
	vfmadd231ps	96(%rsi,%r8), %ymm6, %ymm4
	vfmadd231ps	128(%rsi,%r8), %ymm7, %ymm4
	vmovaps	-64(%rax,%r8), %ymm3
	vfmadd132ps	160(%rsi,%r8), %ymm4, %ymm3
	vmovaps	-32(%rax,%r8), %ymm4
	vfmadd132ps	192(%rsi,%r8), %ymm3, %ymm4
	vmovaps	(%rax,%r8), %ymm3
	vfmadd132ps	224(%rsi,%r8), %ymm4, %ymm3
	addq	$224, %r8
	cmpq	$16352, %r8
	jne	.LBB3_2
	vaddss	%xmm2, %xmm3, %xmm4
	vmovshdup	%xmm3, %xmm5
	vaddss	%xmm5, %xmm4, %xmm4
	vshufpd	$1, %xmm3, %xmm3, %xmm5
	vaddss	%xmm5, %xmm4, %xmm4
	vshufps	$255, %xmm3, %xmm3, %xmm5
	vaddss	%xmm5, %xmm4, %xmm4
	vextractf128	$1, %ymm3, %xmm3
	vaddss	%xmm3, %xmm4, %xmm4
	vmovshdup	%xmm3, %xmm5
	vaddss	%xmm5, %xmm4, %xmm4
	vshufpd	$1, %xmm3, %xmm3, %xmm5
	vaddss	%xmm5, %xmm4, %xmm4
	vshufps	$255, %xmm3, %xmm3, %xmm3
	vaddss	%xmm3, %xmm4, %xmm3
	vmovss	%xmm3, (%rdx,%rcx,4)
	incq	%rcx
	addq	$16384, %rax
	cmpq	$4096, %rcx
	jne	.LBB3_1
	vzeroupper
	retq
