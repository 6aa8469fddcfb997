# gemv/sgemv_cpu:serial:write_back
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: the accumulator is a scalar, not an array like y
# target: llvm x86-64-v3

main_compute_:
	vmovss	(%rsi), %xmm0
	leaq	36(%rdi), %rax
	xorl	%ecx, %ecx
	vxorps	%xmm1, %xmm1, %xmm1
.LBB3_1:
	movq	%rcx, %r8
	shlq	$14, %r8
	vmovss	(%rdi,%r8), %xmm2
	vfmadd132ss	%xmm0, %xmm1, %xmm2
	xorl	%r8d, %r8d
.LBB3_2:
	vmovss	-32(%rax,%r8,4), %xmm3
	vmovss	-28(%rax,%r8,4), %xmm4
	vfmadd132ss	4(%rsi,%r8,4), %xmm2, %xmm3
	vfmadd231ss	8(%rsi,%r8,4), %xmm4, %xmm3
	vmovss	-24(%rax,%r8,4), %xmm2
	vfmadd132ss	12(%rsi,%r8,4), %xmm3, %xmm2
	vmovss	-20(%rax,%r8,4), %xmm3
	vfmadd132ss	16(%rsi,%r8,4), %xmm2, %xmm3
	vmovss	-16(%rax,%r8,4), %xmm2
	vfmadd132ss	20(%rsi,%r8,4), %xmm3, %xmm2
	vmovss	-12(%rax,%r8,4), %xmm3
	vfmadd132ss	24(%rsi,%r8,4), %xmm2, %xmm3
	vmovss	-8(%rax,%r8,4), %xmm2
	vfmadd132ss	28(%rsi,%r8,4), %xmm3, %xmm2
	vmovss	-4(%rax,%r8,4), %xmm3
	vfmadd132ss	32(%rsi,%r8,4), %xmm2, %xmm3
	vmovss	(%rax,%r8,4), %xmm2
	vfmadd132ss	36(%rsi,%r8,4), %xmm3, %xmm2
	addq	$9, %r8
	cmpq	$4095, %r8
	jne	.LBB3_2
	vmovss	%xmm2, (%rdx,%rcx,4)
	incq	%rcx
	addq	$16384, %rax
	cmpq	$4096, %rcx
	jne	.LBB3_1
	retq
