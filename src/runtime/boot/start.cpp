// SPDX-License-Identifier: Apache-2.0
// The executor: takes over the start of the program, prepares everything just before main, and then
// runs plan after plan.
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "protocol/channel.hpp"
#include "runtime/boot/agent_main.hpp"
#include "runtime/boot/exchange.hpp"
#include "runtime/boot/finalisers.hpp"
#include "runtime/boot/fork_server.hpp"
#include "runtime/boot/module_imports.hpp"
#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/descriptors/private_files.hpp"
#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/intercept/threads/exit.hpp"
#include "runtime/intercept/threads/single_body.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/observe/crash.hpp"
#include "runtime/observe/debugging.hpp"
#include "runtime/observe/executor_costs.hpp"
#include "runtime/observe/output.hpp"
#include "runtime/reset/copy.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/reset/reset.hpp"
#include "runtime/sched/message_text.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/sched/stack_switch.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/snapshot/in_place.hpp"
#include "runtime/snapshot/run_snapshots.hpp"

namespace skein::runtime {

namespace {

using StartMain = int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(),
                      void*);
namespace next {
NextSymbol<StartMain> start_main("__libc_start_main");
}  // namespace next

int parse_number(const char* text) {
  int n = 0;
  for (; *text >= '0' && *text <= '9'; ++text) n = 10 * n + (*text - '0');
  return n;
}

// Whether this process is not the program but the launcher of a tool that will run the program.
bool is_of_tool() {
  const char* program = getenv(channel::kProgramName);
  if (program == nullptr) return false;
  char path[4096];
  const long size = syscalls::call(SYS_readlink, syscalls::as_long("/proc/self/exe"),
                                   syscalls::as_long(path), sizeof(path) - 1);
  if (size <= 0) return false;
  path[size] = '\0';
  return std::strcmp(path, program) != 0;
}

}  // namespace

void attach() {
  if (g.mode != Mode::Unknown || environ == nullptr) return;  // libc does not know it yet
  const char* descriptor = getenv(channel::kEnvironmentName);
  if (descriptor == nullptr || is_of_tool()) {
    g.mode = Mode::Off;
    return;
  }
  const bool is_file = *descriptor == '/';
  const int fd =
      is_file ? static_cast<int>(syscalls::call(SYS_open, syscalls::as_long(descriptor), O_RDONLY))
              : parse_number(descriptor);
  void* memory = mmap(nullptr, sizeof(channel::Channel), PROT_READ | PROT_WRITE,
                      is_file ? MAP_PRIVATE | MAP_NORESERVE : MAP_SHARED, fd, 0);
  auto* channel = static_cast<channel::Channel*>(memory);
  if (memory == MAP_FAILED || channel->magic != channel::kMagic ||
      channel->version != channel::kVersion) {
    syscalls::write_error("skein: the runtime library and the skein command do not fit together\n");
    syscalls::exit_process(3);
  }
  close(fd);
  unsetenv(channel::kEnvironmentName);
  unsetenv(channel::kProgramName);
  unsetenv("LD_PRELOAD");
  unsetenv("LD_BIND_NOW");
  g.channel = channel;
  g.interner.attach(*channel);
  g.mode = Mode::Early;
  g.current = &agent(kMainAgent);
  g.current->id = g.interner.agent(AgentId{}, 0, 0);
}

namespace {

__attribute__((constructor(101))) void attach_early() { attach(); }

// These OpenMP libraries have their own means of synchronisation, which we do not see. (gcc's is
// replaced: runtime/openmp.)
void refuse_by_name(const char* path) {
  const char* name = path;
  for (const char* p = path; *p != '\0'; ++p) {
    if (*p == '/') name = p + 1;
  }
  for (const char* known : {"libomp.so", "libomp5.so", "libiomp5.so"}) {
    if (std::strncmp(name, known, std::strlen(known)) != 0) continue;
    Text<256> message;
    message << "OpenMP (" << name << ")";
    refuse(message.c_str(), nullptr);
  }
}

int note_module(dl_phdr_info* info, std::size_t, void*) {
  channel::Channel& c = *g.channel;
  if (c.module_count == channel::kMaxModules) return 1;
  channel::ModuleRecord& module = c.modules[c.module_count++];
  module.bias = info->dlpi_addr;
  const module_imports::Range addresses = module_imports::addresses_of(*info);
  module.begin = addresses.begin;
  module.end = addresses.end;
  const char* path = info->dlpi_name;  // empty for the program itself
  if (std::strstr(path, "/libgcc_s.so") != nullptr) {
    g.support_begin = module.begin;
    g.support_end = module.end;
  }
  refuse_by_name(path);
  std::size_t n = 0;
  for (; path[n] != '\0' && n + 1 < sizeof(module.path); ++n) module.path[n] = path[n];
  module.path[n] = '\0';
  return 0;
}

void reset() {
  // A child has its own memory and descriptors, but shares the file offsets.
  reset_descriptors(g.channel->settings.resets_by_fork);
  if (!g.channel->settings.resets_by_fork) reset_image();
}

bool is_clean = true;  // no run has changed anything since the last reset

void clean() {
  if (is_clean) return;
  reset();
  is_clean = true;
}

// Returns whether the run came to its end. It does not if it needs more threads, or began on a
// wrong guess.
bool run_once(Wanted wanted) {
  if (g.channel->settings.resets_by_fork) {
    g.wanted_agents = run_in_child();
  } else if (in_place::put_back(wanted)) {
    resume_plan(wanted);
  } else {
    clean();
    run_plan(wanted);
  }
  is_clean = false;
  return g.wanted_agents == 0 && !g.is_abandoned;
}

bool has_loaded_late = false;  // a run has loaded a library

void run_to_its_end(Wanted wanted) {
  while (!run_once(wanted)) {
    if (snapshots::is_descendant()) snapshots::end_descendant();
    wanted = Wanted::Run;
    if (has_loaded_late && !g.channel->settings.resets_by_fork) {
      give_up(
          "the program loads libraries in main or later and cannot be put back: try --reset=fork");
    }
    private_files::undo();
    const std::uint32_t agents = g.wanted_agents;
    if (agents == 0) continue;
    in_place::drop_all();
    clean();
    tls.grow(2 * agents < channel::kMaxAgents ? 2 * agents : agents);
    save_image();
    // More is visible now than when this run began, so its steps would differ. The exploration
    // starts over anyway.
    channel::RunOut& run = g.channel->run;
    if (run.restart != RestartReason::None) {
      run.end = End::Cut;
      run.bound = BoundHit::Steps;
      run.pending_count = 0;
      return;
    }
  }
}

// Runs in place of main: after the constructors, with the program's arguments.
int run_executor(int argc, char** argv, char** environment) {
  program_main.argc = argc;
  program_main.argv = argv;
  program_main.environment = environment;
  const bool is_standalone = g.channel->settings.is_standalone;
  if (!is_standalone) prctl(PR_SET_PDEATHSIG, 9);
  note_modules();
  note_late_modules();  // none yet
  sections::find_functions();
  find_finalisers();
  detect_fs_instructions();
  detect_wide_copies();
  prepare_output();
  catch_crashes();
  if (tls.count() == 0) tls.start();
  tls.grow(g.channel->settings.first_agents);
  save_image();
  save_descriptors();
  g.channel->health.store(channel::Health::Ready, std::memory_order_release);
  if (is_standalone) {
    run_to_its_end(Wanted::Run);
    show_rest_of_output();
    debugging::skein_at_end();
    if (g.channel->run.end == End::Diverged) {
      syscalls::write_error("skein: the program left the schedule\n");
      syscalls::exit_process(channel::kLeftSchedule);
    }
    syscalls::exit_process(g.channel->run.end == End::Completed ? g.channel->run.exit_code : 1);
  }
  answer();
  while (true) {
    const Wanted wanted = in_place::await_request();
    // Read before the program can overwrite it. An explorer that measures never lets us begin
    // ahead.
    const std::uint32_t measured = wanted == Wanted::Run ? g.channel->plan.measured_runs : 0;
    run_to_its_end(wanted);
    if (measured > 0) measure_costs(measured, &reset);
    show_rest_of_output();
    // Objects may have other numbers now. (After the answer the explorer writes this field.)
    if (g.channel->run.restart != RestartReason::None) in_place::drop_all();
    private_files::undo();
    answer();
    if (snapshots::is_descendant()) {
      refuse_used_pipe();
      snapshots::end_descendant();
    }
    // The loader's records of a library that the run loaded cannot be undone; a new process does
    // not have them.
    if (has_loaded_late && !g.channel->settings.resets_by_fork) syscalls::exit_process(4);
    // The explorer works meanwhile.
    if (!in_place::is_holding()) clean();
  }
}

[[noreturn]] void stop_with(channel::Health health, const char* why) {
  if (g.channel != nullptr) {
    channel::Channel& c = *g.channel;
    std::size_t n = 0;
    for (; why[n] != '\0' && n + 1 < sizeof(c.health_text); ++n) c.health_text[n] = why[n];
    c.health_text[n] = '\0';
    c.health_seal = channel::seal_of(health, c.health_text);
    c.health.store(health, std::memory_order_release);
    if (c.settings.is_standalone) {
      syscalls::write_error("skein: ");
      syscalls::write_error(why);
      syscalls::write_error("\n");
      syscalls::exit_process(3);
    }
    answer();
  } else {
    syscalls::write_error("skein: ");
    syscalls::write_error(why);
    syscalls::write_error("\n");
  }
  syscalls::exit_process(3);
}

}  // namespace

void note_modules() {
  g.channel->module_count = 0;
  dl_iterate_phdr(&note_module, nullptr);
}

bool has_loaded_libraries() {
  static unsigned long long loaded_before_main = 0;
  const unsigned long long loaded = module_imports::files_ever_loaded();
  if (loaded_before_main == 0) loaded_before_main = loaded;
  return loaded != loaded_before_main;
}

void note_late_modules() {
  if (!has_loaded_libraries()) [[likely]]
    return;
  has_loaded_late = true;
  channel::Channel& c = *g.channel;
  if (!c.has_late_modules) c.first_late = c.module_count;
  c.has_late_modules = true;
  note_modules();
}

void give_up(const char* why) { stop_with(channel::Health::Broken, why); }

void fail_early() { stop_with(channel::Health::FailedEarly, ""); }

void refuse(const char* call, const void* site) {
  g.channel->run.divergence.site = site != nullptr ? g.interner.site(site) : SiteId{};
  stop_with(channel::Health::Unsupported, call);
}

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                 void (*init)(), void (*fini)(), void (*rtld_fini)(),
                                 void* stack_end) {
  rt::attach();
  if (rt::g.mode == rt::Mode::Off) {
    return rt::next::start_main(main, argc, argv, init, fini, rtld_fini, stack_end);
  }
  rt::program_main.main = rt::main_to_run(main);
  rt::prepare_exit();
  // No rtld_fini: the loader's own list of finalisers could not be reset (finalisers.hpp).
  return rt::next::start_main(&rt::run_executor, argc, argv, init, fini, nullptr, stack_end);
}
