// SPDX-License-Identifier: Apache-2.0
// Sockets and other ways to talk to processes outside: refused. We do not control the other side
// and cannot undo its actions between two runs; and a call that waits for it would block all
// agents, which share one kernel thread.
#include <mqueue.h>
#include <netdb.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

#include "runtime/intercept/refused.hpp"

namespace skein::runtime {

namespace {

Refused<int(int, int, int)> refused_socket("socket");
Refused<int(int, int, int, int*)> refused_socketpair("socketpair");
Refused<int(int, sockaddr*, socklen_t*)> refused_accept("accept");
Refused<int(int, sockaddr*, socklen_t*, int)> refused_accept4("accept4");
Refused<int(int, const sockaddr*, socklen_t)> refused_connect("connect");
Refused<int(int, const sockaddr*, socklen_t)> refused_bind("bind");
Refused<int(int, int)> refused_listen("listen");
Refused<ssize_t(int, void*, size_t, int)> refused_recv("recv");
Refused<ssize_t(int, void*, size_t, int, sockaddr*, socklen_t*)> refused_recvfrom("recvfrom");
Refused<ssize_t(int, msghdr*, int)> refused_recvmsg("recvmsg");
Refused<int(const char*, const char*, const addrinfo*, addrinfo**)> refused_getaddrinfo(
    "getaddrinfo");
Refused<hostent*(const char*)> refused_gethostbyname("gethostbyname");
Refused<int(int, int)> refused_timerfd_create("timerfd_create");
Refused<int(int, const sigset_t*, int)> refused_signalfd("signalfd");
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

int socket(int domain, int type, int protocol) noexcept {
  return rt::refused_socket.call(__builtin_return_address(0), domain, type, protocol);
}
int socketpair(int domain, int type, int protocol, int ends[2]) noexcept {
  return rt::refused_socketpair.call(__builtin_return_address(0), domain, type, protocol, ends);
}
int accept(int number, sockaddr* address, socklen_t* size) {
  return rt::refused_accept.call(__builtin_return_address(0), number, address, size);
}
int accept4(int number, sockaddr* address, socklen_t* size, int flags) {
  return rt::refused_accept4.call(__builtin_return_address(0), number, address, size, flags);
}
int connect(int number, const sockaddr* address, socklen_t size) {
  return rt::refused_connect.call(__builtin_return_address(0), number, address, size);
}
int bind(int number, const sockaddr* address, socklen_t size) noexcept {
  return rt::refused_bind.call(__builtin_return_address(0), number, address, size);
}
int listen(int number, int backlog) noexcept {
  return rt::refused_listen.call(__builtin_return_address(0), number, backlog);
}
ssize_t recv(int number, void* buffer, size_t size, int flags) {
  return rt::refused_recv.call(__builtin_return_address(0), number, buffer, size, flags);
}
ssize_t recvfrom(int number, void* buffer, size_t size, int flags, sockaddr* address,
                 socklen_t* address_size) {
  return rt::refused_recvfrom.call(__builtin_return_address(0), number, buffer, size, flags,
                                   address, address_size);
}
ssize_t recvmsg(int number, msghdr* message, int flags) {
  return rt::refused_recvmsg.call(__builtin_return_address(0), number, message, flags);
}
int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result) {
  return rt::refused_getaddrinfo.call(__builtin_return_address(0), node, service, hints, result);
}
hostent* gethostbyname(const char* name) {
  return rt::refused_gethostbyname.call(__builtin_return_address(0), name);
}
int timerfd_create(int clock, int flags) noexcept {
  return rt::refused_timerfd_create.call(__builtin_return_address(0), clock, flags);
}
int signalfd(int number, const sigset_t* set, int flags) noexcept {
  return rt::refused_signalfd.call(__builtin_return_address(0), number, set, flags);
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
