// SPDX-License-Identifier: Apache-2.0
// The analysis instance of a program [THESIS Def.26]: the ir machine's program and memory, the
// lattice of states, the transformers, and the analysis of local code on top of them.
#pragma once

#include <utility>
#include <vector>

#include "machine/abstract/local/local_analysis.hpp"
#include "machine/abstract/local/transfer.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/locals.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/abstract/values/ranges.hpp"
#include "machine/ir/ir_names.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/footprint.hpp"
#include "machine/ir/steps/section_lock.hpp"
#include "machine/ir/steps/sections.hpp"

namespace skein::abstract {

// The parts refer to each other: it stays where it was made.
struct AnalysisInstance {
  AnalysisInstance(ir::Program program, ir::SystemOptions system_options, ProveOptions prove)
      : context(std::move(program), std::move(system_options)),
        section_lock(context.control, context.memory.objects(), context.memory.cells()),
        sections(context, section_lock),
        footprints(context, sections, section_lock),
        names(context.program, context.agents, context.memory),
        options(std::move(prove)),
        numbers(load_ranges()),
        lattice(context.memory.cells(), numbers),
        locals(context.program, context.threads, lattice),
        facts(facts_of(context.program)),
        transfer(context, footprints, numbers, lattice, facts, options),
        local_code(context, transfer, lattice, facts, thresholds_of(context.program), options) {}

  AnalysisInstance(const AnalysisInstance&) = delete;
  AnalysisInstance& operator=(const AnalysisInstance&) = delete;

  ir::Context context;
  ir::SectionLock section_lock;
  ir::Sections sections;
  ir::Footprints footprints;
  ir::IrNames names;
  ProveOptions options;
  Numbers numbers;
  StateLattice lattice;
  Locals locals;
  std::vector<FunctionFacts> facts;
  Transfer transfer;
  LocalAnalysis local_code;
};

}  // namespace skein::abstract
