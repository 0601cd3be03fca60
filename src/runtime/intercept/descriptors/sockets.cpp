// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/descriptors/sockets.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>

#include "protocol/channel.hpp"
#include "runtime/intercept/descriptors/socket_addresses.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime::sockets {

namespace {

namespace next {
NextSymbol<int(int, int, int)> socket("socket");
NextSymbol<int(int, int, int, int*)> socketpair("socketpair");
NextSymbol<int(int, sockaddr*, socklen_t*, int)> accept4("accept4");
NextSymbol<int(int, const sockaddr*, socklen_t)> connect("connect");
NextSymbol<int(int, const sockaddr*, socklen_t)> bind("bind");
NextSymbol<int(int, int)> listen("listen");
NextSymbol<int(int, int)> shutdown("shutdown");
}  // namespace next

constexpr int kMostSockets = conduits::kMostDescriptors;
Socket table[kMostSockets];
int count = 0;
int indices[conduits::kMostDescriptors];  // by descriptor, from 1 on; 0: no socket

// A connect to an address at which the program has not listened so far, in no run.
const void* unknown_connect = nullptr;

constexpr int kModes = SOCK_NONBLOCK | SOCK_CLOEXEC;
constexpr const char* kOutside = "a socket that was not made by this run";

long failed(int error) {
  errno = error;
  return -1;
}

int index_of(const Socket& s) { return static_cast<int>(&s - table); }

// Every call on addresses is a step on one object.
void begin_change(const void* site) {
  visit(Request{.kind = OpKind::FutexWake, .first = conduits::polled_object(), .site = site});
}

void end_change(int number) {
  conduits::on_sent(conduits::description_of(number).writes);
  conduits::wake(channel::SharedState::kPolled);
}

Socket* find_listener(const Address& address) {
  for (int i = 0; i < count; ++i) {
    if (table[i].is_listening && reaches(address, table[i].local, table[i].is_only_v6)) {
      return &table[i];
    }
  }
  return nullptr;
}

bool is_taken(const Address& address) {
  for (int i = 0; i < count; ++i) {
    const Socket& s = table[i];
    const bool has_it = s.descriptors > 0 && !s.is_connected && collides(address, s.local);
    if (has_it) return true;
  }
  return false;
}

void take_port(Address& address) {
  for (std::uint16_t port = kFirstFreePort; port_of(address) == 0; ++port) {
    Address other = address;
    set_port(other, port);
    if (!is_taken(other)) address = other;
  }
}

// The addresses of this run, by state.
bool is_of_run[channel::SharedState::kPolled];

std::uint32_t state_of(const Address& address) {
  return channel::SharedState::address(hash_of(address));
}

// The program has a socket there, and this is not forgotten with the run.
void learn(const Address& address) {
  is_of_run[state_of(address)] = true;
  watched::add(channel::word_of_state(state_of(address)));
}

// Whether it had one, in some run.
bool is_own(const Address& address) {
  const std::uint64_t word = channel::word_of_state(state_of(address));
  return is_of_run[state_of(address)] || (watched::has_any && watched::has_word(word));
}

// The name by which the kernel finds a listener.
void bind_in_kernel(Socket& s, int number) {
  const sa_family_t family = AF_UNIX;
  syscalls::call(SYS_bind, number, syscalls::as_long(&family), sizeof(family));
  s.kernel_size = sizeof(s.kernel_name);
  syscalls::call(SYS_getsockname, number, syscalls::as_long(&s.kernel_name),
                 syscalls::as_long(&s.kernel_size));
}

void queue(Socket& listener, Socket& connection) {
  int& link = listener.first_waiting < 0 ? listener.first_waiting
                                         : table[listener.last_waiting].next_waiting;
  link = listener.last_waiting = index_of(connection);
  connection.next_waiting = -1;
  ++listener.waiting;
}

Socket& first_waiting(Socket& listener) {
  Socket& connection = table[listener.first_waiting];
  listener.first_waiting = connection.next_waiting;
  --listener.waiting;
  return connection;
}

void check_ours(int number, const char* name, const void* site) {
  if (!is_socket(number)) refuse(name, site);
}

// The end of a connect: 0, or an error number.
int connected(Socket& s, int number, int error, const void* site) {
  conduits::begin_change(number, site);
  s.is_connecting = false;
  s.is_connected = error == 0;
  const bool says_in_progress = is_tcp(s) && conduits::never_waits(number);
  if (says_in_progress) {
    s.was_in_progress = error == 0;
    s.error = error;
  }
  conduits::end_change(number);
  return says_in_progress ? EINPROGRESS : error;
}

// Why the socket cannot connect at all; 0: it can.
int objection_to_connect(Socket& s, int number) {
  if (conduits::description_of(number).is_closed) return EBADF;
  if (s.is_connected) {
    const bool is_done = s.was_in_progress;
    s.was_in_progress = false;
    return is_done ? -1 : EISCONN;
  }
  if (s.is_listening) return is_tcp(s) ? EISCONN : EINVAL;
  if (s.error != 0) {
    const int error = s.error;
    s.error = 0;
    return error;
  }
  return 0;
}

// In the step that has found the listener.
void meet(Socket& s, int number, Socket& listener, const Address& address) {
  syscalls::call(SYS_connect, number, syscalls::as_long(&listener.kernel_name),
                 static_cast<long>(listener.kernel_size));
  if (is_tcp(s) && s.local.size == 0) {
    s.local = address;
    set_port(s.local, 0);
    take_port(s.local);
  }
  s.peer = address;
  s.is_connecting = true;
  s.end = conduits::description_of(number);
  queue(listener, s);
  conduits::on_got(conduits::description_of(listener.kernel_number).writes);
  conduits::on_sent(conduits::description_of(listener.kernel_number).reads);
  conduits::wake(channel::SharedState::kPolled);
}

int connect(int number, const Address& address, const void* site) {
  Socket& s = socket_of(number);
  for (;;) {
    conduits::Waiting waiting;
    begin_change(site);
    if (const int objection = objection_to_connect(s, number); objection != 0) {
      return objection < 0 ? 0 : objection;
    }
    Socket* const listener = find_listener(address);
    if (listener == nullptr) {
      if (!is_own(address)) unknown_connect = site;
      return connected(s, number, is_tcp(s) ? ECONNREFUSED : ENOENT, site);
    }
    if (listener->waiting <= listener->most_waiting) {
      meet(s, number, *listener, address);
      return connected(s, number, 0, site);
    }
    if (conduits::never_waits(number)) {
      if (is_tcp(s)) refuse("a non-blocking connect to a listener whose queue is full", site);
      return EAGAIN;
    }
    static_cast<void>(waiting.watch(listener->kernel_number, kHasRoom, site));
    waiting.sleep(false, 0, site);
    if (waiting.is_interrupted()) return EINTR;
  }
}

int accept(int number, sockaddr* address, socklen_t* size, int flags, const void* site) {
  Socket& listener = socket_of(number);
  const conduits::Patience patience{!conduits::never_waits(number), listener.receive_time};
  const long made = conduits::receive(number, patience, site, [&](int file) -> long {
    if (conduits::description_of(number).is_closed && file == number) return -EBADF;
    if (!listener.is_listening) return -EINVAL;
    const long got = syscalls::call(SYS_accept4, file, 0, 0, flags | SOCK_CLOEXEC);
    if (got < 0) return got;
    if ((flags & SOCK_CLOEXEC) == 0) syscalls::call(SYS_fcntl, got, F_SETFD, 0);
    Socket& connection = first_waiting(listener);
    const int end = static_cast<int>(got);
    conduits::opened_opposite(connection.end, end, site);
    Socket& s = add(end, listener.domain, listener.type, site);
    s.is_connected = true;
    s.local = in_family(connection.peer, listener.domain);
    s.peer = in_family(connection.local, listener.domain);
    return got;
  });
  if (made < 0) return static_cast<int>(failed(static_cast<int>(-made)));
  const Socket& s = socket_of(static_cast<int>(made));
  put_address(s.peer, s.domain, address, size, site);
  return static_cast<int>(made);
}

int bind(int number, const Address& given, const void* site) {
  conduits::put_into_set(number);
  Socket& s = socket_of(number);
  Address address = given;
  begin_change(site);
  if (conduits::description_of(number).is_closed) return EBADF;
  if (s.local.size != 0) return EINVAL;
  if (is_taken(address) || is_file(address)) return EADDRINUSE;
  if (is_tcp(s) && port_of(address) == 0) take_port(address);
  s.local = address;
  learn(s.local);
  end_change(number);
  return 0;
}

int listen(int number, int backlog, const void* site) {
  conduits::put_into_set(number);
  Socket& s = socket_of(number);
  begin_change(site);
  if (conduits::description_of(number).is_closed) return EBADF;
  if (s.is_connected || s.is_connecting) return EINVAL;
  if (s.local.size == 0) {
    if (!is_tcp(s)) return EINVAL;
    s.local = any_address(s.domain);
    take_port(s.local);
    learn(s.local);
  }
  constexpr int kMost = 1024;
  s.most_waiting = backlog < 0 || backlog > kMost ? kMost : backlog;
  if (!s.is_listening) {
    bind_in_kernel(s, number);
    syscalls::call(SYS_listen, number, 2L * kMost);
    s.is_listening = true;
    s.kernel_number = number;
  }
  end_change(number);
  return 0;
}

int shut_down(int number, int how, const void* site) {
  Socket& s = socket_of(number);
  const bool was_listening = s.is_listening;
  conduits::begin_change(number, site);
  long result = -ENOTCONN;
  if (s.is_listening || s.is_connected) result = syscalls::call(SYS_shutdown, number, how);
  if (result == 0 && how != SHUT_RD) s.is_shut = true;
  conduits::end_change(number);
  if (result == 0 && was_listening && how != SHUT_WR) stop_listening(s, site);
  return static_cast<int>(result_of(result));
}

// The number of an ending listener's own, while others already find it closed.
int hide(int number) {
  return static_cast<int>(
      syscalls::call(SYS_fcntl, number, F_DUPFD_CLOEXEC, conduits::kMostDescriptors / 2));
}

}  // namespace

ssize_t result_of(long result) {
  return result < 0 ? static_cast<ssize_t>(failed(static_cast<int>(-result))) : result;
}

void begin_run() {
  for (int i = 0; i < count; ++i) table[i] = Socket{};
  for (int& index : indices) index = 0;
  for (bool& is_known : is_of_run) is_known = false;
  count = 0;
  unknown_connect = nullptr;
}

// Another process might listen there.
void end_run() {
  if (unknown_connect == nullptr) return;
  refuse("a connection to an address at which it does not listen itself", unknown_connect);
}

bool is_socket(int number) {
  return count > 0 && number >= 0 && number < conduits::kMostDescriptors && indices[number] != 0;
}

Socket& socket_of(int number) { return table[indices[number] - 1]; }

void copied(int from, int to) {
  if (count == 0) return;
  indices[to] = is_socket(from) ? indices[from] : 0;
  if (indices[to] != 0) ++socket_of(to).descriptors;
}

Socket& add(int number, int domain, int type, const void* site) {
  if (count == kMostSockets) refuse("this many sockets", site);
  indices[number] = ++count;
  Socket& s = table[count - 1];
  s = Socket{};
  s.domain = domain;
  s.type = type;
  s.descriptors = 1;
  return s;
}

short events_of(int number, short events, short found) {
  const Socket& s = socket_of(number);
  if ((events & kHasRoom) != 0) {
    const bool has_room = !s.is_listening || s.waiting <= s.most_waiting;
    return has_room ? kHasRoom : short{0};
  }
  constexpr int kUnconnected = POLLOUT | POLLHUP;
  if (s.is_connecting) return static_cast<short>(kUnconnected & (events | POLLHUP));
  int result = found;
  // The end of the other side alone does not hang up TCP.
  if (is_tcp(s) && s.is_connected && !s.is_reset && (found & POLLERR) == 0) result &= ~POLLHUP;
  if (s.error != 0 || s.is_reset) result |= POLLERR;
  return static_cast<short>(result);
}

// Each pending connection ends in a step on its own object.
void stop_listening(Socket& listener, const void* site) {
  const int hidden = listener.kernel_number;
  listener.is_listening = false;
  conduits::wake(channel::SharedState::kPolled);
  while (listener.waiting > 0) {
    Socket& connection = first_waiting(listener);
    const ObjectId object = g.interner.object(channel::ObjectClass::Library,
                                              channel::word_of_state(connection.end.conduit));
    visit(Request{.kind = OpKind::FutexWake, .first = object, .site = site});
    const long got = syscalls::call(SYS_accept4, hidden, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (got >= 0) syscalls::call(SYS_close, got);
    conduits::on_sent(connection.end.reads);
    conduits::wake(connection.end.conduit);
  }
}

int close(int number, const void* site) {
  conduits::begin_change(number, site);
  Socket& s = socket_of(number);
  if (conduits::description_of(number).is_closed) return static_cast<int>(failed(EBADF));
  --s.descriptors;
  // The kernel's listener lives on until all connections have ended.
  const int hidden = s.is_listening && s.kernel_number == number ? hide(number) : -1;
  if (hidden >= 0) s.kernel_number = hidden;
  conduits::finish_close(number);
  if (s.is_listening && s.descriptors == 0) {
    stop_listening(s, site);
    syscalls::call(SYS_close, s.kernel_number);
  }
  return 0;
}

bool unlink(const char* path, const void* site) {
  if (count == 0 || path == nullptr) return false;
  Address address;
  auto& name = reinterpret_cast<sockaddr_un&>(address.value);
  name.sun_family = AF_UNIX;
  if (std::strlen(path) >= sizeof(name.sun_path)) return false;
  std::strcpy(name.sun_path, path);
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(path) + 1);
  begin_change(site);
  for (int i = 0; i < count; ++i) {
    Socket& s = table[i];
    if (!collides(address, s.local)) continue;
    s.local.size = 0;
    return true;
  }
  return false;
}

}  // namespace skein::runtime::sockets

namespace rt = skein::runtime;
namespace so = skein::runtime::sockets;

extern "C" {

int socket(int domain, int type, int protocol) noexcept {
  if (rt::is_off()) return so::next::socket(domain, type, protocol);
  const void* const site = __builtin_return_address(0);
  const bool is_stream = (type & ~so::kModes) == SOCK_STREAM;
  const bool is_known = domain == AF_UNIX || domain == AF_INET || domain == AF_INET6;
  if (!is_stream || !is_known) {
    rt::refuse("a socket that is neither TCP nor a stream of AF_UNIX", site);
  }
  const int number = so::next::socket(AF_UNIX, type, 0);
  rt::conduits::opened(rt::conduits::Kind::Socket, number, -1, site);
  if (!rt::is_running()) rt::refuse("a socket after the last thread", site);
  if (number >= 0) so::add(number, domain, SOCK_STREAM, site);
  return number;
}

int socketpair(int domain, int type, int protocol, int ends[2]) noexcept {
  if (rt::is_off()) return so::next::socketpair(domain, type, protocol, ends);
  const void* const site = __builtin_return_address(0);
  rt::accesses::written(ends, 2 * sizeof(int), site);
  const int result = so::next::socketpair(domain, type, protocol, ends);
  if (result != 0) return result;
  rt::conduits::opened(rt::conduits::Kind::Socket, ends[0], ends[1], site);
  if (!rt::is_running()) rt::refuse("a socket after the last thread", site);
  for (int i = 0; i < 2; ++i) {
    so::add(ends[i], domain, type & ~so::kModes, site).is_connected = true;
  }
  return 0;
}

int bind(int number, const sockaddr* address, socklen_t size) noexcept {
  if (rt::is_off()) return so::next::bind(number, address, size);
  const void* const site = __builtin_return_address(0);
  so::check_ours(number, so::kOutside, site);
  rt::accesses::read(address, size, site);
  so::Address given;
  int error = so::read_address(so::socket_of(number), address, size, given);
  if (error == 0 && !so::is_of_this_machine(given)) {
    rt::refuse("bind to an address other than the loopback's", site);
  }
  if (error == 0) error = so::bind(number, given, site);
  return error == 0 ? 0 : static_cast<int>(so::failed(error));
}

int listen(int number, int backlog) noexcept {
  if (rt::is_off()) return so::next::listen(number, backlog);
  const void* const site = __builtin_return_address(0);
  so::check_ours(number, so::kOutside, site);
  const int error = so::listen(number, backlog, site);
  return error == 0 ? 0 : static_cast<int>(so::failed(error));
}

int accept4(int number, sockaddr* address, socklen_t* size, int flags) {
  if (rt::is_off()) return so::next::accept4(number, address, size, flags);
  const void* const site = __builtin_return_address(0);
  so::check_ours(number, so::kOutside, site);
  return so::accept(number, address, size, flags, site);
}

int accept(int number, sockaddr* address, socklen_t* size) {
  if (rt::is_off()) return so::next::accept4(number, address, size, 0);
  const void* const site = __builtin_return_address(0);
  so::check_ours(number, so::kOutside, site);
  return so::accept(number, address, size, 0, site);
}

int connect(int number, const sockaddr* address, socklen_t size) {
  if (rt::is_off()) return so::next::connect(number, address, size);
  const void* const site = __builtin_return_address(0);
  so::check_ours(number, so::kOutside, site);
  rt::accesses::read(address, size, site);
  so::Address given;
  int error = so::read_address(so::socket_of(number), address, size, given);
  if (error == 0 && (!so::is_of_this_machine(given) || so::is_file(given))) {
    rt::refuse("connect to another process", site);
  }
  if (error == 0) error = so::connect(number, given, site);
  return error == 0 ? 0 : static_cast<int>(so::failed(error));
}

int shutdown(int number, int how) noexcept {
  if (rt::is_off()) return so::next::shutdown(number, how);
  const void* const site = __builtin_return_address(0);
  so::check_ours(number, so::kOutside, site);
  return so::shut_down(number, how, site);
}

}  // extern "C"
