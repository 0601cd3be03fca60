// SPDX-License-Identifier: Apache-2.0
// Ways to talk to processes outside, beyond sockets (sockets.cpp): refused. We do not control the
// other side and cannot undo its actions between two runs; and a call that waits for it would block
// all agents, which share one kernel thread.
#include <mqueue.h>
#include <netdb.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>

#include "runtime/intercept/refused.hpp"

namespace skein::runtime {

namespace {

Refused<int(const char*, const char*, const addrinfo*, addrinfo**)> refused_getaddrinfo(
    "getaddrinfo");
namespace next {
NextSymbol<int(const char*, const char*, const addrinfo*, addrinfo**)> getaddrinfo("getaddrinfo");
}  // namespace next
Refused<hostent*(const char*)> refused_gethostbyname("gethostbyname");
Refused<int()> refused_inotify_init("inotify_init");
Refused<int(int)> refused_inotify_init1("inotify_init1");
Refused<int(const char*, mode_t)> refused_mkfifo("mkfifo");
Refused<int(key_t, int)> refused_msgget("msgget");
Refused<int(key_t, int, int)> refused_semget("semget");
Refused<int(key_t, size_t, int)> refused_shmget("shmget");
Refused<mqd_t(const char*, int, mode_t, mq_attr*)> refused_mq_open("mq_open");

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

// Numeric addresses need no name server.
int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result) {
  const void* const site = __builtin_return_address(0);
  if (rt::is_off()) return rt::refused_getaddrinfo.call(site, node, service, hints, result);
  const int family = hints != nullptr ? hints->ai_family : AF_UNSPEC;
  addrinfo numeric{};
  if (hints != nullptr) numeric = *hints;
  numeric.ai_flags = (numeric.ai_flags & ~AI_ADDRCONFIG) | AI_NUMERICHOST | AI_NUMERICSERV;
  if (node != nullptr && strcmp(node, "localhost") == 0) {
    node = family == AF_INET6 ? "::1" : "127.0.0.1";
  }
  const int error = rt::next::getaddrinfo(node, service, &numeric, result);
  if (error == EAI_NONAME) rt::refuse("getaddrinfo of a name", site);
  return error;
}
hostent* gethostbyname(const char* name) {
  return rt::refused_gethostbyname.call(__builtin_return_address(0), name);
}
int inotify_init() noexcept { return rt::refused_inotify_init.call(__builtin_return_address(0)); }
int inotify_init1(int flags) noexcept {
  return rt::refused_inotify_init1.call(__builtin_return_address(0), flags);
}
int mkfifo(const char* path, mode_t mode) noexcept {
  return rt::refused_mkfifo.call(__builtin_return_address(0), path, mode);
}
int msgget(key_t key, int flags) noexcept {
  return rt::refused_msgget.call(__builtin_return_address(0), key, flags);
}
int semget(key_t key, int count, int flags) noexcept {
  return rt::refused_semget.call(__builtin_return_address(0), key, count, flags);
}
int shmget(key_t key, size_t size, int flags) noexcept {
  return rt::refused_shmget.call(__builtin_return_address(0), key, size, flags);
}
mqd_t mq_open(const char* name, int flags, ...) noexcept {
  __builtin_va_list list;
  __builtin_va_start(list, flags);
  const auto mode = __builtin_va_arg(list, mode_t);
  auto* const attributes = __builtin_va_arg(list, mq_attr*);
  __builtin_va_end(list);
  return rt::refused_mq_open.call(__builtin_return_address(0), name, flags, mode, attributes);
}

}  // extern "C"
