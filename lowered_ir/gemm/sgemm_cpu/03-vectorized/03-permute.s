# gemm/sgemm_cpu:vectorized:permute
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: with j inside k, iterations update independent, contiguous elements of C
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r12
	pushq	%rbx
	addq	$224, %rdx
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	movq	%rdx, %rcx
	xorl	%r8d, %r8d
.LBB3_2:
	movq	%r8, %r9
	shlq	$6, %r9
	movq	%rdi, %r10
	xorl	%r11d, %r11d
	jmp	.LBB3_3
.LBB3_8:
	incq	%r11
	addq	$256, %r10
	cmpq	$16, %r11
	je	.LBB3_9
.LBB3_3:
	movq	%r11, %rbx
	shlq	$16, %rbx
	addq	%r9, %rbx
	movq	%r10, %r14
	xorl	%r15d, %r15d
.LBB3_4:
	movq	%r15, %r12
	shlq	$10, %r12
	addq	%rbx, %r12
	movl	%r15d, %ebp
	orl	%r11d, %ebp
	jne	.LBB3_5
	vmovaps	(%rsi,%r12,4), %ymm1
	vmovaps	32(%rsi,%r12,4), %ymm2
	vmovaps	64(%rsi,%r12,4), %ymm3
	vmovaps	96(%rsi,%r12,4), %ymm4
	vmovaps	128(%rsi,%r12,4), %ymm5
	vmovaps	160(%rsi,%r12,4), %ymm6
	vmovaps	192(%rsi,%r12,4), %ymm7
	vmovaps	224(%rsi,%r12,4), %ymm8
	xorl	%r12d, %r12d
.LBB3_13:
	vbroadcastss	(%rdi,%r12), %ymm9
	vmovaps	%ymm1, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vmovaps	%ymm2, %ymm11
	vfmadd213ps	%ymm0, %ymm9, %ymm11
	vmovaps	%ymm3, %ymm12
	vfmadd213ps	%ymm0, %ymm9, %ymm12
	vmovaps	%ymm4, %ymm13
	vfmadd213ps	%ymm0, %ymm9, %ymm13
	vmovaps	%ymm10, -224(%rcx,%r12)
	vmovaps	%ymm11, -192(%rcx,%r12)
	vmovaps	%ymm12, -160(%rcx,%r12)
	vmovaps	%ymm13, -128(%rcx,%r12)
	vmovaps	%ymm5, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vmovaps	%ymm6, %ymm11
	vfmadd213ps	%ymm0, %ymm9, %ymm11
	vmovaps	%ymm7, %ymm12
	vfmadd213ps	%ymm0, %ymm9, %ymm12
	vfmadd213ps	%ymm0, %ymm8, %ymm9
	vmovaps	%ymm10, -96(%rcx,%r12)
	vmovaps	%ymm11, -64(%rcx,%r12)
	vmovaps	%ymm12, -32(%rcx,%r12)
	vmovaps	%ymm9, (%rcx,%r12)
	addq	$4096, %r12
	cmpq	$262144, %r12
	jne	.LBB3_13
.LBB3_7:
	incq	%r15
	addq	$4, %r14
	cmpq	$64, %r15
	jne	.LBB3_4
	jmp	.LBB3_8
.LBB3_5:
	vmovaps	(%rsi,%r12,4), %ymm1
	vmovaps	32(%rsi,%r12,4), %ymm2
	vmovaps	64(%rsi,%r12,4), %ymm3
	vmovaps	96(%rsi,%r12,4), %ymm4
	vmovaps	128(%rsi,%r12,4), %ymm5
	vmovaps	160(%rsi,%r12,4), %ymm6
	vmovaps	192(%rsi,%r12,4), %ymm7
	vmovaps	224(%rsi,%r12,4), %ymm8
	xorl	%r12d, %r12d
.LBB3_6:
	vbroadcastss	(%r14,%r12), %ymm9
	vmovaps	-224(%rcx,%r12), %ymm10
	vfmadd231ps	%ymm1, %ymm9, %ymm10
	vmovaps	-192(%rcx,%r12), %ymm11
	vfmadd231ps	%ymm2, %ymm9, %ymm11
	vmovaps	-160(%rcx,%r12), %ymm12
	vfmadd231ps	%ymm3, %ymm9, %ymm12
	vmovaps	-128(%rcx,%r12), %ymm13
	vfmadd231ps	%ymm4, %ymm9, %ymm13
	vmovaps	%ymm10, -224(%rcx,%r12)
	vmovaps	%ymm11, -192(%rcx,%r12)
	vmovaps	%ymm12, -160(%rcx,%r12)
	vmovaps	%ymm13, -128(%rcx,%r12)
	vmovaps	-96(%rcx,%r12), %ymm10
	vfmadd231ps	%ymm5, %ymm9, %ymm10
	vmovaps	-64(%rcx,%r12), %ymm11
	vfmadd231ps	%ymm6, %ymm9, %ymm11
	vmovaps	-32(%rcx,%r12), %ymm12
	vfmadd231ps	%ymm7, %ymm9, %ymm12
	vfmadd213ps	(%rcx,%r12), %ymm8, %ymm9
	vmovaps	%ymm10, -96(%rcx,%r12)
	vmovaps	%ymm11, -64(%rcx,%r12)
	vmovaps	%ymm12, -32(%rcx,%r12)
	vmovaps	%ymm9, (%rcx,%r12)
	addq	$4096, %r12
	cmpq	$262144, %r12
	jne	.LBB3_6
	jmp	.LBB3_7
.LBB3_9:
	incq	%r8
	addq	$256, %rcx
	cmpq	$16, %r8
	jne	.LBB3_2
	incq	%rax
	addq	$262144, %rdx
	addq	$262144, %rdi
	cmpq	$16, %rax
	jne	.LBB3_1
	popq	%rbx
	popq	%r12
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
