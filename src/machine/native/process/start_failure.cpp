// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/start_failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sys/resource.h>

#include "core/ensure.hpp"

namespace skein {

namespace {

// A limit, and how much skein may need of it.
struct Need {
  decltype(RLIMIT_AS) resource;
  std::uint64_t least;
  std::uint64_t unit;  // of the shell's ulimit
  const char* option;
  const char* what;
  const char* wanted;
};

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

constexpr Need kStack = {RLIMIT_STACK,         1U << 20U,       1024, "-s",
                         "stacks are limited", "1024 is enough"};

constexpr Need kNeeds[] = {
    {RLIMIT_AS, kAll, 1024, "-v", "addresses are limited",
     "skein reserves many, which takes no memory"},
    {RLIMIT_DATA, kAll, 1024, "-d", "data is limited",
     "skein reserves much, which takes no memory"},
    {RLIMIT_NOFILE, 64, 1, "-n", "open files are limited", "64 are enough"},
    kStack,
    {RLIMIT_FSIZE, kAll, 512, "-f", "sizes of files are limited",
     "the memory that skein shares with the program is a file"},
};

// Empty if the limit is not the problem.
std::string tight_limit(const Need& need) {
  rlimit limit{};
  if (getrlimit(need.resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur >= need.least) {
    return "";
  }
  return fmt::format("{} (ulimit {} {}): {}", need.what, need.option, limit.rlim_cur / need.unit,
                     need.wanted);
}

}  // namespace

std::string tight_limits() {
  std::string text;
  for (const Need& need : kNeeds) {
    const std::string limit = tight_limit(need);
    if (!limit.empty()) text += (text.empty() ? "" : "; ") + limit;
  }
  return text;
}

void refuse_small_stack() {
  constexpr std::uint64_t kOwn = 512U << 10U;
  Need need = kStack;
  need.least = kOwn;
  if (const std::string limit = tight_limit(need); !limit.empty()) throw UserError(limit);
}

void refuse_start(const std::string& what) {
  const std::string reason = std::strerror(errno);
  const std::string limits = tight_limits();
  throw UserError(fmt::format("{}: {}{}{}", what, reason, limits.empty() ? "" : "; ", limits));
}

}  // namespace skein
