// SPDX-License-Identifier: Apache-2.0
// The debug log: what the algorithms decide, one line per decision, for developers who chase a
// wrong count (docs/debugging.md).
//
// A topic is off until the command turns it on (SKEIN_LOG). The command also passes in the function
// that writes the lines. While a topic is off, a call costs the test of one bit in a word that
// never changes; the function that makes the text is not called.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace skein::log {

enum class Topic : std::uint8_t {
  Explore,   // plans, how runs end, why the exploration stops or starts again
  Races,     // races that a run shows, and what the explorer does about each
  Executor,  // processes of a real program: start, end
  Channel,   // requests to such a process, and its replies
  Prefix,    // events of a complete prefix, and cut-offs
  Steps,     // each step of each run, with names
};

struct TopicInfo {
  Topic topic;
  std::string_view name;  // in SKEIN_LOG
};

inline constexpr std::array<TopicInfo, 6> kTopics{{
    {Topic::Explore, "explore"},
    {Topic::Races, "races"},
    {Topic::Executor, "executor"},
    {Topic::Channel, "channel"},
    {Topic::Prefix, "prefix"},
    {Topic::Steps, "steps"},
}};

// Receives one line, without its newline.
using Sink = void (*)(std::string_view topic, std::string_view line);

// A set of topics, one bit each.
using Topics = std::uint32_t;
constexpr Topics bit(Topic topic) { return Topics{1} << static_cast<unsigned>(topic); }

// Written by turn_on() only, read everywhere.
inline constinit Topics topics_on = 0;
inline constinit Sink sink = nullptr;

// Turns topics on for the rest of the process. REQUIRES: no exploration is running.
inline void turn_on(Topics topics, Sink to) {
  sink = to;
  topics_on = to == nullptr ? 0 : topics;
}

[[nodiscard]] inline bool is_on(Topic topic) { return (topics_on & bit(topic)) != 0; }

// Writes the line that `make_text` returns, if the topic is on.
template <typename MakeText>
inline void write(Topic topic, const MakeText& make_text) {
  if (is_on(topic)) [[unlikely]] {
    sink(kTopics[static_cast<std::size_t>(topic)].name, std::string(make_text()));
  }
}

}  // namespace skein::log
