// SPDX-License-Identifier: Apache-2.0
#include "machine/native/standalone.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/ensure.hpp"
#include "machine/native/code/dead_value_analysis.hpp"

namespace skein {

void write_channel_file(const std::string& path, const NativeOptions& options, const Plan& plan) {
  if (plan.prefix.size() > channel::kMaxSteps) throw UserError("the schedule is too long");
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  void* memory = MAP_FAILED;
  if (file >= 0 && ::ftruncate(file, sizeof(channel::Channel)) == 0) {
    memory = ::mmap(nullptr, sizeof(channel::Channel), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  if (file >= 0) ::close(file);
  if (memory == MAP_FAILED) {
    throw UserError("cannot write '" + path + "': " + std::strerror(errno));
  }
  // All zero is a valid initial state; pages that are not written take no room on the disk.
  auto& c = *static_cast<channel::Channel*>(memory);
  c.magic = channel::kMagic;
  c.version = channel::kVersion;
  c.settings = settings_of(options);
  c.settings.is_standalone = true;
  c.settings.shows_output = true;
  c.settings.resets_by_fork = false;  // one run needs no reset
  c.settings.snapshot_every = 0;
  c.settings.copies_memory = false;
  std::uint32_t agents = 0;
  for (const Move& move : plan.prefix) agents = std::max(agents, move.agent.value);
  c.settings.first_agents = std::clamp(agents + 2, c.settings.first_agents, channel::kMaxAgents);
  std::copy(options.watched.begin(), options.watched.end(), c.watched.records);
  c.watched.count.store(static_cast<std::uint32_t>(options.watched.size()));
  prepare_dead_values(options.program, c);
  std::copy(plan.prefix.begin(), plan.prefix.end(), c.prefix);
  c.plan.prefix_count = static_cast<std::uint32_t>(plan.prefix.size());
  c.plan.shows_output = true;
  c.plan.records_details = true;
  c.plan.pct_depth = plan.pct_depth;
  c.plan.pct_length = plan.pct_length;
  c.plan.bounds = plan.bounds;
  ::munmap(memory, sizeof(channel::Channel));
}

}  // namespace skein
