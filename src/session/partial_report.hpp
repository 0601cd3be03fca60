// SPDX-License-Identifier: Apache-2.0
// What a session would report if it were stopped now: for announcements and for the emergency
// report (session/os/emergency_report.hpp).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "findings/finding.hpp"
#include "machine/machine.hpp"
#include "report/acceptance.hpp"
#include "report/formats/proof.hpp"
#include "report/report.hpp"

namespace skein::session {

class PartialReport {
 public:
  // Both are read on demand. `proof` is null for commands that prove nothing.
  explicit PartialReport(const Report& report, const Proof* proof = nullptr)
      : report_(report), proof_(proof) {}

  // The machine whose names the findings use; null: there is no machine yet, and no finding.
  void set_machine(const Machine* machine) { machine_ = machine; }
  // What the user accepts; null: nothing.
  void set_acceptance(Acceptance* acceptance) { acceptance_ = acceptance; }
  // Findings that the report will also contain.
  void set_earlier(const FindingSet* earlier) { earlier_ = earlier; }

  // How to learn everything about a finding while the exploration goes on; empty if it cannot be
  // confirmed.
  using Details = std::function<std::optional<Counterexample>(const Finding&)>;
  void set_details(Details details) { details_ = std::move(details); }

  [[nodiscard]] const Report& report() const { return report_; }

  // Whether the program has been opened.
  [[nodiscard]] bool has_machine() const { return machine_ != nullptr; }
  // The number of findings that can be named, and one line about each; empty if it
  // may turn out to be accepted.
  [[nodiscard]] std::size_t findings() const;
  [[nodiscard]] std::string headline(std::size_t finding) const;

  // Everything about one finding, which takes as long as starting the program. The brief report
  // contains it from then on. Null if nothing more is known than the headline.
  const Counterexample* learn_details(std::size_t finding);

  // Whether all bugs of the run may turn out to be accepted once they are known in detail.
  [[nodiscard]] bool may_accept(const Run& run) const;

  // The report with one counterexample per finding: brief, without steps, which may be many, unless
  // its details are known.
  [[nodiscard]] Report brief() const;

  // The proof of a session stopped as in `brief`; empty if the command proves nothing.
  [[nodiscard]] std::optional<Proof> stopped_proof(const Report& brief) const;

 private:
  struct Known {
    Finding finding;
    Counterexample counterexample;
  };

  [[nodiscard]] Counterexample best_known(const Finding& finding) const;

  const Report& report_;
  const Proof* proof_;
  Details details_;
  std::optional<Known> known_;  // the finding whose details are known
  const Machine* machine_ = nullptr;
  const FindingSet* earlier_ = nullptr;
  Acceptance* acceptance_ = nullptr;
};

}  // namespace skein::session
