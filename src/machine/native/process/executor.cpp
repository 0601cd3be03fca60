// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/ensure.hpp"
#include "core/log.hpp"
#include "machine/native/code/section_functions.hpp"
#include "machine/native/code/seen_sections.hpp"
#include "machine/native/process/start_failure.hpp"
#include "machine/native/process/stuck.hpp"
#include "machine/native/toolchain.hpp"
#include "machine/plugin.hpp"

extern char** environ;

namespace skein {

namespace {

void make_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) refuse_start("cannot make a pipe");
}

void close_end(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

// A copy for the program under test, above the numbers that the program will use itself.
int pass_on(int descriptor) {
  constexpr int kHigh = 900;
  const int high = fcntl(descriptor, F_DUPFD, kHigh);
  return high >= 0 ? high : fcntl(descriptor, F_DUPFD, 3);
}

// Local code that is known not to end gets the time of other code divided by this.
constexpr int kKnownEndlessShare = 10;

// CPU time that the process has used; zero if it is gone.
std::chrono::nanoseconds cpu_time_of(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

bool has_snapshots(const NativeOptions& options) {
  return options.snapshots != TakeSnapshots::Nowhere && !options.resets_by_fork &&
         !options.shows_output;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& t : texts) result.push_back(t.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

std::string find_runtime() {
  constexpr const char* kName = "libskein-runtime.so";
  const char* given = std::getenv("SKEIN_RUNTIME");
  if (given == nullptr) return find_plugin(kName);
  std::error_code error;
  if (!std::filesystem::is_regular_file(given, error)) {
    throw UserError(std::string("SKEIN_RUNTIME: there is no file '") + given + "'");
  }
  return given;
}

std::vector<std::string> executor_environment(const std::string& runtime,
                                              const std::string& channel_name) {
  std::vector<std::string> result;
  std::string preload = runtime;
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string entry = *e;
    if (entry.rfind("LD_PRELOAD=", 0) == 0) {
      preload += ':';
      preload.append(entry, std::strlen("LD_PRELOAD="));
    } else if (entry.rfind("LD_BIND_NOW=", 0) != 0) {
      result.push_back(entry);
    }
  }
  result.push_back("LD_PRELOAD=" + preload);
  // Lazy binding would be undone by every reset and done again in every run.
  result.emplace_back("LD_BIND_NOW=1");
  result.push_back(std::string(channel::kEnvironmentName) + "=" + channel_name);
  return result;
}

bool are_sections_seen(const NativeOptions& options) {
  const std::string why = lacks_plugin(options.program)
                              ? "its compiler has no plugin of skein's"
                              : why_sections_are_unseen(options.program, options.runtime);
  if (why.empty()) return true;
  log::write(log::Topic::Executor,
             [&] { return "the sections of its locks are several steps each: " + why; });
  return false;
}

bool has_section_steps(const NativeOptions& options) {
  return options.reduces_sections && !options.has_handlers && options.outside_signals == 0;
}

channel::Settings settings_of(const NativeOptions& options) {
  channel::Settings settings;
  settings.shows_output = options.shows_output;
  settings.nonzero_exit_is_violation = options.nonzero_exit_is_violation;
  settings.has_spurious_wakeups = options.has_spurious_wakeups;
  settings.outside_signals = options.outside_signals;
  settings.resets_by_fork = options.resets_by_fork;
  const bool is_everywhere =
      options.snapshots == TakeSnapshots::Everywhere && has_snapshots(options);
  settings.snapshot_every = is_everywhere ? options.snapshot_every : 0;
  settings.copies_memory =
      has_snapshots(options) && (!is_everywhere || options.snapshots_are_copies);
  settings.snapshot_memory = options.snapshot_memory;
  ensure(options.inputs.size() <= kMostInputRanges, "too many ranges of inputs");
  settings.input_range_count = static_cast<std::uint32_t>(options.inputs.size());
  std::copy(options.inputs.begin(), options.inputs.end(), settings.input_ranges);
  settings.heap_limit = options.heap_limit;
  settings.races = options.races;
  settings.race_share = options.race_share;
  settings.reports_leaks = options.reports_leaks;
  settings.reduces_by_outcome = options.reduces_by_outcome;
  settings.reduces_sections = options.reduces_sections;
  settings.models_library = options.models_library;
  settings.recognises_spins = options.recognises_spins;
  settings.learns_dead_values = options.learns_dead_values;
  settings.spin_bound = options.spin_bound;
  const std::vector<CodeRange> sections = section_functions_of(options.program);
  if (sections.size() > channel::kMaxSectionFunctions) {
    throw UserError(fmt::format("{}: {} functions named __VERIFIER_atomic_*; {} are too many",
                                options.program, sections.size(),
                                channel::kMaxSectionFunctions + 1));
  }
  for (const CodeRange& range : sections) {
    settings.section_functions[settings.section_function_count++] = {range.begin, range.end};
  }
  for (const CodeRange& range : assumption_functions_of(options.program)) {
    if (settings.assumption_function_count == channel::kMaxAssumptionFunctions) break;
    settings.assumption_functions[settings.assumption_function_count++] = {range.begin, range.end};
  }
  return settings;
}

Executor::Executor(NativeOptions options)
    : options_(std::move(options)), wait_policy_(options_.core, options_.always_spins) {
  if (options_.runtime.empty()) options_.runtime = find_runtime();
  // For a better message only: the start itself may still fail.
  if (::access(options_.program.c_str(), X_OK) != 0) {
    throw UserError(options_.program + ": " + std::strerror(errno));
  }
  // Closed on exec, so that other programs that this process starts do not get it. The child clears
  // that flag for the executor.
  memory_ = memfd_create("skein-channel", MFD_CLOEXEC);
  if (memory_ < 0 || ftruncate(memory_, sizeof(channel::Channel)) != 0) {
    refuse_start("cannot make memory to share with the program");
  }
  void* memory = mmap(nullptr, sizeof(channel::Channel), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, memory_, 0);
  if (memory == MAP_FAILED) refuse_start("cannot map memory to share with the program");
  channel_ = static_cast<channel::Channel*>(memory);  // all zero is its valid initial state
  changed_files_ = std::make_unique<ChangedFiles>(channel_->files);
  channel_->has_handlers = options_.has_handlers;
  ensure(options_.watched.size() <= channel::kMaxWatched, "too many watched words");
  std::copy(options_.watched.begin(), options_.watched.end(), channel_->watched.records);
  channel_->watched.count.store(static_cast<std::uint32_t>(options_.watched.size()));
  ensure(options_.endless.size() <= channel::kMaxEndless, "too many endless loops");
  std::copy(options_.endless.begin(), options_.endless.end(), channel_->endless);
  channel_->endless_count = static_cast<std::uint32_t>(options_.endless.size());
}

Executor::~Executor() {
  stop();
  changed_files_.reset();
  close_pipes();
  if (channel_ != nullptr) munmap(channel_, sizeof(channel::Channel));
  if (memory_ >= 0) close(memory_);
}

void Executor::close_pipes() {
  close_end(to_executor_);
  close_end(from_executor_);
  close_end(unread_);
}

void Executor::start() {
  std::vector<std::string> arguments{options_.program};
  arguments.insert(arguments.end(), options_.arguments.begin(), options_.arguments.end());
  close_pipes();
  int to[2];
  int from[2];
  make_pipe(to);
  make_pipe(from);
  to_executor_ = to[1];
  from_executor_ = from[0];
  std::vector<std::string> environment =
      executor_environment(options_.runtime, std::to_string(memory_));
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> envp = pointers_to(environment);
  // Written again for each executor, because the one before may have written anywhere.
  channel_->magic = channel::kMagic;
  channel_->version = channel::kVersion;
  channel_->settings = settings_of(options_);
  request_ = 0;
  channel_->request.store(0);
  channel_->reply.store(0);
  channel_->begun.store(0);
  channel_->ahead.store(0);
  channel_->acting.store(0);
  channel_->executor_sleeps.store(0);
  channel_->health.store(channel::Health::Starting);
  ++starts_;
  // The processes of snapshots become our own children when the executor dies, so that we can wait
  // for their end.
  if (has_snapshots(options_)) prctl(PR_SET_CHILD_SUBREAPER, 1);
  // With vfork nothing is copied: the child uses our memory until it becomes another program, and
  // until then does little but system calls.
  process_ = vfork();  // NOLINT(bugprone-unsafe-functions)
  if (process_ < 0) refuse_start("cannot start a process");
  if (process_ == 0) {
    personality(ADDR_NO_RANDOMIZE);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it must not outlive us
    // Ctrl-C is for us only: we end the executor. As a background process the executor must not
    // read from the terminal, which would stop it; besides, every run would read something else.
    setpgid(0, 0);
    if (isatty(STDIN_FILENO) != 0) {
      const int nothing = open("/dev/null", O_RDONLY);
      if (nothing > STDIN_FILENO) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
      }
    }
    if (options_.output >= 0) {
      dup2(options_.output, STDOUT_FILENO);
      dup2(options_.output, STDERR_FILENO);
    }
    fcntl(memory_, F_SETFD, 0);
    channel_->settings.doorbell_in = pass_on(to[0]);
    channel_->settings.doorbell_out = pass_on(from[1]);
    channel_->settings.file_journal = pass_on(changed_files_->descriptor());
    execve(options_.program.c_str(), argv.data(), envp.data());
    _exit(127);
  }
  // With our copy open, the pipe would not end when the executor dies. The reading end of the other
  // pipe stays open here, so that writing to a dead executor does not raise a signal.
  close_end(from[1]);
  unread_ = to[0];
  changed_files_->set_writers(process_);
  log::write(log::Topic::Executor,
             [&] { return fmt::format("start {}: process {}", starts_, process_); });
}

void Executor::stop_learning() {
  if (options_.races == channel::RaceMode::Explore) options_.races = channel::RaceMode::Report;
  options_.learns_dead_values = false;
  // The runtime looks at these in every run.
  channel_->settings.races = options_.races;
  channel_->settings.learns_dead_values = false;
}

void Executor::stop() {
  if (process_ <= 0) return;
  log::write(log::Topic::Executor, [&] { return fmt::format("kill process {}", process_); });
  kill(process_, SIGKILL);
  end_family();
}

// Ends all processes of the executor, which itself has ended or is about to, and waits for their
// end: none of them may write to the channel any more.
void Executor::end_family() {
  kill(-process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  // Snapshots that have lost their parent are ours.
  while (has_snapshots(options_) && (waitpid(-process_, &status, 0) > 0 || errno == EINTR)) {
  }
  process_ = -1;
  changed_files_->set_writers(0);
  changed_files_->undo();
}

pid_t Executor::acting() const {
  const pid_t told = channel_->acting.load(std::memory_order_relaxed);
  return told > 0 && getpgid(told) == process_ ? told : process_;
}

std::optional<ExitInfo> Executor::reap(bool was_stuck) {
  siginfo_t ended{};
  if (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      ended.si_pid != process_) {
    return std::nullopt;
  }
  const bool was_killed = ended.si_code == CLD_KILLED || ended.si_code == CLD_DUMPED;
  log::write(log::Topic::Executor, [&] {
    return fmt::format("process {} {} {}", process_, was_killed ? "ends by signal" : "exits with",
                       ended.si_status);
  });
  end_family();
  ExitInfo exit_info;
  exit_info.was_stuck = was_stuck;
  (was_killed ? exit_info.signal : exit_info.exit_code) = ended.si_status;
  return exit_info;
}

std::optional<ExitInfo> Executor::await_reply() {
  channel::Channel& c = *channel_;
  const std::uint32_t expected = request_ + 1;
  for (std::uint32_t i = c.spin_rounds.load(std::memory_order_relaxed); i > 0; --i) {
    if (c.reply.load(std::memory_order_acquire) == expected) return std::nullopt;
    __builtin_ia32_pause();
  }
  wait_policy_.note_long_wait();
  const Clock::time_point begin = Clock::now();
  Watchdog watchdog;
  c.explorer_sleeps.store(1, std::memory_order_seq_cst);
  while (true) {
    const std::uint32_t reply = c.reply.load(std::memory_order_seq_cst);
    if (reply == expected) break;
    if (reply != expected - 1) {  // the reply to a request that we did not make
      c.explorer_sleeps.store(0);
      stop();
      return ExitInfo{.overwrote_channel = true};
    }
    constexpr int kLookAfter = 50;  // ms: how often to check for progress
    if (wait_for_doorbell(kLookAfter)) continue;
    if (c.reply.load(std::memory_order_seq_cst) != reply) continue;
    if (auto exit_info = check_progress(watchdog)) {
      c.explorer_sleeps.store(0);
      return exit_info;
    }
  }
  c.explorer_sleeps.store(0, std::memory_order_relaxed);
  note_wait(Clock::now() - begin);
  return std::nullopt;
}

// Lets the executor take snapshots once several runs in a row were long; whether they pay, the
// executor decides. Short waits do not come here, and so cost nothing.
void Executor::note_wait(Clock::duration time) {
  constexpr auto kLong = std::chrono::milliseconds(1);
  constexpr std::uint32_t kSeveral = 3;
  if (time < kLong || options_.snapshots != TakeSnapshots::WhereTheyPay ||
      !has_snapshots(options_)) {
    return;
  }
  long_runs_ = last_long_run_ + 1 == request_ ? long_runs_ + 1 : 1;
  last_long_run_ = request_;
  if (long_runs_ >= kSeveral) channel_->takes_snapshots.store(true, std::memory_order_relaxed);
}

std::optional<ExitInfo> Executor::check_progress(Watchdog& watchdog) {
  channel::Channel& c = *channel_;
  if (options_.is_over && options_.is_over()) {
    stop();
    return ExitInfo{.was_stopped = true};
  }
  if (auto exit_info = reap(watchdog.was_warned)) return exit_info;
  const Progress now{c.run.step_count.load(), cpu_time_of(acting()), Clock::now()};
  if (!watchdog.last.has_value() || now.steps != watchdog.last->steps) {
    watchdog = Watchdog{.last = now};
    return std::nullopt;
  }
  const std::chrono::nanoseconds cpu = now.cpu - watchdog.last->cpu;
  const Clock::duration time = now.time - watchdog.last->time;
  // CPU time decides, since on a busy machine much time may pass in which the executor does not
  // run. But a call that blocks takes no CPU time, nor does a fork server, whatever its child does:
  // for these there is a limit by the wall clock.
  const int patience = options_.resets_by_fork ? 2 : 10;
  if (std::string call = waits_in_kernel(cpu, time); !call.empty()) {
    stop();
    return ExitInfo{.waits_in = std::move(call)};
  }
  if (!watchdog.was_asked && c.endless_count > 0 &&
      cpu > options_.step_limit / kKnownEndlessShare) {
    // Asks whether the executor is at a place where local code did not end before.
    c.is_too_long.store(false);
    kill(process_, SIGXCPU);
    watchdog.was_asked = true;
  } else if (cpu > options_.step_limit || time > patience * options_.step_limit) {
    // First a signal: the runtime can then halt only the agent that is stuck.
    c.is_too_long.store(true);
    kill(process_, watchdog.was_warned ? SIGKILL : SIGXCPU);
    watchdog.was_warned = true;
    watchdog.last = now;
  }
  return std::nullopt;
}

// The system call in which the executor has waited so long, without any work, that it will not
// return: nothing is left that could wake it. Empty if there is none. A fork server does not count,
// because it waits for its child.
std::string Executor::waits_in_kernel(std::chrono::nanoseconds cpu, Clock::duration time) const {
  constexpr auto kIdle = std::chrono::milliseconds(20);
  constexpr auto kLong = std::chrono::seconds(3);
  if (cpu > kIdle || time < kLong || options_.resets_by_fork) return "";
  return sleeps_in(acting());
}

// Whether the executor rang. Also returns when the executor dies.
bool Executor::wait_for_doorbell(int milliseconds) {
  pollfd entry{from_executor_, POLLIN, 0};
  if (poll(&entry, 1, milliseconds) <= 0) return false;
  char byte = 0;
  if (read(from_executor_, &byte, 1) == 1) return true;
  usleep(1000);  // the end of the pipe: the executor is about to exit
  return false;
}

void Executor::ring() {
  const char byte = 0;
  // If this fails the executor is dead, which the wait for its reply will find.
  if (write(to_executor_, &byte, 1) != 1) return;
}

std::optional<ExitInfo> Executor::ensure_ready() {
  if (process_ > 0) return std::nullopt;
  start();
  wait_policy_.begin(*channel_, process_);
  return await_reply();
}

void Executor::let_begin(std::uint32_t steps) {
  channel::Channel& c = *channel_;
  // Until the next request other executors of the program may run, and must find its files.
  if (c.files.was_used.load(std::memory_order_relaxed)) return;
  c.ahead_steps.store(steps, std::memory_order_relaxed);
  c.ahead.store(request_ + 1, std::memory_order_release);
}

bool Executor::may_have_begun() const {
  return channel_->ahead.load(std::memory_order_relaxed) == request_ + 1;
}

std::optional<ExitInfo> Executor::execute() {
  channel::Channel& c = *channel_;
  constexpr int kAttempts = 3;
  for (int attempt = 1;; ++attempt) {
    wait_policy_.note_exchange(c, process_);
    c.request.store(++request_, std::memory_order_seq_cst);
    log::write(log::Topic::Channel, [&] { return fmt::format("request {}", request_); });
    if (c.executor_sleeps.load(std::memory_order_seq_cst) != 0) ring();
    auto exit_info = await_reply();
    const bool was_begun = c.begun.load() == request_;
    log::write(log::Topic::Channel, [&] {
      return fmt::format("{} to request {}: {} steps", exit_info ? "no reply" : "reply", request_,
                         c.run.step_count.load());
    });
    if (!exit_info.has_value() || was_begun || exit_info->overwrote_channel ||
        exit_info->was_stopped || attempt == kAttempts) {
      return exit_info;
    }
    if (const auto failure = ensure_ready()) return failure;
  }
}

}  // namespace skein
