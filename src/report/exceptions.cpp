// SPDX-License-Identifier: Apache-2.0
#include "report/exceptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace skein {

namespace {

std::size_t count_standing(const std::vector<Counterexample>& all, Standing standing) {
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(),
      [&](const Counterexample& counterexample) { return counterexample.standing == standing; }));
}

std::size_t failing_findings(const Report& report) {
  return report.findings.all().size() - count_standing(report.counterexamples, Standing::Tolerated);
}

bool ends_its_thread(const Counterexample& counterexample) {
  return counterexample.kind != FindingKind::Race;
}

}  // namespace

bool has_failing_finding(const Report& report) {
  // Whether findings that were not kept are accepted is not known.
  return failing_findings(report) > 0 || report.findings.not_kept() > 0;
}

std::array<std::pair<std::string_view, std::size_t>, 3> accepted_counts(const Report& report) {
  return {{{"suppressed", count_standing(report.accepted, Standing::Suppressed)},
           {"known", count_standing(report.accepted, Standing::Known)},
           {"tolerated", count_standing(report.counterexamples, Standing::Tolerated) +
                             count_standing(report.unproved, Standing::Tolerated)}}};
}

bool has_exceptions(const Report& report) {
  const auto counts = accepted_counts(report);
  return std::any_of(counts.begin(), counts.end(), [](const auto& c) { return c.second > 0; });
}

std::string exceptions_in_words(const Report& report) {
  const auto [suppressed, known, tolerated] = accepted_counts(report);
  std::vector<std::string> parts;
  if (suppressed.second > 0) parts.push_back(counted(suppressed.second, "suppressed finding"));
  if (known.second > 0) parts.push_back(counted(known.second, "known finding"));
  if (tolerated.second > 0) {
    parts.push_back(fmt::format("{} that --fail-on {} leaves out",
                                counted(tolerated.second, "finding"), report.request.fail_on));
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

std::string bugs_in_words(const Report& report) {
  const std::size_t count = failing_findings(report);
  const std::string exceptions = exceptions_in_words(report);
  return (count == 0 ? counted(report.findings.not_kept(), "violation") + " more than skein keeps"
                     : counted(count, "bug")) +
         " found" + (exceptions.empty() ? "" : ", besides " + exceptions);
}

std::string hidden_by_exceptions(const Report& report) {
  const bool hides =
      std::any_of(report.accepted.begin(), report.accepted.end(), ends_its_thread) ||
      std::any_of(report.counterexamples.begin(), report.counterexamples.end(), ends_its_thread);
  return hides ? "; nothing is known of what would come after these" : "";
}

std::string accepted_text(const Report& report, const Style& style) {
  std::string text;
  const auto add = [&](const std::string& line) {
    for (const std::string& part : wrapped(line, style.width)) text += part + "\n";
  };
  std::size_t suppressed = 0;
  std::size_t known = 0;
  for (const Counterexample& counterexample : report.accepted) {
    const bool is_known = counterexample.standing == Standing::Known;
    ++(is_known ? known : suppressed);
    if (!style.is_verbose && (!is_known || known > kMostFindingsShown)) continue;
    add(fmt::format("{} ({}): {}", is_known ? "known" : "suppressed",
                    printable(counterexample.accepted_by), printable(counterexample.headline)));
  }
  if (style.is_verbose) {
    for (const std::string& unused : report.unused_suppressions) {
      add(printable(unused) + " suppressed nothing");
    }
  } else {
    if (known > kMostFindingsShown) {
      add(fmt::format("... and {} more; -v shows them", known - kMostFindingsShown));
    }
    if (suppressed > 0) {
      add(counted(suppressed, "finding") + " suppressed; -v shows " +
          (suppressed == 1 ? "it" : "them"));
    }
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace skein
