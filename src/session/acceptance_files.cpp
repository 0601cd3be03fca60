// SPDX-License-Identifier: Apache-2.0
#include "session/acceptance_files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "core/ensure.hpp"
#include "report/words/finding_kinds.hpp"
#include "report/words/text.hpp"
#include "session/os/files.hpp"
#include "session/suggest.hpp"

namespace skein::session {

namespace {

using Aspect = Suppression::Aspect;

// Races that are libraries' own and harmless, whatever the program does. Each has its evidence.
constexpr std::string_view kBuiltInRules =
    // The facet fills its table of narrowed characters when they are first asked for, each time
    // with the same value; std::regex asks. gcc.gnu.org/PR77704
    "race_top:function=^std::ctype<char>::narrow( file=locale_facets.h$\n";

std::string read_file(const char* option, const std::string& path) {
  const auto refusal = [&](const char* why) {
    return UserError(fmt::format("{}: cannot read '{}': {}", option, printable(path), why));
  };
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw refusal("there is no such file");
  if (std::filesystem::is_directory(path, error)) throw refusal("it is a folder");
  std::optional<std::string> text = read_whole_file(path);
  if (!text) throw refusal("no permission, or an error of the disk");
  return std::move(*text);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// The kinds of ThreadSanitizer that are not ours: what they mean here.
struct ForeignKind {
  std::string_view name;
  std::optional<FindingKind> kind;  // empty: skein has no such findings
  bool is_top_only = false;
};
constexpr std::array kForeignKinds{
    ForeignKind{"race_top", FindingKind::Race, true}, ForeignKind{"mutex", FindingKind::LockMisuse},
    ForeignKind{"thread", FindingKind::LockMisuse}, ForeignKind{"signal", std::nullopt},
    ForeignKind{"called_from_lib", std::nullopt}};

std::vector<std::string_view> own_kinds() {
  std::vector<std::string_view> names;
  for (const KindDescription& kind : finding_kinds()) names.push_back(name(kind.kind));
  return names;
}

[[noreturn]] void refuse_kind(const std::string& where, std::string_view kind,
                              const std::vector<std::string_view>& known) {
  std::string text = fmt::format("{}: unknown kind '{}'", where, printable(kind));
  if (const std::string meant = nearest(kind, known); !meant.empty()) {
    text += "; did you mean " + meant + "?";
  } else {
    text += ", not one of";
    for (std::size_t i = 0; i < known.size(); ++i) {
      text += (i == 0 ? " " : ", ") + std::string(known[i]);
    }
  }
  throw UserError(text);
}

// Sets kind and is_top_only.
void set_kind(Suppression& rule, std::string_view word, const std::string& where) {
  rule.kind = finding_kind_named(word);
  if (rule.kind) return;
  std::vector<std::string_view> known = own_kinds();
  for (const ForeignKind& foreign : kForeignKinds) {
    known.push_back(foreign.name);
    if (word != foreign.name) continue;
    rule.kind = foreign.kind;
    rule.is_top_only = foreign.is_top_only;
    return;
  }
  refuse_kind(where, word, known);
}

constexpr std::array kAspects{std::pair{std::string_view("function="), Aspect::Function},
                              std::pair{std::string_view("file="), Aspect::File},
                              std::pair{std::string_view("object="), Aspect::Object}};

// The aspect that is named at the beginning of the text.
std::optional<std::pair<std::string_view, Aspect>> aspect_at(std::string_view text) {
  for (const auto& aspect : kAspects) {
    if (text.starts_with(aspect.first)) return aspect;
  }
  return std::nullopt;
}

// "function=push(int, int) object=head_": names may contain spaces, so a pattern ends where the
// next aspect begins.
std::vector<Suppression::Pattern> parse_patterns(std::string_view text, const std::string& where) {
  std::vector<Suppression::Pattern> patterns;
  while (!text.empty()) {
    const auto aspect = aspect_at(text);
    if (aspect) text.remove_prefix(aspect->first.size());
    std::size_t end = text.size();
    if (aspect) {
      for (std::size_t i = 1; i < text.size() && end == text.size(); ++i) {
        if ((text[i - 1] == ' ' || text[i - 1] == '\t') && aspect_at(text.substr(i))) end = i;
      }
    }
    const std::string_view pattern = trimmed(text.substr(0, end));
    if (aspect && pattern.empty()) {
      throw UserError(fmt::format("{}: {} has no pattern", where, aspect->first));
    }
    patterns.push_back({aspect ? aspect->second : Aspect::Any, std::string(pattern)});
    text.remove_prefix(end);
  }
  return patterns;
}

Suppression parse_rule(std::string_view line, const std::string& where) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    throw UserError(fmt::format("{}: '{}' is not of the form KIND:PATTERN, such as race:push",
                                where, printable(line)));
  }
  Suppression rule;
  set_kind(rule, trimmed(line.substr(0, colon)), where);
  const std::string_view patterns = trimmed(line.substr(colon + 1));
  if (patterns.empty()) {
    throw UserError(
        fmt::format("{}: '{}' has no pattern; * stands for all", where, printable(line)));
  }
  rule.patterns = parse_patterns(patterns, where);
  rule.name = where + " " + std::string(line);
  return rule;
}

// The identities of the findings in a JSON report.
std::set<std::string> identities_in(const std::string& path) {
  const nlohmann::json report =
      nlohmann::json::parse(read_file("--baseline", path), nullptr, false);
  const auto refuse = [&](const std::string& why) {
    throw UserError(fmt::format("--baseline: '{}' {}", printable(path), why));
  };
  if (!report.is_object() || !report.contains("skein") || !report.contains("findings")) {
    refuse("is not a report that --json wrote");
  }
  if (report.contains("error")) refuse("is the report of a run that ended in an error");
  std::set<std::string> identities;
  try {
    for (const char* list : {"findings", "accepted", "unproved"}) {
      if (!report.contains(list)) continue;
      for (const nlohmann::json& finding : report.at(list)) {
        for (const nlohmann::json& identity : finding.at("identities")) {
          identities.insert(identity.get<std::string>());
        }
      }
    }
  } catch (const nlohmann::json::exception&) {
    refuse("says not which findings are the same: write it again with this version of skein");
  }
  return identities;
}

std::set<FindingKind> kinds_in(const std::string& words) {
  std::set<FindingKind> kinds;
  if (words == "none") return kinds;
  std::string_view rest = words;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = rest.find(',');
    is_last = comma == std::string_view::npos;
    const std::string_view word = trimmed(rest.substr(0, comma));
    const std::optional<FindingKind> kind = finding_kind_named(word);
    if (!kind) refuse_kind("--fail-on", word, own_kinds());
    kinds.insert(*kind);
    if (!is_last) rest.remove_prefix(comma + 1);
  }
  return kinds;
}

}  // namespace

std::vector<Suppression> parse_suppressions(std::string_view text, const std::string& file) {
  std::vector<Suppression> rules;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    rules.push_back(parse_rule(line, fmt::format("{}:{}", printable(file), number)));
  }
  return rules;
}

Acceptance load_acceptance(const AcceptanceSettings& settings) {
  Acceptance acceptance;
  const auto load = [&](const std::string& path) {
    for (Suppression& rule : parse_suppressions(read_file("--suppressions", path), path)) {
      acceptance.add(std::move(rule));
    }
  };
  for (Suppression& rule : parse_suppressions(kBuiltInRules, "built-in")) {
    rule.is_quiet = true;
    acceptance.add(std::move(rule));
  }
  std::error_code error;
  if (std::filesystem::exists(kSuppressionFile, error)) load(kSuppressionFile);
  for (const std::string& path : settings.suppressions) load(path);
  if (settings.baseline)
    acceptance.set_baseline(*settings.baseline, identities_in(*settings.baseline));
  if (settings.fail_on) acceptance.set_failing(*settings.fail_on, kinds_in(*settings.fail_on));
  return acceptance;
}

}  // namespace skein::session
