// SPDX-License-Identifier: Apache-2.0
#include "cli/log_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/ensure.hpp"
#include "report/words/text.hpp"

namespace skein::cli {

namespace {

// One call for each line, so that lines of several processes do not mix.
void write_log_line(std::string_view topic, std::string_view line) {
  const std::string text = fmt::format("[{}] {}\n", topic, line);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

log::Topics all_topics() {
  log::Topics all = 0;
  for (const log::TopicInfo& info : log::kTopics) all |= log::bit(info.topic);
  return all;
}

log::Topics parse_topic(std::string_view name) {
  if (name == "all") return all_topics();
  const auto* const found =
      std::find_if(log::kTopics.begin(), log::kTopics.end(),
                   [&](const log::TopicInfo& info) { return info.name == name; });
  if (found != log::kTopics.end()) return log::bit(found->topic);
  std::string known;
  for (const log::TopicInfo& info : log::kTopics) known += std::string(info.name) + ", ";
  throw UserError(fmt::format("SKEIN_LOG: there is no topic '{}'; there are {}and all",
                              printable(std::string(name)), known));
}

}  // namespace

log::Topics parse_topics(std::string_view value) {
  log::Topics topics = 0;
  while (!value.empty()) {
    const std::size_t comma = value.find(',');
    topics |= parse_topic(value.substr(0, comma));
    value.remove_prefix(comma == std::string_view::npos ? value.size() : comma + 1);
  }
  return topics;
}

void set_up_log() {
  const char* const value = std::getenv("SKEIN_LOG");
  if (value != nullptr) log::turn_on(parse_topics(value), write_log_line);
}

}  // namespace skein::cli
