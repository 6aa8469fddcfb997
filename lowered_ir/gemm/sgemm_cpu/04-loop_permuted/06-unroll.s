# gemm/sgemm_cpu:loop_permuted:unroll
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators need constant indices to stay in registers
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	addq	$12288, %rdi
	leaq	64(%rsi), %rax
	movq	%rax, -48(%rsp)
	leaq	128(%rsi), %rax
	movq	%rax, -56(%rsp)
	movq	%rsi, -32(%rsp)
	leaq	192(%rsi), %rax
	movq	%rax, -64(%rsp)
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	movq	%rax, -72(%rsp)
	shlq	$16, %rax
	movq	%rax, -8(%rsp)
	movq	-64(%rsp), %rbp
	movq	-56(%rsp), %rbx
	movq	-48(%rsp), %r14
	movq	-32(%rsp), %r15
	xorl	%eax, %eax
.LBB3_2:
	movq	%rax, -112(%rsp)
	shlq	$6, %rax
	movq	%rax, -16(%rsp)
	movq	%rbp, -80(%rsp)
	movq	%rbx, -88(%rsp)
	movq	%r14, -96(%rsp)
	movq	%rdi, -40(%rsp)
	movq	%r15, -104(%rsp)
	xorl	%r11d, %r11d
	jmp	.LBB3_3
.LBB3_11:
	incq	%r11
	addq	$262144, %r15
	movq	-24(%rsp), %rdi
	addq	$256, %rdi
	addq	$262144, %r14
	addq	$262144, %rbx
	addq	$262144, %rbp
	cmpq	$16, %r11
	je	.LBB3_12
.LBB3_3:
	movq	%rdi, -24(%rsp)
	xorl	%esi, %esi
	jmp	.LBB3_4
.LBB3_34:
	incq	%rsi
	addq	$16384, %rdi
	cmpq	$16, %rsi
	je	.LBB3_11
.LBB3_4:
	movq	%rsi, %rax
	shlq	$12, %rax
	addq	-8(%rsp), %rax
	orq	-16(%rsp), %rax
	movq	%rax, %r9
	orq	$3072, %r9
	movl	%r9d, %r12d
	movq	%r15, %rcx
	xorl	%r8d, %r8d
.LBB3_5:
	movq	%r8, %r10
	orq	%r11, %r10
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	testl	%r10d, %r10d
	jne	.LBB3_6
.LBB3_7:
	vbroadcastss	-12288(%rdi,%r8,4), %ymm5
	vmovaps	(%rcx), %ymm2
	vmovaps	32(%rcx), %ymm1
	vfmadd231ps	%ymm1, %ymm5, %ymm4
	vfmadd231ps	%ymm5, %ymm2, %ymm3
	vmovaps	%ymm3, (%rdx,%rax,4)
	vmovaps	%ymm4, 32(%rdx,%rax,4)
	vbroadcastss	-8192(%rdi,%r8,4), %ymm3
	testl	%r10d, %r10d
	jne	.LBB3_8
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 4096(%rdx,%rax,4)
	vmovaps	%ymm4, 4128(%rdx,%rax,4)
	vbroadcastss	-4096(%rdi,%r8,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%rax,4)
	vmovaps	%ymm4, 8224(%rdx,%rax,4)
	vmovaps	%ymm0, (%rdx,%r9,4)
	vmovaps	%ymm0, 32(%rdx,%r9,4)
.LBB3_36:
	vbroadcastss	(%rdi,%r8,4), %ymm3
	vfmadd213ps	32(%rdx,%r12,4), %ymm3, %ymm1
	vfmadd213ps	(%rdx,%r12,4), %ymm3, %ymm2
	vmovaps	%ymm2, (%rdx,%r12,4)
	vmovaps	%ymm1, 32(%rdx,%r12,4)
	incq	%r8
	addq	$4096, %rcx
	cmpq	$64, %r8
	jne	.LBB3_5
	jmp	.LBB3_13
.LBB3_6:
	vmovaps	(%rdx,%rax,4), %ymm3
	vmovaps	32(%rdx,%rax,4), %ymm4
	jmp	.LBB3_7
.LBB3_8:
	vmovaps	%ymm3, %ymm4
	vfmadd213ps	4128(%rdx,%rax,4), %ymm1, %ymm4
	vmovaps	4096(%rdx,%rax,4), %ymm5
	vfmadd231ps	%ymm2, %ymm3, %ymm5
	vmovaps	%ymm5, 4096(%rdx,%rax,4)
	vmovaps	%ymm4, 4128(%rdx,%rax,4)
	vbroadcastss	-4096(%rdi,%r8,4), %ymm3
	vmovaps	8224(%rdx,%rax,4), %ymm4
	vfmadd231ps	%ymm1, %ymm3, %ymm4
	vfmadd213ps	8192(%rdx,%rax,4), %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%rax,4)
	vmovaps	%ymm4, 8224(%rdx,%rax,4)
	jmp	.LBB3_36
.LBB3_13:
	movq	%rax, %r9
	orq	$16, %r9
	movq	%rax, %r12
	orq	$3088, %r12
	movl	%r12d, %ecx
	movq	%r14, %r8
	xorl	%r10d, %r10d
.LBB3_14:
	movq	%r10, %r13
	orq	%r11, %r13
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	testl	%r13d, %r13d
	jne	.LBB3_15
.LBB3_16:
	vbroadcastss	-12288(%rdi,%r10,4), %ymm5
	vmovaps	(%r8), %ymm2
	vmovaps	32(%r8), %ymm1
	vfmadd231ps	%ymm1, %ymm5, %ymm4
	vfmadd231ps	%ymm5, %ymm2, %ymm3
	vmovaps	%ymm3, (%rdx,%r9,4)
	vmovaps	%ymm4, 32(%rdx,%r9,4)
	vbroadcastss	-8192(%rdi,%r10,4), %ymm3
	testl	%r13d, %r13d
	jne	.LBB3_17
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 4096(%rdx,%r9,4)
	vmovaps	%ymm4, 4128(%rdx,%r9,4)
	vbroadcastss	-4096(%rdi,%r10,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%r9,4)
	vmovaps	%ymm4, 8224(%rdx,%r9,4)
	vmovaps	%ymm0, (%rdx,%r12,4)
	vmovaps	%ymm0, 32(%rdx,%r12,4)
.LBB3_19:
	vbroadcastss	(%rdi,%r10,4), %ymm3
	vfmadd213ps	32(%rdx,%rcx,4), %ymm3, %ymm1
	vfmadd213ps	(%rdx,%rcx,4), %ymm3, %ymm2
	vmovaps	%ymm2, (%rdx,%rcx,4)
	vmovaps	%ymm1, 32(%rdx,%rcx,4)
	incq	%r10
	addq	$4096, %r8
	cmpq	$64, %r10
	jne	.LBB3_14
	jmp	.LBB3_20
.LBB3_15:
	vmovaps	(%rdx,%r9,4), %ymm3
	vmovaps	32(%rdx,%r9,4), %ymm4
	jmp	.LBB3_16
.LBB3_17:
	vmovaps	%ymm3, %ymm4
	vfmadd213ps	4128(%rdx,%r9,4), %ymm1, %ymm4
	vmovaps	4096(%rdx,%r9,4), %ymm5
	vfmadd231ps	%ymm2, %ymm3, %ymm5
	vmovaps	%ymm5, 4096(%rdx,%r9,4)
	vmovaps	%ymm4, 4128(%rdx,%r9,4)
	vbroadcastss	-4096(%rdi,%r10,4), %ymm3
	vmovaps	8224(%rdx,%r9,4), %ymm4
	vfmadd231ps	%ymm1, %ymm3, %ymm4
	vfmadd213ps	8192(%rdx,%r9,4), %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%r9,4)
	vmovaps	%ymm4, 8224(%rdx,%r9,4)
	jmp	.LBB3_19
.LBB3_20:
	movq	%rax, %r9
	orq	$32, %r9
	movq	%rax, %r12
	orq	$3104, %r12
	movl	%r12d, %ecx
	movq	%rbx, %r8
	xorl	%r10d, %r10d
.LBB3_21:
	movq	%r10, %r13
	orq	%r11, %r13
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	testl	%r13d, %r13d
	jne	.LBB3_22
.LBB3_23:
	vbroadcastss	-12288(%rdi,%r10,4), %ymm5
	vmovaps	(%r8), %ymm2
	vmovaps	32(%r8), %ymm1
	vfmadd231ps	%ymm1, %ymm5, %ymm4
	vfmadd231ps	%ymm5, %ymm2, %ymm3
	vmovaps	%ymm3, (%rdx,%r9,4)
	vmovaps	%ymm4, 32(%rdx,%r9,4)
	vbroadcastss	-8192(%rdi,%r10,4), %ymm3
	testl	%r13d, %r13d
	jne	.LBB3_24
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 4096(%rdx,%r9,4)
	vmovaps	%ymm4, 4128(%rdx,%r9,4)
	vbroadcastss	-4096(%rdi,%r10,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%r9,4)
	vmovaps	%ymm4, 8224(%rdx,%r9,4)
	vmovaps	%ymm0, (%rdx,%r12,4)
	vmovaps	%ymm0, 32(%rdx,%r12,4)
.LBB3_26:
	vbroadcastss	(%rdi,%r10,4), %ymm3
	vfmadd213ps	32(%rdx,%rcx,4), %ymm3, %ymm1
	vfmadd213ps	(%rdx,%rcx,4), %ymm3, %ymm2
	vmovaps	%ymm2, (%rdx,%rcx,4)
	vmovaps	%ymm1, 32(%rdx,%rcx,4)
	incq	%r10
	addq	$4096, %r8
	cmpq	$64, %r10
	jne	.LBB3_21
	jmp	.LBB3_27
.LBB3_22:
	vmovaps	(%rdx,%r9,4), %ymm3
	vmovaps	32(%rdx,%r9,4), %ymm4
	jmp	.LBB3_23
.LBB3_24:
	vmovaps	%ymm3, %ymm4
	vfmadd213ps	4128(%rdx,%r9,4), %ymm1, %ymm4
	vmovaps	4096(%rdx,%r9,4), %ymm5
	vfmadd231ps	%ymm2, %ymm3, %ymm5
	vmovaps	%ymm5, 4096(%rdx,%r9,4)
	vmovaps	%ymm4, 4128(%rdx,%r9,4)
	vbroadcastss	-4096(%rdi,%r10,4), %ymm3
	vmovaps	8224(%rdx,%r9,4), %ymm4
	vfmadd231ps	%ymm1, %ymm3, %ymm4
	vfmadd213ps	8192(%rdx,%r9,4), %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%r9,4)
	vmovaps	%ymm4, 8224(%rdx,%r9,4)
	jmp	.LBB3_26
.LBB3_27:
	movq	%rax, %r9
	orq	$48, %r9
	orq	$3120, %rax
	movl	%eax, %ecx
	movq	%rbp, %r8
	xorl	%r10d, %r10d
.LBB3_28:
	movq	%r10, %r12
	orq	%r11, %r12
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	testl	%r12d, %r12d
	jne	.LBB3_29
.LBB3_30:
	vbroadcastss	-12288(%rdi,%r10,4), %ymm5
	vmovaps	(%r8), %ymm2
	vmovaps	32(%r8), %ymm1
	vfmadd231ps	%ymm1, %ymm5, %ymm4
	vfmadd231ps	%ymm5, %ymm2, %ymm3
	vmovaps	%ymm3, (%rdx,%r9,4)
	vmovaps	%ymm4, 32(%rdx,%r9,4)
	vbroadcastss	-8192(%rdi,%r10,4), %ymm3
	testl	%r12d, %r12d
	jne	.LBB3_31
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 4096(%rdx,%r9,4)
	vmovaps	%ymm4, 4128(%rdx,%r9,4)
	vbroadcastss	-4096(%rdi,%r10,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%r9,4)
	vmovaps	%ymm4, 8224(%rdx,%r9,4)
	vmovaps	%ymm0, (%rdx,%rax,4)
	vmovaps	%ymm0, 32(%rdx,%rax,4)
.LBB3_33:
	vbroadcastss	(%rdi,%r10,4), %ymm3
	vfmadd213ps	32(%rdx,%rcx,4), %ymm3, %ymm1
	vfmadd213ps	(%rdx,%rcx,4), %ymm3, %ymm2
	vmovaps	%ymm2, (%rdx,%rcx,4)
	vmovaps	%ymm1, 32(%rdx,%rcx,4)
	incq	%r10
	addq	$4096, %r8
	cmpq	$64, %r10
	jne	.LBB3_28
	jmp	.LBB3_34
.LBB3_29:
	vmovaps	(%rdx,%r9,4), %ymm3
	vmovaps	32(%rdx,%r9,4), %ymm4
	jmp	.LBB3_30
.LBB3_31:
	vmovaps	%ymm3, %ymm4
	vfmadd213ps	4128(%rdx,%r9,4), %ymm1, %ymm4
	vmovaps	4096(%rdx,%r9,4), %ymm5
	vfmadd231ps	%ymm2, %ymm3, %ymm5
	vmovaps	%ymm5, 4096(%rdx,%r9,4)
	vmovaps	%ymm4, 4128(%rdx,%r9,4)
	vbroadcastss	-4096(%rdi,%r10,4), %ymm3
	vmovaps	8224(%rdx,%r9,4), %ymm4
	vfmadd231ps	%ymm1, %ymm3, %ymm4
	vfmadd213ps	8192(%rdx,%r9,4), %ymm2, %ymm3
	vmovaps	%ymm3, 8192(%rdx,%r9,4)
	vmovaps	%ymm4, 8224(%rdx,%r9,4)
	jmp	.LBB3_33
.LBB3_12:
	movq	-112(%rsp), %rax
	incq	%rax
	movq	-104(%rsp), %r15
	addq	$256, %r15
	movq	-96(%rsp), %r14
	addq	$256, %r14
	movq	-88(%rsp), %rbx
	addq	$256, %rbx
	movq	-80(%rsp), %rbp
	addq	$256, %rbp
	cmpq	$16, %rax
	movq	-40(%rsp), %rdi
	jne	.LBB3_2
	movq	-72(%rsp), %rax
	incq	%rax
	addq	$262144, %rdi
	cmpq	$16, %rax
	jne	.LBB3_1
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
