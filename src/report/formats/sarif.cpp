// SPDX-License-Identifier: Apache-2.0
#include "report/formats/sarif.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cctype>
#include <vector>

#include "report/places.hpp"
#include "report/words/finding_kinds.hpp"
#include "report/words/remark_text.hpp"
#include "report/words/text.hpp"

namespace skein {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRoot = "%SRCROOT%";
// The largest number of steps written, over all results: SARIF readers refuse files that are too
// large.
constexpr std::size_t kMostStepsInSarif = 20'000;

std::string rule_id(FindingKind kind) { return "skein/" + std::string(name(kind)); }

Json text_of(std::string_view text) { return Json{{"text", printable_lines(text)}}; }

Json rules_json() {
  Json rules = Json::array();
  for (const KindDescription& kind : finding_kinds()) {
    Json rule;
    rule["id"] = rule_id(kind.kind);
    rule["name"] = kind.name;
    rule["shortDescription"] = text_of(kind.title);
    rule["fullDescription"] = text_of(kind.meaning);
    rule["help"] = text_of(std::string(kind.meaning) + "\n\n" + std::string(kind.advice));
    rule["defaultConfiguration"] = {{"level", "error"}};
    rule["properties"] = {{"tags", {"concurrency", "correctness"}}, {"precision", "very-high"}};
    rules.push_back(std::move(rule));
  }
  return rules;
}

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report) {}

  Json document() {
    Json run;
    run["tool"]["driver"] = {{"name", "skein"},
                             {"version", report_.version},
                             {"semanticVersion", report_.version},
                             {"rules", rules_json()}};
    if (!report_.request.folder.empty()) {
      run["originalUriBaseIds"][kRoot] = {{"uri", path_to_uri(report_.request.folder + "/")}};
    }
    run["invocations"] = Json::array({invocation()});
    run["columnKind"] = "unicodeCodePoints";
    Json results = Json::array();
    for (const auto* list : {&report_.counterexamples, &report_.accepted}) {
      for (const Counterexample& counterexample : *list) results.push_back(result(counterexample));
    }
    for (const Counterexample& warning : report_.unproved) {
      Json json = result(warning);
      json["level"] = "warning";
      json["message"] = text_of("may happen, neither excluded nor shown: " + warning.message);
      results.push_back(std::move(json));
    }
    run["results"] = std::move(results);
    run["properties"] = statistics();
    Json json;
    json["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    json["version"] = "2.1.0";
    json["runs"] = Json::array({std::move(run)});
    return json;
  }

 private:
  Json statistics() const {
    const Statistics& f = report_.statistics;
    return {{"verdict", name(verdict_of(report_))},
            {"summary", verdict_sentence(report_)},
            {"explorer", report_.request.explorer},
            {"variant", report_.request.variant},
            {"executions", f.executions()},
            {"events", f.events},
            {"seconds", f.seconds}};
  }

  Json invocation() const {
    const Verdict verdict = verdict_of(report_);
    Json json;
    json["executionSuccessful"] = verdict != Verdict::Error;
    if (verdict != Verdict::Error) json["exitCode"] = exit_status_of(verdict);
    Json notifications = Json::array();
    const auto notify = [&](const char* level, const std::string& text) {
      notifications.push_back({{"level", level}, {"message", text_of(text)}});
    };
    if (verdict == Verdict::Error) notify("error", report_.compiler_messages + report_.error);
    if (verdict == Verdict::Incomplete) notify("warning", verdict_sentence(report_));
    if (verdict == Verdict::Bug || verdict == Verdict::Clean || verdict == Verdict::Accepted) {
      notify("note", verdict_sentence(report_));
    }
    for (const Remark& warning : report_.warnings) notify("warning", remark_text(warning));
    json["toolExecutionNotifications"] = std::move(notifications);
    if (!report_.request.folder.empty()) {
      json["workingDirectory"] = {{"uri", path_to_uri(report_.request.folder + "/")}};
    }
    return json;
  }

  static Json artifact(const std::string& path) {
    Json json;
    json["uri"] = path_to_uri(path);
    if (!path.starts_with('/')) json["uriBaseId"] = kRoot;
    return json;
  }

  // Null if the place is not known to be in a file.
  [[nodiscard]] Json physical_location(const Place& place) const {
    const std::string path = shown_path(place, report_.request);
    if (path.empty()) return nullptr;
    Json json;
    json["artifactLocation"] = artifact(path);
    if (place.line > 0) {
      json["region"]["startLine"] = place.line;
      if (!place.text.empty()) json["region"]["snippet"] = text_of(place.text);
    }
    return json;
  }

  [[nodiscard]] Json location(const Place& place, const std::string& message) const {
    Json json;
    if (Json where = physical_location(place); !where.is_null()) {
      json["physicalLocation"] = std::move(where);
    }
    if (!place.function.empty()) {
      json["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", printable(place.function)}, {"kind", "function"}}});
    }
    if (!message.empty()) json["message"] = text_of(message);
    return json;
  }

  // SARIF readers want exactly one place: without a better one, the program's file.
  [[nodiscard]] Json main_location(const Counterexample& counterexample) const {
    Json place = physical_location(own_place(counterexample.place, counterexample.stack));
    for (const CounterexampleAccess& access : counterexample.accesses) {
      if (place.is_null()) place = physical_location(own_place({}, access.stack));
    }
    for (const CounterexampleWait& wait : counterexample.waits) {
      if (place.is_null()) place = physical_location(own_place(wait.place, wait.stack));
    }
    Place program;
    program.path = report_.request.file;
    if (place.is_null()) place["artifactLocation"] = artifact(shown_path(program, report_.request));
    return Json{{"physicalLocation", std::move(place)}};
  }

  // The other places that matter: where agents wait, the two sides of a race, the heap block.
  [[nodiscard]] Json related_locations(const Counterexample& counterexample) const {
    Json related = Json::array();
    for (const CounterexampleWait& wait : counterexample.waits) {
      related.push_back(location(own_place(wait.place, wait.stack), wait.text));
    }
    for (const CounterexampleAccess& access : counterexample.accesses) {
      related.push_back(location(own_place({}, access.stack),
                                 access.what + " by " + counterexample.agents.at(access.agent)));
    }
    if (counterexample.block) {
      const CounterexampleBlock& block = *counterexample.block;
      if (!block.allocated.empty()) {
        related.push_back(
            location(own_place({}, block.allocated), "allocated by " + block.allocated_by));
      }
      if (!block.freed.empty()) {
        related.push_back(location(own_place({}, block.freed), "freed by " + block.freed_by));
      }
    }
    return related;
  }

  // The stack in SARIF form; null if it is empty.
  [[nodiscard]] Json stack_json(const Stack& stack, const std::string& message) const {
    if (stack.empty()) return nullptr;
    Json frames = Json::array();
    for (const Place& place : stack) frames.push_back({{"location", location(place, "")}});
    return Json{{"message", text_of(message)}, {"frames", std::move(frames)}};
  }

  [[nodiscard]] Json stacks(const Counterexample& counterexample) const {
    Json list = Json::array();
    const auto add = [&](const Stack& stack, const std::string& message) {
      if (Json json = stack_json(stack, message); !json.is_null()) list.push_back(std::move(json));
    };
    if (counterexample.accesses.empty()) add(counterexample.stack, counterexample.headline);
    for (const CounterexampleAccess& access : counterexample.accesses) {
      add(access.stack, access.what + " by " + counterexample.agents.at(access.agent));
    }
    for (const CounterexampleWait& wait : counterexample.waits) add(wait.stack, wait.text);
    return list;
  }

  Json result(const Counterexample& counterexample) {
    Json json;
    json["ruleId"] = rule_id(counterexample.kind);
    json["ruleIndex"] = index_of_kind(counterexample.kind);
    json["level"] = counterexample.standing == Standing::Tolerated ? "warning" : "error";
    json["kind"] = "fail";
    if (counterexample.standing == Standing::Suppressed) {
      json["suppressions"] = Json::array({{{"kind", "external"},
                                           {"status", "accepted"},
                                           {"justification", counterexample.accepted_by}}});
    }
    if (!report_.request.baseline.empty()) {
      json["baselineState"] = counterexample.standing == Standing::Known ? "unchanged" : "new";
    }
    json["message"] = text_of(counterexample.message);
    json["locations"] = Json::array({main_location(counterexample)});
    if (Json list = related_locations(counterexample); !list.empty()) {
      json["relatedLocations"] = std::move(list);
    }
    if (Json list = stacks(counterexample); !list.empty()) json["stacks"] = std::move(list);
    if (!counterexample.steps.empty() && counterexample.steps.size() <= steps_left_) {
      steps_left_ -= counterexample.steps.size();
      json["codeFlows"] = Json::array({code_flow(counterexample)});
    }
    json["occurrenceCount"] = counterexample.times;
    json["partialFingerprints"] = {{"skeinFinding/v1", fingerprint(counterexample)}};
    json["properties"] = {
        {"schedule", counterexample.schedule},
        {"switches", counterexample.switches},
        {"repeated",
         counterexample.is_repeated ? Json(*counterexample.is_repeated) : Json(nullptr)}};
    return json;
  }

  [[nodiscard]] Json code_flow(const Counterexample& counterexample) const {
    Json flows = Json::array();
    for (std::size_t agent = 0; agent < counterexample.agents.size(); ++agent) {
      Json locations = Json::array();
      for (std::size_t i = 0; i < counterexample.steps.size(); ++i) {
        if (counterexample.steps[i].agent == agent)
          locations.push_back(flow_location(counterexample, i));
      }
      if (locations.empty()) continue;
      flows.push_back(
          {{"id", printable(counterexample.agents[agent])}, {"locations", std::move(locations)}});
    }
    return Json{{"message", text_of(counterexample.headline)}, {"threadFlows", std::move(flows)}};
  }

  [[nodiscard]] Json flow_location(const Counterexample& counterexample, std::size_t index) const {
    const CounterexampleStep& step = counterexample.steps[index];
    std::string text =
        fmt::format("{} {}: {}", index + 1, counterexample.agents[step.agent], step.operation);
    if (step.read) text += fmt::format(" reads {}", *step.read);
    if (step.written) text += fmt::format(" writes {}", *step.written);
    if (!step.outcome.empty()) text += " " + step.outcome;
    Json json;
    json["location"] = location(own_place(step.place, step.stack), text);
    json["executionOrder"] = index + 1;
    const bool records_details =
        counterexample.fatal == index || counterexample.lost_at == index || step.is_switch;
    json["importance"] = counterexample.fatal == index ? "essential"
                         : records_details             ? "important"
                                                       : "unimportant";
    if (Json kinds = kinds_of(step.kind); !kinds.empty()) json["kinds"] = std::move(kinds);
    return json;
  }

  // The words that SARIF suggests for what a step does.
  static Json kinds_of(OpKind kind) {
    switch (kind) {
      case OpKind::MutexLock:
      case OpKind::RwReadLock:
      case OpKind::RwWriteLock: return {"acquire", "lock"};
      case OpKind::MutexUnlock:
      case OpKind::RwReadUnlock:
      case OpKind::RwWriteUnlock: return {"release", "lock"};
      case OpKind::SemWait: return {"acquire", "resource"};
      case OpKind::SemPost: return {"release", "resource"};
      case OpKind::AtomicLoad:
      case OpKind::AtomicStore:
      case OpKind::AtomicRmw:
      case OpKind::PlainLoad:
      case OpKind::PlainStore: return {"memory"};
      case OpKind::ThreadStart:
      case OpKind::MessageBegin: return {"enter"};
      case OpKind::ThreadExit:
      case OpKind::MessageEnd: return {"exit"};
      default: return Json::array();
    }
  }

  // Does not change if only the lines of a bug have moved: digits do not count.
  [[nodiscard]] std::string fingerprint(const Counterexample& counterexample) const {
    std::string text = std::string(name(counterexample.kind)) + '\n' + report_.request.file + '\n';
    for (const char c : counterexample.message) {
      if (std::isdigit(static_cast<unsigned char>(c)) == 0) text += c;
    }
    return fmt::format("{:016x}", XXH64(text.data(), text.size(), 0));
  }

  const Report& report_;
  std::size_t steps_left_ = kMostStepsInSarif;
};

}  // namespace

std::string path_to_uri(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto code = static_cast<unsigned char>(c);
    if (std::isalnum(code) != 0 ||
        std::string_view("/-._~+,@!$&'()*;=").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", code);
    }
  }
  return uri;
}

nlohmann::ordered_json to_sarif(const Report& report) { return Writer(report).document(); }

}  // namespace skein
