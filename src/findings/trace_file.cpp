// SPDX-License-Identifier: Apache-2.0
#include "findings/trace_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

#include "core/ensure.hpp"
#include "findings/schedule.hpp"

namespace skein {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "skein-trace";
constexpr std::size_t kLargestFile = std::size_t{256} << 20U;
constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostSteps = 10'000'000;
constexpr std::size_t kMostWatched = 1U << 16U;

[[noreturn]] void refuse(const std::string& why) { throw UserError("not a usable trace: " + why); }

// Checks the nesting of brackets, outside of strings, before the parser sees the text.
void require_shallow(std::string_view text) {
  std::size_t depth = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        is_string = false;
      }
    } else if (c == '"') {
      is_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) refuse("it is nested too deeply");
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
}

const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) refuse(fmt::format("'{}' is missing", key));
  return *found;
}

std::string text_of(const Json& value, const char* what) {
  if (!value.is_string()) refuse(fmt::format("'{}' is not a text", what));
  const auto& text = value.get_ref<const std::string&>();
  if (text.find('\0') != std::string::npos) refuse(fmt::format("'{}' contains a zero byte", what));
  return text;
}

std::uint32_t number_of(const Json& value, const char* what) {
  if (!value.is_number_unsigned()) refuse(fmt::format("'{}' is not a number from 0 on", what));
  const auto number = value.get<std::uint64_t>();
  if (number >= Id<void>::kNoValue) refuse(fmt::format("'{}' is too large", what));
  return static_cast<std::uint32_t>(number);
}

const Json& list_of(const Json& object, const char* key) {
  const Json& list = member(object, key);
  if (!list.is_array()) refuse(fmt::format("'{}' is not a list", key));
  return list;
}

std::vector<std::string> texts_of(const Json& object, const char* key) {
  std::vector<std::string> texts;
  for (const Json& entry : list_of(object, key)) texts.push_back(text_of(entry, key));
  return texts;
}

std::vector<std::pair<std::string, std::string>> pairs_of(const Json& object, const char* key) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Json& entry : list_of(object, key)) {
    if (!entry.is_array() || entry.size() != 2) {
      refuse(fmt::format("'{}' has an entry that is not a pair", key));
    }
    pairs.emplace_back(text_of(entry[0], key), text_of(entry[1], key));
  }
  return pairs;
}

Json pairs_json(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json list = Json::array();
  for (const auto& [name, value] : pairs) list.push_back(Json::array({name, value}));
  return list;
}

Json facts_json(const ViolationFacts& facts) {
  Json json;
  json["code"] = name(facts.code);
  json["subjects"] = facts.subjects;
  json["places"] = Json::array();
  for (const FactPlace& place : facts.places) json["places"].push_back(text_of(place));
  json["values"] = facts.values;
  return json;
}

// "queue.c:12", as text_of writes it.
FactPlace place_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {text};
  FactPlace place{text.substr(0, colon)};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, place.line);
  return error == std::errc{} && stop == end && place.line != 0 ? place : FactPlace{text};
}

ViolationFacts facts_of(const Json& json) {
  if (!json.is_object()) refuse("'violation' is no object");
  const auto code = violation_code_named(text_of(member(json, "code"), "code"));
  // A later version may know more codes.
  if (!code) return {};
  ViolationFacts facts(*code, texts_of(json, "subjects"));
  for (const std::string& place : texts_of(json, "places")) facts.places.push_back(place_of(place));
  for (const Json& value : list_of(json, "values")) {
    if (!value.is_number_integer()) refuse("'values' has an entry that is no number");
    facts.values.push_back(value.get<std::int64_t>());
  }
  return facts;
}

OpKind kind_of(const std::string& text) {
  const auto* const found = std::find_if(kOperations.begin(), kOperations.end(),
                                         [&](const OpTraits& row) { return row.name == text; });
  if (found == kOperations.end()) refuse("it has an unknown operation");
  return found->kind;
}

TraceStep step_of(const Json& json) {
  if (!json.is_object()) refuse("a step is not an object");
  TraceStep step;
  step.agent = number_of(member(json, "agent"), "agent");
  step.kind = kind_of(text_of(member(json, "operation"), "operation"));
  if (const auto choices = json.find("choices"); choices != json.end()) {
    step.choices = number_of(*choices, "choices");
    step.choice = number_of(member(json, "choice"), "choice");
    if (step.choice >= step.choices) refuse("a step takes a choice that there is not");
  }
  step.text = text_of(member(json, "text"), "text");
  return step;
}

Json parse(std::string_view text) {
  if (text.size() > kLargestFile) refuse("it is too large");
  require_shallow(text);
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) refuse("it is not JSON");
  if (!json.is_object()) refuse("it is not a JSON object");
  return json;
}

}  // namespace

std::string trace_to_text(const TraceFile& trace, const std::string& counterexample) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kTraceVersion;
  json["skein"] = trace.skein;
  json["directory"] = trace.directory;
  json["files"] = trace.files;
  json["defines"] = pairs_json(trace.defines);
  json["arguments"] = trace.arguments;
  json["options"] = pairs_json(trace.options);
  if (!trace.check.empty()) json["check"] = trace.check;
  json["build_id"] = trace.build_id;
  if (!trace.watched.empty()) json["watched"] = trace.watched;
  json["schedule"] = trace.schedule;
  json["kind"] = trace.kind ? name(*trace.kind) : "";
  if (!trace.facts.is_none()) json["violation"] = facts_json(trace.facts);
  json["message"] = trace.message;
  json["headline"] = trace.headline;
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) {
    Json entry;
    entry["agent"] = step.agent;
    entry["operation"] = name(step.kind);
    if (step.choices > 1) {
      entry["choice"] = step.choice;
      entry["choices"] = step.choices;
    }
    entry["text"] = step.text;
    steps.push_back(std::move(entry));
  }
  json["steps"] = std::move(steps);
  if (!counterexample.empty()) json["counterexample"] = Json::parse(counterexample, nullptr, false);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

TraceFile trace_from_text(std::string_view text) {
  const Json json = parse(text);
  const auto format = json.find("format");
  if (format == json.end() || *format != kFormat) refuse("it does not say that it is one");
  const std::uint32_t version = number_of(member(json, "version"), "version");
  if (version != kTraceVersion) {
    refuse(fmt::format("it is of version {}, and this skein knows version {}", version,
                       kTraceVersion));
  }
  TraceFile trace;
  trace.skein = text_of(member(json, "skein"), "skein");
  trace.directory = text_of(member(json, "directory"), "directory");
  trace.files = texts_of(json, "files");
  if (trace.files.empty() || trace.files.front().empty()) refuse("it names no program");
  trace.defines = pairs_of(json, "defines");
  trace.arguments = texts_of(json, "arguments");
  trace.options = pairs_of(json, "options");
  if (json.contains("check")) trace.check = text_of(member(json, "check"), "check");
  trace.build_id = text_of(member(json, "build_id"), "build_id");
  if (json.contains("watched")) {
    const Json& watched = list_of(json, "watched");
    if (watched.size() > kMostWatched) refuse("it watches too many variables");
    for (const Json& address : watched) {
      if (!address.is_number_unsigned()) refuse("'watched' has an entry that is not an address");
      trace.watched.push_back(address.get<std::uint64_t>());
    }
  }
  trace.schedule = text_of(member(json, "schedule"), "schedule");
  trace.kind = finding_kind_named(text_of(member(json, "kind"), "kind"));
  if (json.contains("violation")) trace.facts = facts_of(member(json, "violation"));
  trace.message = text_of(member(json, "message"), "message");
  trace.headline = text_of(member(json, "headline"), "headline");
  const Json& steps = list_of(json, "steps");
  if (steps.size() > kMostSteps) refuse("it has too many steps");
  const std::vector<Move> moves = schedule_from_string(trace.schedule);
  if (moves.size() != steps.size()) refuse("its schedule and its steps differ in length");
  for (const Json& step : steps) {
    trace.steps.push_back(step_of(step));
    const Move& move = moves[trace.steps.size() - 1];
    if (move.agent.value != trace.steps.back().agent || move.choice != trace.steps.back().choice) {
      refuse(fmt::format("its schedule and its steps differ at step {}", trace.steps.size()));
    }
  }
  return trace;
}

}  // namespace skein
