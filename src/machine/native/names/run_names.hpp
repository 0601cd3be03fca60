// SPDX-License-Identifier: Apache-2.0
// Names that only a run with details can give: of variables on stacks, of heap blocks, and of
// threads that the C++ library started.
//
//     main: pool.m_             a variable of a function, in main
//     worker(2): flag           of the function that a thread began with
//     worker(2) push: node      of another function
//     main: 16 bytes into its frame
//     Node@queue.cpp:14.next    a heap block, after its type and the line that made it
//     Node@queue.cpp:14#2.next  the second one made there
//     malloc@queue.c:12+8       a block whose type is not known
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "machine/native/names/symbols.hpp"
#include "protocol/channel.hpp"

namespace skein {

// The stacks of one run's details, as places.
class RunStacks {
 public:
  RunStacks(const channel::Details& details, Symbols& symbols)
      : details_(details), symbols_(symbols) {}

  // Without frames below main, which are not the program's. All of them, or the user's own.
  [[nodiscard]] Stack all(std::uint32_t number) const;
  [[nodiscard]] Stack own(std::uint32_t number) const;
  // Return addresses, innermost first.
  [[nodiscard]] std::vector<std::uint64_t> addresses(std::uint32_t number) const;

 private:
  const channel::Details& details_;
  Symbols& symbols_;
};

class RunNames {
 public:
  explicit RunNames(Symbols& symbols) : symbols_(symbols) {}

  // Takes over what the details of the run say; forgets those of the run before.
  void read(const Run& run, const channel::Channel& channel);

  // The function that the agent began with in the user's own code: "worker", "lambda@main.cpp:31";
  // empty if it is not known.
  [[nodiscard]] std::string agent_function(AgentId agent) const;

  // The stack as it is told: if the agent was in no code of the user's own, the place where it was
  // created.
  [[nodiscard]] Stack shown_stack(Stack stack, AgentId agent) const;

  // The name of what was at the address in the step; without a step, when it was last seen. Its
  // text is empty if it is neither on a stack nor in the heap. `agent_name` names agents. If the
  // address is the target of a pointer, the beginning of a block is the block.
  using AgentName = std::function<std::string(AgentId)>;
  [[nodiscard]] DataName describe(std::uint64_t address, StepIndex step,
                                  const AgentName& agent_name, bool is_target = false);

 private:
  struct Block {
    std::uint64_t size;
    std::string site;  // "Node@queue.cpp:14"; empty: not known
    std::string name;  // the same, with its number
    std::optional<Symbols::DataType> type;
  };

  void name_agents(const Run& run, const channel::Channel& channel, const RunStacks& stacks);
  void name_blocks(const channel::Details& details, const RunStacks& stacks);
  [[nodiscard]] Block block_made_at(const RunStacks& stacks, std::uint32_t stack,
                                    std::uint64_t size);
  [[nodiscard]] std::optional<Symbols::DataType> type_made_at(const RunStacks& stacks,
                                                              std::uint32_t stack,
                                                              const Place& place,
                                                              std::uint64_t size);
  [[nodiscard]] DataName in_block(std::uint64_t address, bool is_target) const;
  [[nodiscard]] DataName on_stack(const channel::OwnerDetails& owner, const AgentName& agent_name);

  Symbols& symbols_;
  std::map<AgentId, std::string> agents_;
  std::map<AgentId, Place> created_at_;
  std::map<std::uint64_t, Block> blocks_;                               // by address
  std::map<std::uint64_t, std::vector<channel::OwnerDetails>> owners_;  // by address, by step
};

}  // namespace skein
