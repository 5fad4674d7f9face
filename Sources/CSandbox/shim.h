#ifndef INLAY_CSANDBOX_SHIM_H
#define INLAY_CSANDBOX_SHIM_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define INLAY_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define INLAY_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

/* Closes everything but standard input, output and error. */
static inline void inlay_close_others(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
#endif
    for (int descriptor = 3; descriptor < 4096; descriptor++) close(descriptor);
}

/* From now on the process can compute, read and write what is open, and end. Every other system call fails with EPERM,
   as does memory that is to be executed. Returns 1 when the kernel took that, 0 when it cannot. */
static inline int inlay_confine(void) {
#ifdef INLAY_AUDIT_ARCH
#define INLAY_ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, INLAY_AUDIT_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        INLAY_ALLOW(read),
        INLAY_ALLOW(write),
        INLAY_ALLOW(munmap),
        INLAY_ALLOW(mremap),
        INLAY_ALLOW(brk),
        INLAY_ALLOW(madvise),
        INLAY_ALLOW(futex),
        INLAY_ALLOW(getrandom),
        INLAY_ALLOW(clock_gettime),
        INLAY_ALLOW(sched_yield),
        INLAY_ALLOW(rt_sigreturn),
        INLAY_ALLOW(rt_sigprocmask),
        INLAY_ALLOW(rt_sigaction),
        INLAY_ALLOW(getpid),
        INLAY_ALLOW(gettid),
        INLAY_ALLOW(tgkill),
        INLAY_ALLOW(exit),
        INLAY_ALLOW(exit_group),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 2 * sizeof(__u64)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
#undef INLAY_ALLOW
    struct sock_fprog program = {sizeof(rules) / sizeof(rules[0]), rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
    return 0;
#endif
}

#endif
