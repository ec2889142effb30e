// What a program calls around system calls that it makes itself, by
// <sanitizer/linux_syscall_hooks.h> or because its own wrappers of them do: libuv's, when clang
// builds it.
//
// They tell which memory the kernel reads and writes. Nothing is made of that: such a program is
// checked as if the kernel touched nothing. The names must be there, or it does not start.
#include "runtime/platform/real.h"

// clang-format off
#define STEWARD_SYSTEM_CALLS(X) \
  X(accept) X(accept4) X(access) X(acct) X(add_key) X(adjtimex) X(alarm) X(bdflush) X(bind) \
  X(brk) X(capget) X(capset) X(chdir) X(chmod) X(chown) X(chroot) X(clock_adjtime) \
  X(clock_getres) X(clock_gettime) X(clock_nanosleep) X(clock_settime) X(close) X(connect) \
  X(copy_file_range) X(creat) X(delete_module) X(dup) X(dup2) X(dup3) X(epoll_create) \
  X(epoll_create1) X(epoll_ctl) X(epoll_pwait) X(epoll_pwait2) X(epoll_wait) X(eventfd) \
  X(eventfd2) X(exit) X(exit_group) X(faccessat) X(fchdir) X(fchmod) X(fchmodat) X(fchmodat2) \
  X(fchown) X(fchownat) X(fcntl) X(fcntl64) X(fdatasync) X(fgetxattr) X(flistxattr) X(flock) \
  X(fork) X(fremovexattr) X(fsetxattr) X(fstat) X(fstat64) X(fstatat64) X(fstatfs) X(fstatfs64) \
  X(fsync) X(ftruncate) X(futex) X(futimesat) X(get_mempolicy) X(get_robust_list) X(getcpu) \
  X(getcwd) X(getdents) X(getdents64) X(getegid) X(geteuid) X(getgid) X(getgroups) \
  X(gethostname) X(getitimer) X(getpeername) X(getpgid) X(getpgrp) X(getpid) X(getppid) \
  X(getpriority) X(getrandom) X(getresgid) X(getresuid) X(getrlimit) X(getrusage) X(getsid) \
  X(getsockname) X(getsockopt) X(gettid) X(gettimeofday) X(getuid) X(getxattr) X(init_module) \
  X(inotify_add_watch) X(inotify_init) X(inotify_init1) X(inotify_rm_watch) X(io_cancel) \
  X(io_destroy) X(io_getevents) X(io_setup) X(io_submit) X(ioctl) X(ioperm) X(ioprio_get) \
  X(ioprio_set) X(ipc) X(kexec_load) X(keyctl) X(kill) X(lchown) X(lgetxattr) X(link) X(linkat) \
  X(listen) X(listxattr) X(llistxattr) X(llseek) X(lookup_dcookie) X(lremovexattr) X(lseek) \
  X(lsetxattr) X(lstat) X(lstat64) X(madvise) X(mbind) X(migrate_pages) X(mincore) X(mkdir) \
  X(mkdirat) X(mknod) X(mknodat) X(mlock) X(mlockall) X(mmap_pgoff) X(mount) X(move_pages) \
  X(mprotect) X(mq_getsetattr) X(mq_notify) X(mq_open) X(mq_timedreceive) X(mq_timedsend) \
  X(mq_unlink) X(mremap) X(msgctl) X(msgget) X(msgrcv) X(msgsnd) X(msync) X(munlock) \
  X(munlockall) X(munmap) X(name_to_handle_at) X(nanosleep) X(newfstat) X(newfstatat) \
  X(newlstat) X(newstat) X(newuname) X(ni_syscall) X(nice) X(old_getrlimit) X(old_mmap) \
  X(old_readdir) X(old_select) X(oldumount) X(olduname) X(open) X(open_by_handle_at) X(openat) \
  X(openat2) X(pause) X(pciconfig_iobase) X(pciconfig_read) X(pciconfig_write) \
  X(perf_event_open) X(personality) X(pipe) X(pipe2) X(pivot_root) X(poll) X(ppoll) X(pread64) \
  X(preadv) X(prlimit64) X(process_vm_readv) X(process_vm_writev) X(pselect6) X(ptrace) \
  X(pwrite64) X(pwritev) X(quotactl) X(read) X(readlink) X(readlinkat) X(readv) X(reboot) \
  X(recv) X(recvfrom) X(recvmmsg) X(recvmsg) X(remap_file_pages) X(removexattr) X(rename) \
  X(renameat) X(request_key) X(restart_syscall) X(rmdir) X(rt_sigaction) X(rt_sigpending) \
  X(rt_sigprocmask) X(rt_sigqueueinfo) X(rt_sigtimedwait) X(rt_tgsigqueueinfo) \
  X(sched_get_priority_max) X(sched_get_priority_min) X(sched_getaffinity) X(sched_getparam) \
  X(sched_getscheduler) X(sched_rr_get_interval) X(sched_setaffinity) X(sched_setparam) \
  X(sched_setscheduler) X(sched_yield) X(select) X(semctl) X(semget) X(semop) X(semtimedop) \
  X(send) X(sendfile) X(sendfile64) X(sendmmsg) X(sendmsg) X(sendto) X(set_mempolicy) \
  X(set_robust_list) X(set_tid_address) X(setdomainname) X(setfsgid) X(setfsuid) X(setgid) \
  X(setgroups) X(sethostname) X(setitimer) X(setns) X(setpgid) X(setpriority) X(setregid) \
  X(setresgid) X(setresuid) X(setreuid) X(setrlimit) X(setsid) X(setsockopt) X(settimeofday) \
  X(setuid) X(setxattr) X(sgetmask) X(shmat) X(shmctl) X(shmdt) X(shmget) X(shutdown) \
  X(sigaction) X(sigaltstack) X(signal) X(signalfd) X(signalfd4) X(sigpending) X(sigprocmask) \
  X(socket) X(socketcall) X(socketpair) X(splice) X(spu_create) X(spu_run) X(ssetmask) X(stat) \
  X(stat64) X(statfs) X(statfs64) X(stime) X(swapoff) X(swapon) X(symlink) X(symlinkat) X(sync) \
  X(syncfs) X(sysctl) X(sysfs) X(sysinfo) X(syslog) X(tee) X(tgkill) X(time) X(timer_create) \
  X(timer_delete) X(timer_getoverrun) X(timer_gettime) X(timer_settime) X(timerfd_create) \
  X(timerfd_gettime) X(timerfd_settime) X(times) X(tkill) X(truncate) X(umask) X(umount) \
  X(uname) X(unlink) X(unlinkat) X(unshare) X(uselib) X(ustat) X(utime) X(utimensat) X(utimes) \
  X(vfork) X(vhangup) X(vmsplice) X(wait4) X(waitid) X(waitpid) X(write) X(writev)
// clang-format on

#define STEWARD_HOOKS(call)                                        \
  STEWARD_INTERPOSED void __sanitizer_syscall_pre_impl_##call() {} \
  STEWARD_INTERPOSED void __sanitizer_syscall_post_impl_##call() {}
STEWARD_SYSTEM_CALLS(STEWARD_HOOKS)
