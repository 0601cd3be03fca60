// SPDX-License-Identifier: Apache-2.0
#include "report/formats/junit.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/exceptions.hpp"
#include "report/formats/terminal_report.hpp"
#include "report/words/remark_text.hpp"
#include "report/words/text.hpp"

namespace skein {

namespace {

// The length of the UTF-8 character at the front of `text` if XML 1.0 can hold it, else 0.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  unsigned code = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  constexpr unsigned kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool is_forbidden = code == 0xfffe || code == 0xffff || code > 0x10ffff;
  return code < kSmallest[length] || is_surrogate || is_forbidden ? 0 : length;
}

std::string name_of_test(const Request& request) {
  std::string name = request.file.empty() ? "skein" : request.file;
  for (const auto& [param, value] : request.params) {
    name += " -D " + param + (value.empty() ? "" : "=" + value);
  }
  for (const std::string& argument : request.arguments) name += " " + argument;
  return printable(name);
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_text(value));
}

// <failure>, <error>, <skipped> or nothing.
std::string outcome(const Report& report) {
  switch (verdict_of(report)) {
    case Verdict::Clean:
    case Verdict::Accepted: return "";
    case Verdict::Incomplete:
      return fmt::format("      <skipped message=\"{}\"/>\n", xml_text(verdict_sentence(report)));
    case Verdict::Error:
      return fmt::format("      <error message=\"{}\" type=\"error\">{}</error>\n",
                         xml_text(printable(report.error)),
                         xml_text(report.compiler_messages + report.error));
    case Verdict::Bug: break;
  }
  std::vector<Counterexample> counterexamples = report.counterexamples;
  std::erase_if(counterexamples, [](const Counterexample& counterexample) {
    return counterexample.standing != Standing::Fails;
  });
  if (counterexamples.empty()) return "";
  std::string message;
  if (counterexamples.size() > 1)
    message = counted(counterexamples.size(), "bug") + "; the first: ";
  const Counterexample& first = counterexamples.front();
  // The headline of a deadlock begins with the word.
  if (first.waits.empty() && first.kind != FindingKind::Deadlock) {
    message += std::string(name(first.kind)) + ": ";
  }
  message += printable(first.headline);
  return fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n", xml_text(message),
                     xml_text(name(first.kind)), xml_text(terminal_report(report, Style{})));
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    switch (text.front()) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;  // survives in an attribute too
      default:
        if (length == 0) {
          result += '?';
        } else {
          result += text.substr(0, length);
        }
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string to_junit(const Report& report) {
  const Verdict verdict = verdict_of(report);
  const std::string counts =
      fmt::format(R"(tests="1" failures="{}" errors="{}" skipped="{}" time="{:.6f}")",
                  verdict == Verdict::Bug ? 1 : 0, verdict == Verdict::Error ? 1 : 0,
                  verdict == Verdict::Incomplete ? 1 : 0, report.statistics.seconds);
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"skein\" {}>\n  <testsuite name=\"skein\" {}>\n", counts,
                     counts);
  xml += "    <properties>\n";
  xml += property("skein", report.version);
  xml += property("verdict", name(verdict));
  xml += property("explorer", report.request.explorer);
  xml += property("variant", report.request.variant);
  xml += property("executions", std::to_string(report.statistics.executions()));
  xml += property("redundant", std::to_string(report.statistics.redundant));
  xml += property("cut", std::to_string(report.statistics.cut()));
  xml += property("events", std::to_string(report.statistics.events));
  for (const auto& [key, count] : accepted_counts(report)) {
    xml += property(key, std::to_string(count));
  }
  xml += "    </properties>\n";
  xml += fmt::format("    <testcase classname=\"skein\" name=\"{}\" time=\"{:.6f}\">\n",
                     xml_text(name_of_test(report.request)), report.statistics.seconds);
  xml += outcome(report);
  xml += fmt::format("      <system-out>{}</system-out>\n", xml_text(verdict_sentence(report)));
  std::string warnings;
  for (const Remark& warning : report.warnings) {
    warnings += "warning: " + printable(remark_text(warning)) + "\n";
  }
  for (const Counterexample& warning : report.unproved) {
    warnings += "neither excluded nor shown: " + printable(warning.headline) + "\n";
  }
  if (!warnings.empty()) {
    xml += fmt::format("      <system-err>{}</system-err>\n", xml_text(warnings));
  }
  return xml + "    </testcase>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace skein
