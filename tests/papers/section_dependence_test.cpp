// SPDX-License-Identifier: Apache-2.0
// Sections of locks as single steps: numbers of traces, counted by hand. Models have no such step,
// so a model's library calls take its place: each object stands for a region of data.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/ensure.hpp"
#include "explore/registry.hpp"
#include "machine/model/model_machine.hpp"
#include "papers/exploring.hpp"

namespace skein::papers {
namespace {

// A model whose library calls are sections.
class SectionMachine : public Machine {
 public:
  explicit SectionMachine(const ModelProgram& program) : model_(program) {}

  const skein::Run& run(const Plan& plan) override {
    Plan inner = plan;
    run_ = model_.run(inner);
    for (Step& step : run_.steps) relabel(step.op);
    for (Pending& pending : run_.pending) relabel(pending.op);
    for (Pending& pending : run_.enabled) relabel(pending.op);
    return run_;
  }
  [[nodiscard]] const Names& names() const override { return model_.names(); }

 private:
  static void relabel(Operation& op) {
    if (op.kind == OpKind::LibraryCall) op.kind = OpKind::Section;
  }

  ModelMachine model_;
  skein::Run run_;
};

std::uint64_t traces(const Setting& setting, const std::string& text) {
  const ExplorerInfo* info = find_explorer(setting.explorer);
  ensure(info != nullptr, "the explorers of the tests exist");
  ExplorerOptions options;
  options.k = setting.k;
  const std::unique_ptr<Explorer> explorer = info->make(options);
  SectionMachine machine(parse_model(text, "sections.skein"));
  Statistics statistics;
  explore(*explorer, machine, Budget{}, Environment{}, statistics);
  return statistics.executions();
}

struct Sections {
  const char* name;
  std::uint64_t traces;
  const char* text;
};

// main creates the threads.
const Sections kPrograms[] = {
    {"one region: 2!", 2, "library a thread t { call a } thread main { create t() create t() }"},
    {"one region: 3!", 6,
     "library a thread t { call a } thread main { create t() create t() create t() }"},
    {"two regions have no order", 1,
     "library a, b thread t { call a } thread u { call b } thread main { create t() create u() }"},
    {"pairs: 2 * 2", 4,
     "library a, b thread t { call a } thread u { call b } "
     "thread main { create t() create t() create u() create u() }"},
    {"a chain: each end before or after the middle", 4,
     "library a, b thread t { call a } thread u { call a call b } thread v { call b } "
     "thread main { create t() create u() create v() }"},
};

TEST(DependenceOfSections, GivesSoManyTraces) {
  for (const Sections& program : kPrograms) {
    for (const Setting& setting : all_settings()) {
      SCOPED_TRACE(std::string(program.name) + ", " + setting.name);
      EXPECT_EQ(traces(setting, program.text), program.traces);
    }
  }
}

}  // namespace
}  // namespace skein::papers
