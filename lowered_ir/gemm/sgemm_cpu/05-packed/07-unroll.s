# gemm/sgemm_cpu:packed:unroll
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
	subq	$40, %rsp
	movq	%rcx, %r15
	movq	%rdx, %r13
	movq	%rsi, %r12
	movl	%edi, %ebp
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbx
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	movl	$-1, 8(%rsp)
	testq	%rax, %rax
	je	.LBB3_22
	movq	%rax, %r14
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_22
	leaq	448(%r14), %rcx
	addq	$28672, %r13
	xorl	%edx, %edx
.LBB3_3:
	movq	%r13, %rsi
	xorl	%edi, %edi
.LBB3_4:
	vmovaps	-28672(%rsi), %ymm0
	vmovaps	-28640(%rsi), %ymm1
	vmovups	%ymm1, -416(%rcx,%rdi)
	vmovups	%ymm0, -448(%rcx,%rdi)
	vmovaps	-24576(%rsi), %ymm0
	vmovaps	-24544(%rsi), %ymm1
	vmovups	%ymm1, -352(%rcx,%rdi)
	vmovups	%ymm0, -384(%rcx,%rdi)
	vmovaps	-20480(%rsi), %ymm0
	vmovaps	-20448(%rsi), %ymm1
	vmovups	%ymm1, -288(%rcx,%rdi)
	vmovups	%ymm0, -320(%rcx,%rdi)
	vmovaps	-16384(%rsi), %ymm0
	vmovaps	-16352(%rsi), %ymm1
	vmovups	%ymm1, -224(%rcx,%rdi)
	vmovups	%ymm0, -256(%rcx,%rdi)
	vmovaps	-12288(%rsi), %ymm0
	vmovaps	-12256(%rsi), %ymm1
	vmovups	%ymm1, -160(%rcx,%rdi)
	vmovups	%ymm0, -192(%rcx,%rdi)
	vmovaps	-8192(%rsi), %ymm0
	vmovaps	-8160(%rsi), %ymm1
	vmovups	%ymm1, -96(%rcx,%rdi)
	vmovups	%ymm0, -128(%rcx,%rdi)
	vmovaps	-4096(%rsi), %ymm0
	vmovaps	-4064(%rsi), %ymm1
	vmovups	%ymm1, -32(%rcx,%rdi)
	vmovups	%ymm0, -64(%rcx,%rdi)
	vmovaps	(%rsi), %ymm0
	vmovaps	32(%rsi), %ymm1
	vmovups	%ymm1, 32(%rcx,%rdi)
	vmovups	%ymm0, (%rcx,%rdi)
	addq	$512, %rdi
	addq	$32768, %rsi
	cmpq	$65536, %rdi
	jne	.LBB3_4
	incq	%rdx
	addq	$65536, %rcx
	addq	$64, %r13
	cmpq	$64, %rdx
	jne	.LBB3_3
	movl	%ebp, 12(%rsp)
	addq	$12288, %r12
	xorl	%ecx, %ecx
	movq	%rax, %rdx
.LBB3_7:
	xorl	%esi, %esi
.LBB3_8:
	vmovaps	-12288(%r12,%rsi), %ymm0
	vmovaps	-8192(%r12,%rsi), %ymm1
	vmovaps	-4096(%r12,%rsi), %ymm2
	vmovaps	(%r12,%rsi), %ymm3
	vmovaps	(%r12,%rsi), %xmm4
	vmovaps	-4096(%r12,%rsi), %xmm5
	vunpcklps	%xmm4, %xmm5, %xmm6
	vpermpd	$96, %ymm6, %ymm6
	vmovaps	-8192(%r12,%rsi), %xmm7
	vmovaps	-12288(%r12,%rsi), %xmm8
	vunpcklps	%xmm7, %xmm8, %xmm9
	vpermpd	$212, %ymm9, %ymm9
	vblendps	$204, %ymm6, %ymm9, %ymm6
	vunpckhps	%xmm4, %xmm5, %xmm4
	vpermpd	$96, %ymm4, %ymm4
	vunpckhps	%xmm7, %xmm8, %xmm5
	vpermpd	$212, %ymm5, %ymm5
	vblendps	$204, %ymm4, %ymm5, %ymm4
	vunpckhps	%ymm3, %ymm2, %ymm5
	vpermpd	$232, %ymm5, %ymm5
	vunpckhps	%ymm1, %ymm0, %ymm7
	vpermpd	$246, %ymm7, %ymm7
	vblendps	$204, %ymm5, %ymm7, %ymm5
	vunpcklps	%ymm3, %ymm2, %ymm2
	vpermpd	$232, %ymm2, %ymm2
	vunpcklps	%ymm1, %ymm0, %ymm0
	vpermpd	$246, %ymm0, %ymm0
	vblendps	$204, %ymm2, %ymm0, %ymm0
	vmovups	%ymm0, 64(%rdx,%rsi,4)
	vmovups	%ymm5, 96(%rdx,%rsi,4)
	vmovups	%ymm4, 32(%rdx,%rsi,4)
	vmovups	%ymm6, (%rdx,%rsi,4)
	addq	$32, %rsi
	cmpq	$4096, %rsi
	jne	.LBB3_8
	incq	%rcx
	addq	$16384, %rdx
	addq	$16384, %r12
	cmpq	$256, %rcx
	jne	.LBB3_7
	movq	%r14, %rcx
	addq	$64, %rcx
	movq	%rcx, 32(%rsp)
	movq	%rax, %rbp
	addq	$28, %rbp
	xorl	%edi, %edi
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_11:
	movq	%rdi, 24(%rsp)
	shlq	$16, %rdi
	movq	32(%rsp), %r12
	xorl	%r9d, %r9d
.LBB3_12:
	movq	%r9, %r10
	shlq	$12, %r10
	movq	%r9, %r11
	shlq	$6, %r11
	movq	%r12, 16(%rsp)
	xorl	%ebx, %ebx
.LBB3_13:
	movq	%rbx, %rcx
	shlq	$10, %rcx
	addq	%r10, %rcx
	movq	%rbx, %r13
	shlq	$4, %r13
	addq	%r11, %r13
	shlq	$6, %rcx
	vmovups	(%r14,%rcx), %ymm1
	vmovups	32(%r14,%rcx), %ymm2
	movq	%rbp, %rdx
	xorl	%r8d, %r8d
.LBB3_14:
	movq	%r8, %rcx
	shlq	$12, %rcx
	addq	%rdi, %rcx
	vbroadcastss	(%rax,%rcx,4), %ymm3
	vmovaps	%ymm2, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm1, %ymm3
	vbroadcastss	4(%rax,%rcx,4), %ymm5
	vmovaps	%ymm2, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm1, %ymm5
	vbroadcastss	8(%rax,%rcx,4), %ymm7
	vmovaps	%ymm2, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm1, %ymm7
	vbroadcastss	12(%rax,%rcx,4), %ymm9
	vmovaps	%ymm2, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm1, %ymm9
	xorl	%esi, %esi
.LBB3_15:
	vbroadcastss	-12(%rdx,%rsi), %ymm11
	vmovups	(%r12,%rsi,4), %ymm12
	vmovups	32(%r12,%rsi,4), %ymm13
	vfmadd231ps	%ymm13, %ymm11, %ymm4
	vfmadd231ps	%ymm11, %ymm12, %ymm3
	vbroadcastss	-8(%rdx,%rsi), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm6
	vfmadd231ps	%ymm11, %ymm12, %ymm5
	vbroadcastss	-4(%rdx,%rsi), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm8
	vfmadd231ps	%ymm11, %ymm12, %ymm7
	vbroadcastss	(%rdx,%rsi), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm10
	vfmadd231ps	%ymm12, %ymm11, %ymm9
	addq	$16, %rsi
	cmpq	$16368, %rsi
	jne	.LBB3_15
	addq	%r13, %rcx
	vmovaps	%ymm4, 32(%r15,%rcx,4)
	vmovaps	%ymm3, (%r15,%rcx,4)
	vmovaps	%ymm6, 4128(%r15,%rcx,4)
	vmovaps	%ymm5, 4096(%r15,%rcx,4)
	vmovaps	%ymm8, 8224(%r15,%rcx,4)
	vmovaps	%ymm7, 8192(%r15,%rcx,4)
	vmovaps	%ymm10, 12320(%r15,%rcx,4)
	vmovaps	%ymm9, 12288(%r15,%rcx,4)
	incq	%r8
	addq	$16384, %rdx
	cmpq	$16, %r8
	jne	.LBB3_14
	incq	%rbx
	addq	$65536, %r12
	cmpq	$4, %rbx
	jne	.LBB3_13
	incq	%r9
	movq	16(%rsp), %r12
	addq	$262144, %r12
	cmpq	$16, %r9
	jne	.LBB3_12
	movq	24(%rsp), %rdi
	incq	%rdi
	addq	$262144, %rbp
	cmpq	$16, %rdi
	jne	.LBB3_11
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	12(%rsp), %ebp
	movl	%ebp, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_22
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%r14, %rdx
	callq	*(%rbx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	movl	%ecx, 8(%rsp)
.LBB3_22:
	movl	8(%rsp), %eax
	addq	$40, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
