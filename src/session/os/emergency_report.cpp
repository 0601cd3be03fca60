// SPDX-License-Identifier: Apache-2.0
#include "session/os/emergency_report.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <memory>
#include <sys/time.h>
#include <unistd.h>

#include "machine/native/process/changed_files.hpp"
#include "report/report.hpp"
#include "session/os/interrupts.hpp"
#include "session/os/temporary_folder.hpp"

namespace skein::session {

namespace {

struct Words {
  EmergencyReport if_interrupted;
  EmergencyReport if_over;
};

// The handler interrupts the only thread: what it finds here is complete, and is not freed
// meanwhile.
std::atomic<const Words*> kept{nullptr};
std::unique_ptr<const Words> owned;

void write_all(int descriptor, const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t done = ::write(descriptor, text, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    text += done;
    size -= static_cast<std::size_t>(done);
  }
}

// Async-signal-safe.
void speak(int) {
  const Words* const words = kept.load();
  int status = kExitIncomplete;
  if (words != nullptr) {
    const EmergencyReport& word = interrupt_flag().load() ? words->if_interrupted : words->if_over;
    status = word.status;
    for (const EmergencyText& each : word.texts) {
      if (each.is_file && ::lseek(each.descriptor, 0, SEEK_SET) == 0 &&
          ::ftruncate(each.descriptor, 0) != 0) {
        continue;
      }
      write_all(each.descriptor, each.text.data(), each.text.size());
    }
  }
  remove_temporary_files();
  ChangedFiles::undo_all_at_once();
  ::_exit(status);
}

void set_timer(double seconds) {
  itimerval timer{};
  // A timer of 0 would never fire.
  const double most = std::clamp(seconds, 1e-3, 1e9);
  timer.it_value.tv_sec = static_cast<time_t>(most);
  timer.it_value.tv_usec = static_cast<suseconds_t>((most - std::floor(most)) * 1e6);
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

void keep_emergency_report(EmergencyReport if_interrupted, EmergencyReport if_over) {
  auto words = std::make_unique<const Words>(Words{std::move(if_interrupted), std::move(if_over)});
  kept.store(words.get());
  owned = std::move(words);
}

void arm_emergency_report(double seconds) {
  struct sigaction action {};
  action.sa_handler = speak;
  sigfillset(&action.sa_mask);
  ::sigaction(SIGALRM, &action, nullptr);
  set_timer(seconds);
}

void disarm_emergency_report() {
  const itimerval none{};
  ::setitimer(ITIMER_REAL, &none, nullptr);
  kept.store(nullptr);
  owned.reset();
}

}  // namespace skein::session
