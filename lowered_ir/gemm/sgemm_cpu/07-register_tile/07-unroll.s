# gemm/sgemm_cpu:register_tile:unroll
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators need constant indices to stay in registers
# target: llvm x86-64-v3

.LCPI3_0:
	.long	0
	.long	2
	.long	1
	.long	3
.LCPI3_1:
	.long	2
	.long	1
	.long	3
	.long	3
.LCPI3_2:
	.long	0
	.long	2
	.long	2
	.long	3
.LCPI3_7:
	.long	4
	.long	6
	.long	5
	.long	7
.LCPI3_8:
	.long	6
	.long	0
	.long	7
	.long	0
.LCPI3_9:
	.long	0
	.long	6
	.long	0
	.long	7
.LCPI3_4:
	.long	6
	.long	4
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$104, %rsp
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
	movl	$-1, %r14d
	movq	%rax, (%rsp)
	testq	%rax, %rax
	je	.LBB3_31
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_31
	movq	(%rsp), %rcx
	addq	$448, %rcx
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
	movq	%rax, %r8
	addq	$24576, %r8
	leaq	20480(%r12), %rdx
	xorl	%esi, %esi
	vbroadcastf128	.LCPI3_0(%rip), %ymm0
	vmovups	%ymm0, 64(%rsp)
	vbroadcastf128	.LCPI3_1(%rip), %ymm1
	vbroadcastf128	.LCPI3_2(%rip), %ymm2
	vmovddup	.LCPI3_4(%rip), %xmm4
	movq	%rax, %rdi
.LBB3_7:
	movq	%r8, %rcx
	movq	$-4096, %r8
	movq	%rdi, %r9
.LBB3_8:
	vmovaps	-16384(%rdx,%r8), %ymm7
	vmovaps	-12288(%rdx,%r8), %ymm9
	vmovaps	-8192(%rdx,%r8), %ymm11
	vmovaps	-4096(%rdx,%r8), %ymm12
	vmovaps	(%rdx,%r8), %ymm10
	vmovaps	4096(%rdx,%r8), %ymm8
	vmovaps	-8192(%rdx,%r8), %xmm15
	vmovaps	-4096(%rdx,%r8), %xmm3
	vshufps	$0, %xmm15, %xmm3, %xmm13
	vshufps	$36, %xmm13, %xmm13, %xmm13
	vmovaps	-12288(%rdx,%r8), %xmm14
	vmovaps	-16384(%rdx,%r8), %xmm5
	vunpcklps	%xmm14, %xmm5, %xmm6
	vpermpd	$100, %ymm6, %ymm6
	vblendps	$12, %ymm13, %ymm6, %ymm6
	vbroadcastsd	(%rdx,%r8), %ymm13
	vblendps	$48, %ymm13, %ymm6, %ymm6
	vbroadcastss	4096(%rdx,%r8), %ymm13
	vblendps	$32, %ymm13, %ymm6, %ymm13
	vunpckhps	%xmm14, %xmm5, %xmm5
	vinsertf128	$1, %xmm5, %ymm0, %ymm6
	vshufps	$153, %xmm3, %xmm15, %xmm14
	vmovups	64(%rsp), %ymm0
	vpermps	%ymm14, %ymm0, %ymm14
	vblendps	$48, %ymm6, %ymm14, %ymm6
	vbroadcastss	4(%rdx,%r8), %xmm14
	vblendps	$12, %ymm14, %ymm6, %ymm6
	vbroadcastss	4100(%rdx,%r8), %ymm14
	vblendps	$8, %ymm14, %ymm6, %ymm14
	vshufps	$51, %xmm15, %xmm3, %xmm3
	vshufps	$226, %xmm3, %xmm3, %xmm3
	vinsertf128	$1, %xmm3, %ymm5, %ymm3
	vpermps	%ymm10, %ymm1, %ymm5
	vblendps	$195, %ymm5, %ymm3, %ymm3
	vpermps	%ymm8, %ymm2, %ymm5
	vblendps	$130, %ymm5, %ymm3, %ymm3
	vunpcklps	%ymm12, %ymm11, %ymm5
	vpermpd	$170, %ymm5, %ymm5
	vunpcklps	%ymm9, %ymm7, %ymm6
	vpermpd	$230, %ymm6, %ymm6
	vblendps	$12, %ymm5, %ymm6, %ymm5
	vblendps	$48, %ymm10, %ymm5, %ymm5
	vbroadcastss	4112(%rdx,%r8), %ymm6
	vblendps	$32, %ymm6, %ymm5, %ymm5
	vunpckhps	%ymm9, %ymm7, %ymm6
	vshufps	$153, %ymm12, %ymm11, %ymm15
	vbroadcastf128	.LCPI3_7(%rip), %ymm0
	vpermps	%ymm15, %ymm0, %ymm15
	vblendps	$48, %ymm6, %ymm15, %ymm6
	vbroadcastss	20(%rdx,%r8), %xmm15
	vblendps	$12, %ymm15, %ymm6, %ymm6
	vbroadcastss	4116(%rdx,%r8), %ymm15
	vblendps	$8, %ymm15, %ymm6, %ymm6
	vshufps	$51, %ymm11, %ymm12, %ymm11
	vshufps	$51, %ymm7, %ymm9, %ymm7
	vpermps	%ymm7, %ymm4, %ymm7
	vshufps	$226, %ymm7, %ymm11, %ymm7
	vbroadcastf128	.LCPI3_8(%rip), %ymm0
	vpermps	%ymm10, %ymm0, %ymm9
	vblendps	$195, %ymm9, %ymm7, %ymm7
	vbroadcastf128	.LCPI3_9(%rip), %ymm0
	vpermps	%ymm8, %ymm0, %ymm8
	vblendps	$130, %ymm8, %ymm7, %ymm7
	vmovups	%ymm7, 160(%r9)
	vmovups	%ymm6, 128(%r9)
	vmovups	%ymm5, 96(%r9)
	vmovups	%ymm3, 64(%r9)
	vmovups	%ymm14, 32(%r9)
	vmovups	%ymm13, (%r9)
	addq	$192, %r9
	addq	$32, %r8
	jne	.LBB3_8
	incq	%rsi
	leaq	24576(%rcx), %r8
	addq	$24576, %rdi
	addq	$24576, %rdx
	cmpq	$170, %rsi
	jne	.LBB3_7
	xorl	%edx, %edx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_11:
	movl	%edx, %esi
	andl	$-1044484, %esi
	vmovss	4186124(%r12,%rsi,4), %xmm1
	vinsertps	$28, 4190220(%r12,%rsi,4), %xmm1, %xmm1
	vmovss	4177920(%r12,%rsi,4), %xmm2
	vmovss	4177924(%r12,%rsi,4), %xmm3
	vmovss	4177928(%r12,%rsi,4), %xmm4
	vmovss	4177932(%r12,%rsi,4), %xmm5
	vinsertps	$28, 4182028(%r12,%rsi,4), %xmm5, %xmm5
	vmovlhps	%xmm5, %xmm0, %xmm5
	vinsertf128	$1, %xmm1, %ymm5, %ymm1
	vinsertps	$16, 4182016(%r12,%rsi,4), %xmm2, %xmm2
	vinsertps	$32, 4186112(%r12,%rsi,4), %xmm2, %xmm2
	vinsertps	$48, 4190208(%r12,%rsi,4), %xmm2, %xmm2
	vinsertps	$28, 4182020(%r12,%rsi,4), %xmm3, %xmm3
	vmovlhps	%xmm3, %xmm0, %xmm3
	vmovss	4186116(%r12,%rsi,4), %xmm5
	vinsertps	$28, 4190212(%r12,%rsi,4), %xmm5, %xmm5
	vinsertps	$16, 4182024(%r12,%rsi,4), %xmm4, %xmm4
	vinsertps	$32, 4186120(%r12,%rsi,4), %xmm4, %xmm4
	vinsertps	$48, 4190216(%r12,%rsi,4), %xmm4, %xmm4
	vmovups	%xmm4, 48(%rcx)
	vmovups	%xmm5, 32(%rcx)
	vmovups	%xmm3, 16(%rcx)
	vmovups	%xmm2, (%rcx)
	vmovups	%ymm1, 64(%rcx)
	addq	$4, %rdx
	addq	$96, %rcx
	cmpq	$1024, %rdx
	jne	.LBB3_11
	movq	(%rsp), %rcx
	addq	$64, %rcx
	movq	%rcx, 40(%rsp)
	xorl	%edx, %edx
	vxorps	%xmm0, %xmm0, %xmm0
	movq	%rax, 64(%rsp)
.LBB3_13:
	movl	%ebp, 12(%rsp)
	imulq	$258048, %rdx, %rdi
	movl	%edx, %r8d
	shll	$4, %r8d
	subl	%edx, %r8d
	subl	%edx, %r8d
	movl	%edx, %r9d
	shll	$6, %r9d
	movq	%rdx, 32(%rsp)
	subl	%edx, %r9d
	movq	40(%rsp), %r13
	xorl	%ecx, %ecx
.LBB3_14:
	movq	%rcx, %rdx
	shlq	$8, %rdx
	movq	%rdx, 56(%rsp)
	movq	%rcx, 16(%rsp)
	shlq	$14, %rcx
	movq	%rcx, 48(%rsp)
	movq	%r13, 24(%rsp)
	xorl	%ecx, %ecx
.LBB3_15:
	movq	%rcx, %rbx
	shlq	$4, %rbx
	addq	56(%rsp), %rbx
	movq	%rcx, %rbp
	shlq	$10, %rbp
	addq	48(%rsp), %rbp
	shlq	$6, %rbp
	addq	(%rsp), %rbp
	movq	64(%rsp), %rsi
	xorl	%edx, %edx
.LBB3_16:
	leaq	(%rdx,%rdx,2), %r11
	movq	%r11, %r14
	shlq	$11, %r14
	addq	%rdi, %r14
	movzbl	%dl, %r10d
	imull	$171, %r10d, %r10d
	shrl	$9, %r10d
	addl	%r8d, %r10d
	cmpl	$56, %r10d
	ja	.LBB3_19
	vbroadcastss	(%rax,%r14,4), %ymm3
	vmovups	(%rbp), %ymm1
	vmovups	32(%rbp), %ymm2
	vmovaps	%ymm2, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm1, %ymm3
	vbroadcastss	4(%rax,%r14,4), %ymm5
	vmovaps	%ymm2, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm1, %ymm5
	vbroadcastss	8(%rax,%r14,4), %ymm7
	vmovaps	%ymm2, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm1, %ymm7
	vbroadcastss	12(%rax,%r14,4), %ymm9
	vmovaps	%ymm2, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm1, %ymm9
	vbroadcastss	16(%rax,%r14,4), %ymm11
	vmovaps	%ymm2, %ymm12
	vfmadd213ps	%ymm0, %ymm11, %ymm12
	vfmadd213ps	%ymm0, %ymm1, %ymm11
	vbroadcastss	20(%rax,%r14,4), %ymm13
	vfmadd213ps	%ymm0, %ymm13, %ymm2
	vfmadd213ps	%ymm0, %ymm13, %ymm1
	movl	$44, %r12d
	movq	%r13, %r10
.LBB3_18:
	vbroadcastss	-20(%rsi,%r12), %ymm13
	vmovups	(%r10), %ymm14
	vmovups	32(%r10), %ymm15
	vfmadd231ps	%ymm15, %ymm13, %ymm4
	vfmadd231ps	%ymm13, %ymm14, %ymm3
	vbroadcastss	-16(%rsi,%r12), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm6
	vfmadd231ps	%ymm13, %ymm14, %ymm5
	vbroadcastss	-12(%rsi,%r12), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm8
	vfmadd231ps	%ymm13, %ymm14, %ymm7
	vbroadcastss	-8(%rsi,%r12), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm10
	vfmadd231ps	%ymm13, %ymm14, %ymm9
	vbroadcastss	-4(%rsi,%r12), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm12
	vfmadd231ps	%ymm13, %ymm14, %ymm11
	vbroadcastss	(%rsi,%r12), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm2
	vfmadd231ps	%ymm14, %ymm13, %ymm1
	addq	$24, %r12
	addq	$64, %r10
	cmpq	$24596, %r12
	jne	.LBB3_18
.LBB3_19:
	addq	%rbx, %r14
	movl	%r11d, %r10d
	shrl	%r10d
	addl	%r9d, %r10d
	cmpl	$256, %r10d
	jae	.LBB3_21
	vmovaps	%ymm3, (%r15,%r14,4)
	vmovaps	%ymm4, 32(%r15,%r14,4)
	vmovaps	%ymm5, 4096(%r15,%r14,4)
	vmovaps	%ymm6, 4128(%r15,%r14,4)
.LBB3_21:
	leal	1(%r11), %r10d
	shrl	%r10d
	addl	%r9d, %r10d
	cmpl	$255, %r10d
	ja	.LBB3_23
	vmovaps	%ymm7, 8192(%r15,%r14,4)
	vmovaps	%ymm8, 8224(%r15,%r14,4)
	vmovaps	%ymm9, 12288(%r15,%r14,4)
	vmovaps	%ymm10, 12320(%r15,%r14,4)
.LBB3_23:
	addl	$2, %r11d
	shrl	%r11d
	addl	%r9d, %r11d
	cmpl	$255, %r11d
	ja	.LBB3_25
	vmovaps	%ymm11, 16384(%r15,%r14,4)
	vmovaps	%ymm12, 16416(%r15,%r14,4)
	vmovaps	%ymm1, 20480(%r15,%r14,4)
	vmovaps	%ymm2, 20512(%r15,%r14,4)
.LBB3_25:
	incq	%rdx
	addq	$24576, %rsi
	cmpq	$42, %rdx
	jne	.LBB3_16
	incq	%rcx
	addq	$65536, %r13
	cmpq	$16, %rcx
	jne	.LBB3_15
	movq	16(%rsp), %rcx
	incq	%rcx
	movq	24(%rsp), %r13
	addq	$1048576, %r13
	cmpq	$4, %rcx
	jne	.LBB3_14
	movq	32(%rsp), %rdx
	incq	%rdx
	addq	$1032192, 64(%rsp)
	cmpq	$5, %rdx
	movl	12(%rsp), %ebp
	movl	$-1, %r14d
	jne	.LBB3_13
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_31
	movl	$1, %edi
	movl	%ebp, %esi
	movq	(%rsp), %rdx
	callq	*(%rbx)
	xorl	%r14d, %r14d
	negl	%eax
	sbbl	%r14d, %r14d
.LBB3_31:
	movl	%r14d, %eax
	addq	$104, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
