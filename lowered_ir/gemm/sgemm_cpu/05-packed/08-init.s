# gemm/sgemm_cpu:packed:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	pushq	%rax
	movq	%rcx, %r14
	movq	%rdx, %r13
	movq	%rsi, %r12
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbp
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbp)
	movq	%rax, %r15
	movl	$-1, %eax
	testq	%r15, %r15
	jne	.LBB3_1
.LBB3_33:
	addq	$8, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbp)
	testq	%rax, %rax
	jne	.LBB3_3
	movl	$-1, %eax
	jmp	.LBB3_33
.LBB3_3:
	movq	%r15, %rcx
	addq	$448, %rcx
	addq	$28672, %r13
	xorl	%edx, %edx
.LBB3_4:
	movq	%r13, %rsi
	xorl	%edi, %edi
.LBB3_5:
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
	jne	.LBB3_5
	incq	%rdx
	addq	$65536, %rcx
	addq	$64, %r13
	cmpq	$64, %rdx
	jne	.LBB3_4
	addq	$12288, %r12
	xorl	%ecx, %ecx
	movq	%rax, %rdx
.LBB3_8:
	xorl	%esi, %esi
.LBB3_9:
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
	jne	.LBB3_9
	incq	%rcx
	addq	$16384, %rdx
	addq	$16384, %r12
	cmpq	$256, %rcx
	jne	.LBB3_8
	movq	%rax, %rcx
	addq	$12, %rcx
	xorl	%edx, %edx
.LBB3_12:
	movq	%rdx, %rsi
	shlq	$16, %rsi
	movq	%r15, %rdi
	xorl	%r8d, %r8d
.LBB3_13:
	movq	%r8, %r9
	shlq	$6, %r9
	movq	%rcx, %r10
	xorl	%r11d, %r11d
.LBB3_14:
	movq	%r11, %r12
	shlq	$12, %r12
	addq	%rsi, %r12
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%r13d, %r13d
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB3_15:
	vbroadcastss	-12(%r10,%r13), %ymm8
	vmovups	(%rdi,%r13,4), %ymm9
	vmovups	32(%rdi,%r13,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r10,%r13), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r10,%r13), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r10,%r13), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %r13
	cmpq	$16384, %r13
	jne	.LBB3_15
	addq	%r9, %r12
	vmovaps	%ymm5, 32(%r14,%r12,4)
	vmovaps	%ymm1, (%r14,%r12,4)
	vmovaps	%ymm6, 4128(%r14,%r12,4)
	vmovaps	%ymm2, 4096(%r14,%r12,4)
	vmovaps	%ymm7, 8224(%r14,%r12,4)
	vmovaps	%ymm3, 8192(%r14,%r12,4)
	vmovaps	%ymm0, 12320(%r14,%r12,4)
	vmovaps	%ymm4, 12288(%r14,%r12,4)
	incq	%r11
	addq	$16384, %r10
	cmpq	$16, %r11
	jne	.LBB3_14
	movq	%r9, %r10
	orq	$16, %r10
	movq	%rcx, %r11
	xorl	%r12d, %r12d
.LBB3_18:
	movq	%r12, %r13
	shlq	$12, %r13
	addq	%rsi, %r13
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%ebp, %ebp
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB3_19:
	vbroadcastss	-12(%r11,%rbp), %ymm8
	vmovups	65536(%rdi,%rbp,4), %ymm9
	vmovups	65568(%rdi,%rbp,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r11,%rbp), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r11,%rbp), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r11,%rbp), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %rbp
	cmpq	$16384, %rbp
	jne	.LBB3_19
	addq	%r10, %r13
	vmovaps	%ymm5, 32(%r14,%r13,4)
	vmovaps	%ymm1, (%r14,%r13,4)
	vmovaps	%ymm6, 4128(%r14,%r13,4)
	vmovaps	%ymm2, 4096(%r14,%r13,4)
	vmovaps	%ymm7, 8224(%r14,%r13,4)
	vmovaps	%ymm3, 8192(%r14,%r13,4)
	vmovaps	%ymm0, 12320(%r14,%r13,4)
	vmovaps	%ymm4, 12288(%r14,%r13,4)
	incq	%r12
	addq	$16384, %r11
	cmpq	$16, %r12
	jne	.LBB3_18
	movq	%r9, %r10
	orq	$32, %r10
	movq	%rcx, %r11
	xorl	%r12d, %r12d
.LBB3_22:
	movq	%r12, %r13
	shlq	$12, %r13
	addq	%rsi, %r13
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%ebp, %ebp
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB3_23:
	vbroadcastss	-12(%r11,%rbp), %ymm8
	vmovups	131072(%rdi,%rbp,4), %ymm9
	vmovups	131104(%rdi,%rbp,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r11,%rbp), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r11,%rbp), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r11,%rbp), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %rbp
	cmpq	$16384, %rbp
	jne	.LBB3_23
	addq	%r10, %r13
	vmovaps	%ymm5, 32(%r14,%r13,4)
	vmovaps	%ymm1, (%r14,%r13,4)
	vmovaps	%ymm6, 4128(%r14,%r13,4)
	vmovaps	%ymm2, 4096(%r14,%r13,4)
	vmovaps	%ymm7, 8224(%r14,%r13,4)
	vmovaps	%ymm3, 8192(%r14,%r13,4)
	vmovaps	%ymm0, 12320(%r14,%r13,4)
	vmovaps	%ymm4, 12288(%r14,%r13,4)
	incq	%r12
	addq	$16384, %r11
	cmpq	$16, %r12
	jne	.LBB3_22
	orq	$48, %r9
	movq	%rcx, %r10
	xorl	%r11d, %r11d
.LBB3_26:
	movq	%r11, %r12
	shlq	$12, %r12
	addq	%rsi, %r12
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%r13d, %r13d
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB3_27:
	vbroadcastss	-12(%r10,%r13), %ymm8
	vmovups	196608(%rdi,%r13,4), %ymm9
	vmovups	196640(%rdi,%r13,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r10,%r13), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r10,%r13), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r10,%r13), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %r13
	cmpq	$16384, %r13
	jne	.LBB3_27
	addq	%r9, %r12
	vmovaps	%ymm5, 32(%r14,%r12,4)
	vmovaps	%ymm1, (%r14,%r12,4)
	vmovaps	%ymm6, 4128(%r14,%r12,4)
	vmovaps	%ymm2, 4096(%r14,%r12,4)
	vmovaps	%ymm7, 8224(%r14,%r12,4)
	vmovaps	%ymm3, 8192(%r14,%r12,4)
	vmovaps	%ymm0, 12320(%r14,%r12,4)
	vmovaps	%ymm4, 12288(%r14,%r12,4)
	incq	%r11
	addq	$16384, %r10
	cmpq	$16, %r11
	jne	.LBB3_26
	incq	%r8
	addq	$262144, %rdi
	cmpq	$16, %r8
	jne	.LBB3_13
	incq	%rdx
	addq	$262144, %rcx
	cmpq	$16, %rdx
	jne	.LBB3_12
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r14
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%r14)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_33
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r15, %rdx
	callq	*(%r14)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_33
