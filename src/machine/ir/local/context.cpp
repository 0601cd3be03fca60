// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/context.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/ensure.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

namespace {

// argv: a block of pointers and a block of text, after the program's own globals.
void add_arguments(Program& program, const std::vector<std::string>& arguments) {
  Global text;
  Global vector;
  text.name = "the program's arguments";
  vector.name = "argv";
  vector.is_constant = text.is_constant = true;
  const BlockId text_block = block_of(GlobalId{program.globals.size()});
  const auto put = [&](std::uint64_t pointer) {
    for (unsigned i = 0; i < 8; ++i) {
      vector.bytes.push_back(static_cast<std::uint8_t>(pointer >> (8 * i)));
    }
  };
  for (const std::string& argument : arguments) {
    put(pointer_to(text_block, static_cast<std::uint32_t>(text.bytes.size())));
    text.bytes.insert(text.bytes.end(), argument.begin(), argument.end());
    text.bytes.push_back(0);
  }
  put(0);
  for (Global* global : {&text, &vector}) {
    global->layout = static_cast<std::uint32_t>(program.layouts.size());
    program.layouts.push_back(Layout{static_cast<std::uint32_t>(global->bytes.size()), {}});
    program.globals.push_back(std::move(*global));
  }
}

Program prepare(Program program, const SystemOptions& options) {
  if (program.layouts.size() > kMostLayouts) throw UserError("the program has too many types");
  add_arguments(program, options.arguments);
  find_live_slots(program);
  return program;
}

}  // namespace

Context::Context(Program decoded, SystemOptions given)
    : options(std::move(given)),
      program(prepare(std::move(decoded), options)),
      agents(program.main),
      memory(program),
      threads(program),
      control(program),
      clocks(program, control, memory),
      allocation(program, options, control, agents, memory),
      builtins(program, control, memory, clocks),
      visibility(program, control, agents, memory),
      interpreter(program, options, control, memory, builtins, visibility) {
  if (clocks.are_used()) threads.keep_clocks();
}

Thread initial_thread(Context& context) {
  const Program& program = context.program;
  Thread main;
  main.own = program.thread_image;
  const std::uint64_t arguments[] = {context.options.arguments.size(),
                                     pointer_to(block_of(GlobalId{program.globals.size() - 1})), 0};
  const std::uint32_t count = std::min(program.function(program.main).parameters, 3U);
  context.control.call(main, program.main, std::span(arguments, count));
  return main;
}

}  // namespace skein::ir
