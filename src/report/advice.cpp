// SPDX-License-Identifier: Apache-2.0
#include "report/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "report/finding_identity.hpp"
#include "report/words/estimate_text.hpp"

namespace skein {

namespace {

using Rung = AdvisedRun::Rung;

// Smaller shares say nothing.
constexpr double kLeastShare = 0.1;
constexpr std::size_t kMostShares = 3;

std::string_view name(Rung rung) {
  switch (rung) {
    case Rung::All: return "all";
    case Rung::Preemptions: return "preemptions";
    case Rung::Pct: return "pct";
  }
  return "unknown";
}

std::string share_in_words(const RaceShare& share) {
  return fmt::format("{:.0f}% between {} and {} on {}", 100 * share.share, printable(share.first),
                     printable(share.second), printable(share.object));
}

// Empty if no share says anything.
std::string races_in_words(const Advice& advice) {
  std::string shares;
  for (std::size_t i = 0; i < std::min(advice.races.size(), kMostShares); ++i) {
    if (advice.races[i].share < kLeastShare) break;
    shares += (shares.empty() ? "" : ", ") + share_in_words(advice.races[i]);
  }
  return shares.empty() ? "" : "The races that multiply the executions: " + shares + ".";
}

std::string rung_in_words(const AdvisedRun& run) {
  std::string text;
  switch (run.rung) {
    case Rung::All: text = "all of it"; break;
    case Rung::Preemptions:
      text = fmt::format("runs of at most {}", counted(run.number, "preemption"));
      break;
    case Rung::Pct: text = counted(run.number, "random run") + " by PCT"; break;
  }
  if (run.seconds > 0) {
    text += run.is_tried ? fmt::format(", {} when tried", short_seconds(run.seconds))
                         : ", about " + about_seconds(std::max(run.seconds, 1.0));
  }
  return text;
}

}  // namespace

std::vector<RaceShare> race_shares(const std::vector<RaceCount>& counts, const Names& names,
                                   const std::map<ObjectId, std::string>& objects) {
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> grouped;
  std::uint64_t all = 0;
  for (const RaceCount& count : counts) {
    std::string first = kind_of_agent(names.agent_name(count.first));
    std::string second = kind_of_agent(names.agent_name(count.second));
    if (second < first) std::swap(first, second);
    const auto known = objects.find(count.object);
    const std::string object = count.object.is_none()   ? std::string("?")
                               : known != objects.end() ? known->second
                                                        : names.object_name(count.object);
    grouped[{first, second, object}] += count.races;
    all += count.races;
  }
  std::vector<RaceShare> shares;
  for (const auto& [key, races] : grouped) {
    shares.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key),
                      static_cast<double>(races) / static_cast<double>(all)});
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const RaceShare& a, const RaceShare& b) { return a.share > b.share; });
  return shares;
}

std::string advice_text(const Advice& advice, const Style& style) {
  std::string text;
  const auto add = [&](const std::string& line) {
    for (const std::string& part : wrapped(line, style.width - 2)) text += "  " + part + "\n";
  };
  if (const std::string races = races_in_words(advice); !races.empty()) add(races);
  for (const AdvisedRun& run : advice.ladder) {
    add(rung_in_words(run) + ":");
    text += "    " + style.dim(printable(run.command)) + "\n";
  }
  return text.empty() ? "" : style.bold("What next") + "\n" + text;
}

nlohmann::ordered_json advice_json(const Advice& advice) {
  nlohmann::ordered_json races = nlohmann::ordered_json::array();
  for (const RaceShare& share : advice.races) {
    races.push_back({{"agents", {share.first, share.second}},
                     {"object", share.object},
                     {"share", share.share}});
  }
  nlohmann::ordered_json ladder = nlohmann::ordered_json::array();
  for (const AdvisedRun& run : advice.ladder) {
    ladder.push_back({{"what", name(run.rung)},
                      {"number", run.number},
                      {"seconds", run.seconds},
                      {"tried", run.is_tried},
                      {"text", rung_in_words(run)},
                      {"command", run.command}});
  }
  return {{"text", races_in_words(advice)},
          {"races", std::move(races)},
          {"commands", std::move(ladder)}};
}

}  // namespace skein
