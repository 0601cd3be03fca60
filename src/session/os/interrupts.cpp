// SPDX-License-Identifier: Apache-2.0
#include "session/os/interrupts.hpp"

#include <csignal>
#include <limits>

#include "machine/native/process/changed_files.hpp"
#include "session/os/resources.hpp"
#include "session/os/temporary_folder.hpp"

namespace skein::session {

namespace {

std::atomic<bool> interrupted{false};  // a signal handler can reach nothing but a global
static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<double> interrupted_seconds{std::numeric_limits<double>::infinity()};
void (*on_interrupt)() = nullptr;

void on_signal(int signal) {
  if (!interrupted.exchange(true, std::memory_order_relaxed)) {
    interrupted_seconds.store(monotonic_seconds(), std::memory_order_relaxed);
    if (on_interrupt != nullptr) on_interrupt();
    return;
  }
  remove_temporary_files();
  ChangedFiles::undo_all_at_once();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() { return interrupted; }

double interrupted_at() { return interrupted_seconds.load(std::memory_order_relaxed); }

void catch_interrupts(void (*first)()) {
  on_interrupt = first;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // SIGINT even if it is ignored, as in a script's background job: the sender means us.
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // A file that grows beyond ulimit -f is an error of the call that writes, which is reported.
  // Caught rather than ignored, because programs that we start inherit what is ignored.
  action.sa_handler = [](int) {};
  ::sigaction(SIGXFSZ, &action, nullptr);
  action.sa_handler = on_signal;
  struct sigaction before {};
  const bool is_nohup = ::sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
  if (!is_nohup) ::sigaction(SIGHUP, &action, nullptr);
}

}  // namespace skein::session
