// SPDX-License-Identifier: Apache-2.0
// What a session would report if it were stopped now: for announcements and for the emergency
// report (session/os/emergency_report.hpp).
#pragma once

#include <string>

#include "findings/finding.hpp"
#include "machine/machine.hpp"
#include "report/acceptance.hpp"
#include "report/proof.hpp"
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

  [[nodiscard]] const Report& report() const { return report_; }

  // The number of findings that can be named, and one line about each; empty if it
  // may turn out to be accepted.
  [[nodiscard]] std::size_t findings() const;
  [[nodiscard]] std::string headline(std::size_t finding) const;

  // Whether all bugs of the run may turn out to be accepted once they are known in detail.
  [[nodiscard]] bool may_accept(const Run& run) const;

  // The report with one brief counterexample per finding, without steps, which may be many.
  [[nodiscard]] Report brief() const;

  // The proof of a session stopped as in `brief`; empty if the command proves nothing.
  [[nodiscard]] std::optional<Proof> stopped_proof(const Report& brief) const;

 private:
  const Report& report_;
  const Proof* proof_;
  const Machine* machine_ = nullptr;
  const FindingSet* earlier_ = nullptr;
  Acceptance* acceptance_ = nullptr;
};

}  // namespace skein::session
