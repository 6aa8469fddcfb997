# gemv/sgemv_cpu:parallel:parallel
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: one core cannot keep enough loads in flight to use all of the bandwidth
# target: llvm x86-64-v3

main_compute_:
	subq	$24, %rsp
	movq	%rdi, (%rsp)
	movq	%rsi, 8(%rsp)
	movq	%rdx, 16(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rax
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	movq	%rsp, %rsi
	xorl	%edx, %edx
	callq	*(%rax)
	addq	$24, %rsp
	retq
.L__tvm_parallel_lambda:
	movq	%rdx, %rcx
	movl	8(%rsi), %esi
	leal	511(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %edx
	imull	%eax, %edx
	cmpl	$512, %edx
	movl	$512, %r8d
	cmovll	%edx, %r8d
	imull	%edi, %eax
	cmpl	%r8d, %eax
	jge	.LBB4_6
	movq	(%rcx), %rdx
	movq	8(%rcx), %rsi
	movq	16(%rcx), %rcx
	vmovaps	(%rsi), %ymm0
	cltq
	movslq	%r8d, %rdi
	movq	%rax, %r8
	shlq	$17, %r8
	addq	%rdx, %r8
	addq	$114752, %r8
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	jmp	.LBB4_2
.LBB4_5:
	movq	%rax, %r9
	shlq	$5, %r9
	vunpcklps	%xmm8, %xmm7, %xmm11
	vmovlhps	%xmm9, %xmm11, %xmm11
	vinsertps	$48, %xmm10, %xmm11, %xmm11
	vaddps	%xmm2, %xmm11, %xmm11
	vinsertps	$76, %xmm7, %xmm8, %xmm12
	vshufps	$212, %xmm9, %xmm12, %xmm12
	vinsertps	$112, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vunpckhps	%xmm8, %xmm7, %xmm12
	vblendps	$3, %xmm12, %xmm9, %xmm12
	vinsertps	$176, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vshufps	$51, %xmm7, %xmm8, %xmm12
	vshufps	$242, %xmm9, %xmm12, %xmm12
	vblendps	$8, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vextractf128	$1, %ymm8, %xmm8
	vextractf128	$1, %ymm7, %xmm7
	vunpcklps	%xmm8, %xmm7, %xmm12
	vextractf128	$1, %ymm9, %xmm9
	vmovlhps	%xmm9, %xmm12, %xmm12
	vextractf128	$1, %ymm10, %xmm10
	vinsertps	$48, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vinsertps	$76, %xmm7, %xmm8, %xmm12
	vshufps	$212, %xmm9, %xmm12, %xmm12
	vinsertps	$112, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vunpckhps	%xmm8, %xmm7, %xmm12
	vblendps	$3, %xmm12, %xmm9, %xmm12
	vinsertps	$176, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vshufps	$51, %xmm7, %xmm8, %xmm7
	vshufps	$242, %xmm9, %xmm7, %xmm7
	vblendps	$8, %xmm10, %xmm7, %xmm7
	vaddps	%xmm7, %xmm11, %xmm7
	vmovups	%xmm7, (%rcx,%r9)
	vunpcklps	%xmm4, %xmm3, %xmm7
	vmovlhps	%xmm5, %xmm7, %xmm7
	vinsertps	$48, %xmm6, %xmm7, %xmm7
	vaddps	%xmm2, %xmm7, %xmm7
	vinsertps	$76, %xmm3, %xmm4, %xmm8
	vshufps	$212, %xmm5, %xmm8, %xmm8
	vinsertps	$112, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vunpckhps	%xmm4, %xmm3, %xmm8
	vblendps	$3, %xmm8, %xmm5, %xmm8
	vinsertps	$176, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vshufps	$51, %xmm3, %xmm4, %xmm8
	vshufps	$242, %xmm5, %xmm8, %xmm8
	vblendps	$8, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vextractf128	$1, %ymm4, %xmm4
	vextractf128	$1, %ymm3, %xmm3
	vunpcklps	%xmm4, %xmm3, %xmm8
	vextractf128	$1, %ymm5, %xmm5
	vmovlhps	%xmm5, %xmm8, %xmm8
	vextractf128	$1, %ymm6, %xmm6
	vinsertps	$48, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vinsertps	$76, %xmm3, %xmm4, %xmm8
	vshufps	$212, %xmm5, %xmm8, %xmm8
	vinsertps	$112, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vunpckhps	%xmm4, %xmm3, %xmm8
	vblendps	$3, %xmm8, %xmm5, %xmm8
	vinsertps	$176, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vshufps	$51, %xmm3, %xmm4, %xmm3
	vshufps	$242, %xmm5, %xmm3, %xmm3
	vblendps	$8, %xmm6, %xmm3, %xmm3
	vaddps	%xmm7, %xmm3, %xmm3
	vmovups	%xmm3, 16(%rcx,%r9)
	incq	%rax
	addq	$131072, %r8
	cmpq	%rdi, %rax
	je	.LBB4_6
.LBB4_2:
	movq	%rax, %r9
	shlq	$17, %r9
	vmovaps	(%rdx,%r9), %ymm7
	vfmadd132ps	%ymm0, %ymm1, %ymm7
	vmovaps	16384(%rdx,%r9), %ymm8
	vfmadd132ps	%ymm0, %ymm1, %ymm8
	vmovaps	32768(%rdx,%r9), %ymm9
	vfmadd132ps	%ymm0, %ymm1, %ymm9
	vmovaps	49152(%rdx,%r9), %ymm10
	vfmadd132ps	%ymm0, %ymm1, %ymm10
	vmovaps	65536(%rdx,%r9), %ymm3
	vfmadd132ps	%ymm0, %ymm1, %ymm3
	vmovaps	81920(%rdx,%r9), %ymm4
	vfmadd132ps	%ymm0, %ymm1, %ymm4
	vmovaps	98304(%rdx,%r9), %ymm5
	vfmadd132ps	%ymm0, %ymm1, %ymm5
	vmovaps	114688(%rdx,%r9), %ymm6
	vfmadd132ps	%ymm0, %ymm1, %ymm6
	xorl	%r9d, %r9d
.LBB4_3:
	vmovaps	32(%rsi,%r9), %ymm11
	vfmadd231ps	-114720(%r8,%r9), %ymm11, %ymm7
	vfmadd231ps	-98336(%r8,%r9), %ymm11, %ymm8
	vfmadd231ps	-81952(%r8,%r9), %ymm11, %ymm9
	vfmadd231ps	-65568(%r8,%r9), %ymm11, %ymm10
	vfmadd231ps	-49184(%r8,%r9), %ymm11, %ymm3
	vfmadd231ps	-32800(%r8,%r9), %ymm11, %ymm4
	vfmadd231ps	-16416(%r8,%r9), %ymm11, %ymm5
	vfmadd231ps	-32(%r8,%r9), %ymm11, %ymm6
	cmpq	$16320, %r9
	je	.LBB4_5
	vmovaps	64(%rsi,%r9), %ymm11
	vfmadd231ps	-114688(%r8,%r9), %ymm11, %ymm7
	vfmadd231ps	-98304(%r8,%r9), %ymm11, %ymm8
	vfmadd231ps	-81920(%r8,%r9), %ymm11, %ymm9
	vfmadd231ps	-65536(%r8,%r9), %ymm11, %ymm10
	vfmadd231ps	-49152(%r8,%r9), %ymm11, %ymm3
	vfmadd231ps	-32768(%r8,%r9), %ymm11, %ymm4
	vfmadd231ps	-16384(%r8,%r9), %ymm11, %ymm5
	vfmadd231ps	(%r8,%r9), %ymm11, %ymm6
	addq	$64, %r9
	jmp	.LBB4_3
.LBB4_6:
	xorl	%eax, %eax
	vzeroupper
	retq
