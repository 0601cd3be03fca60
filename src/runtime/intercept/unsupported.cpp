// SPDX-License-Identifier: Apache-2.0
// Functions that we cannot handle are refused by name, with the place of the call; never a silent
// wrong answer.
#include <aio.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/intercept/refused.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

Refused<pid_t()> refused_fork("fork");
Refused<int(const char*, char* const*, char* const*)> refused_execve("execve");
Refused<int(const char*, char* const*)> refused_execv("execv");
Refused<int(const char*, char* const*)> refused_execvp("execvp");
Refused<int(const char*, char* const*, char* const*)> refused_execvpe("execvpe");
Refused<int(const char*)> refused_system("system");
Refused<FILE*(const char*, const char*)> refused_popen("popen");
Refused<int(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
            char* const*, char* const*)>
    refused_spawn("posix_spawn");
Refused<int(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
            char* const*, char* const*)>
    refused_spawnp("posix_spawnp");
Refused<useconds_t(useconds_t, useconds_t)> refused_ualarm("ualarm");
Refused<int(int, int)> refused_daemon("daemon");

Refused<int(aiocb*)> refused_aio_read("aio_read");
Refused<int(aiocb*)> refused_aio_write("aio_write");
Refused<int(int, aiocb*)> refused_aio_fsync("aio_fsync");
Refused<int(int, aiocb* const*, int, sigevent*)> refused_lio_listio("lio_listio");

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

pid_t fork() noexcept { return rt::refused_fork.call(__builtin_return_address(0)); }
// vfork cannot be wrapped: its child returns from the wrapper first. fork does the same, more
// slowly.
pid_t vfork() noexcept { return rt::refused_fork.call(__builtin_return_address(0)); }

int execve(const char* path, char* const argv[], char* const envp[]) noexcept {
  return rt::refused_execve.call(__builtin_return_address(0), path, argv, envp);
}
int execv(const char* path, char* const argv[]) noexcept {
  return rt::refused_execv.call(__builtin_return_address(0), path, argv);
}
int execvp(const char* file, char* const argv[]) noexcept {
  return rt::refused_execvp.call(__builtin_return_address(0), file, argv);
}
int execvpe(const char* file, char* const argv[], char* const envp[]) noexcept {
  return rt::refused_execvpe.call(__builtin_return_address(0), file, argv, envp);
}
int system(const char* command) {
  return rt::refused_system.call(__builtin_return_address(0), command);
}
FILE* popen(const char* command, const char* mode) {
  return rt::refused_popen.call(__builtin_return_address(0), command, mode);
}
int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const argv[], char* const envp[]) {
  return rt::refused_spawn.call(__builtin_return_address(0), pid, path, actions, attributes, argv,
                                envp);
}
int posix_spawnp(pid_t* pid, const char* file, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const argv[], char* const envp[]) {
  return rt::refused_spawnp.call(__builtin_return_address(0), pid, file, actions, attributes, argv,
                                 envp);
}
useconds_t ualarm(useconds_t first, useconds_t interval) noexcept {
  return rt::refused_ualarm.call(__builtin_return_address(0), first, interval);
}
int daemon(int stays, int keeps) noexcept {
  return rt::refused_daemon.call(__builtin_return_address(0), stays, keeps);
}

// libc has them done by threads of its own.
int aio_read(aiocb* control) noexcept {
  return rt::refused_aio_read.call(__builtin_return_address(0), control);
}
int aio_write(aiocb* control) noexcept {
  return rt::refused_aio_write.call(__builtin_return_address(0), control);
}
int aio_fsync(int operation, aiocb* control) noexcept {
  return rt::refused_aio_fsync.call(__builtin_return_address(0), operation, control);
}
int lio_listio(int mode, aiocb* const list[], int count, sigevent* event) noexcept {
  return rt::refused_lio_listio.call(__builtin_return_address(0), mode, list, count, event);
}

}  // extern "C"
