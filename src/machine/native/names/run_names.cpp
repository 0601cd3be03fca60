// SPDX-License-Identifier: Apache-2.0
#include "machine/native/names/run_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "machine/own_code.hpp"

namespace skein {

namespace {

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The name of the type that a line of source allocates: of "new net::Node(1)" and
// "malloc(sizeof(struct Node))" it is "Node". Only a guess, to be checked by its size.
std::string type_in_text(const std::string& text) {
  for (const std::string_view word : {"new ", "sizeof(struct ", "sizeof(", "sizeof (struct "}) {
    const std::size_t found = text.find(word);
    if (found == std::string::npos) continue;
    if (found > 0 && is_identifier(text[found - 1])) continue;
    std::string name;
    for (std::size_t i = found + word.size(); i < text.size(); ++i) {
      if (text[i] == ':') {
        name.clear();  // a namespace
      } else if (is_identifier(text[i])) {
        name += text[i];
      } else {
        break;
      }
    }
    if (!name.empty()) return name;
  }
  return {};
}

std::string key_of(const Place& place) { return fmt::format("{}:{}", place.path, place.line); }

}  // namespace

Stack RunStacks::all(std::uint32_t number) const {
  Stack result;
  for (const std::uint64_t pc : addresses(number)) {
    const Stack& places = symbols_.places_of(pc);
    result.insert(result.end(), places.begin(), places.end());
  }
  const auto main = std::find_if(result.begin(), result.end(),
                                 [](const Place& p) { return p.function == "main"; });
  if (main != result.end()) result.erase(main + 1, result.end());
  return result;
}

Stack RunStacks::own(std::uint32_t number) const { return own_frames(all(number)); }

std::vector<std::uint64_t> RunStacks::addresses(std::uint32_t number) const {
  if (number == 0 || number >= channel::kMaxStacks) return {};
  const channel::StackDetails& stack = details_.stacks[number];
  return {stack.frames, stack.frames + std::min(stack.count, channel::kMaxFrames)};
}

void RunNames::read(const Run& run, const channel::Channel& channel) {
  const channel::Details& details = channel.details;
  agents_.clear();
  blocks_.clear();
  owners_.clear();
  const RunStacks stacks(details, symbols_);
  name_agents(run, channel, stacks);
  name_blocks(details, stacks);
  for (std::uint32_t i = 0; i < std::min(details.owner_count, channel::kMaxOwners); ++i) {
    owners_[details.owners[i].address].push_back(details.owners[i]);
  }
}

// An agent began with the outermost function of the user's own that it is ever seen in. One that is
// never seen in any is called like another that was created at the same place.
void RunNames::name_agents(const Run& run, const channel::Channel& channel,
                           const RunStacks& stacks) {
  const channel::Details& details = channel.details;
  std::map<std::string, std::string> by_place;  // functions, by the place of the creation
  created_at_.clear();
  const auto see = [&](AgentId agent, std::uint32_t number) {
    if (agent == kMainAgent || agents_.contains(agent)) return;
    const Stack stack = stacks.all(number);
    const auto own = std::find_if_not(stack.rbegin(), stack.rend(), is_of_library);
    if (own == stack.rend() || own->function.empty()) return;
    std::string function = own->function.substr(0, own->function.find('('));
    if (const auto at = created_at_.find(agent); at != created_at_.end()) {
      by_place.try_emplace(key_of(at->second), function);
    }
    agents_.emplace(agent, std::move(function));
  };
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    const std::uint32_t number = details.steps[i].stack;
    if (step.op.kind == OpKind::ThreadCreate) {
      const Stack stack = stacks.own(number);
      const std::size_t life = step.op.first.index();
      if (!stack.empty() && life < channel::kMaxObjects) {
        created_at_[AgentId{channel.objects.records[life].address}] = stack.front();
      }
    }
    see(step.agent, number);
  }
  for (std::size_t i = 0; i < run.pending.size(); ++i) {
    see(run.pending[i].agent, details.waiting[i]);
  }
  for (const auto& [agent, place] : created_at_) {
    const auto same = by_place.find(key_of(place));
    if (same != by_place.end()) agents_.try_emplace(agent, same->second);
  }
}

Stack RunNames::shown_stack(Stack stack, AgentId agent) const {
  const bool is_own = !stack.empty() && !is_of_library(stack.front());
  const auto created = created_at_.find(agent);
  if (is_own || created == created_at_.end()) return stack;
  return {created->second};
}

std::string RunNames::agent_function(AgentId agent) const {
  const auto found = agents_.find(agent);
  return found == agents_.end() ? std::string() : found->second;
}

// Blocks that were made at the same line are numbered if there are several.
void RunNames::name_blocks(const channel::Details& details, const RunStacks& stacks) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, Block> known;  // by stack and size
  std::map<std::string, std::vector<std::uint64_t>> by_site;
  for (std::uint32_t i = 0; i < std::min(details.block_count, channel::kMaxBlocks); ++i) {
    const channel::BlockDetails& block = details.blocks[i];
    const auto [entry, is_new] = known.try_emplace({block.stack, block.size});
    if (is_new) entry->second = block_made_at(stacks, block.stack, block.size);
    if (entry->second.site.empty()) continue;
    by_site[entry->second.site].push_back(block.begin);
    blocks_[block.begin] = entry->second;
  }
  for (const auto& [site, begins] : by_site) {
    if (begins.size() == 1) continue;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      blocks_[begins[i]].name = fmt::format("{}#{}", site, i + 1);
    }
  }
}

RunNames::Block RunNames::block_made_at(const RunStacks& stacks, std::uint32_t stack,
                                        std::uint64_t size) {
  Block block{size, "", "", std::nullopt};
  const Stack own = stacks.own(stack);
  if (own.empty() || own.front().line == 0) return block;
  block.type = type_made_at(stacks, stack, own.front(), size);
  block.site = fmt::format("{}@{}:{}", block.type ? block.type->name : "malloc", own.front().file,
                           own.front().line);
  block.name = block.site;
  return block;
}

std::optional<Symbols::DataType> RunNames::type_made_at(const RunStacks& stacks,
                                                        std::uint32_t stack, const Place& place,
                                                        std::uint64_t size) {
  const auto fits = [&](const std::optional<Symbols::DataType>& type) {
    return type && type->size != 0 && !type->name.empty() && size >= type->size &&
           size % type->size == 0;
  };
  const std::string guess = type_in_text(place.text);
  for (const std::uint64_t pc : stacks.addresses(stack)) {
    auto type = symbols_.type_allocated_at(pc);
    if (fits(type)) return type;
    const Stack& places = symbols_.places_of(pc);
    if (std::all_of(places.begin(), places.end(), is_of_library)) continue;
    if (guess.empty()) return std::nullopt;
    type = symbols_.class_named(pc, guess);
    return fits(type) ? type : std::nullopt;
  }
  return std::nullopt;
}

DataName RunNames::in_block(std::uint64_t address, bool is_target) const {
  auto found = blocks_.upper_bound(address);
  if (found == blocks_.begin()) return {};
  const auto& [begin, block] = *--found;
  std::uint64_t offset = address - begin;
  const Whole whole{Whole::Kind::Heap, block.site};
  if (offset == block.size) return {"end of " + block.name, {}, whole};
  if (offset > block.size) return {};
  if (!block.type) {
    return {offset == 0 ? block.name : fmt::format("{}+{}", block.name, offset), {}, whole};
  }
  std::string name = block.name;
  if (block.size != block.type->size) name += fmt::format("[{}]", offset / block.type->size);
  offset %= block.type->size;
  if (is_target && offset == 0) return {name, {}, whole};
  Part part = block.type->info->part(block.type->number, offset);
  return {name + part.text, std::move(part.type), whole};
}

DataName RunNames::on_stack(const channel::OwnerDetails& owner, const AgentName& agent_name) {
  std::string agent = agent_name(owner.agent);
  if (owner.frame.pc == 0) {
    return {agent + ": a frame that is gone", {}, {Whole::Kind::Frame, agent}};
  }
  auto local = symbols_.local_name(owner.frame, owner.address);
  std::string function;
  if (local) {
    function = local->function;
  } else {
    const Place& place = symbols_.places_of(owner.frame.pc).back();
    function = place.function.substr(0, place.function.find('('));
  }
  const std::string began = owner.agent == kMainAgent ? "main" : agent_function(owner.agent);
  const bool is_first = function == began || (function == "lambda" && began.starts_with("lambda@"));
  if (owner.agent == kMainAgent) {
    agent = function;
  } else if (!is_first && !function.empty()) {
    agent += " " + function;
  }
  if (local) {
    local->text.insert(0, agent + ": ");
    local->whole.name.insert(0, agent + ": ");
    return std::move(*local);
  }
  const std::uint64_t offset = owner.address - owner.frame.low;
  return {
      fmt::format("{}: {} bytes into its frame", agent, offset), {}, {Whole::Kind::Frame, agent}};
}

DataName RunNames::describe(std::uint64_t address, StepIndex step, const AgentName& agent_name,
                            bool is_target) {
  const auto found = owners_.find(address);
  if (found == owners_.end()) return in_block(address, is_target);
  const channel::OwnerDetails* owner = &found->second.back();
  if (!step.is_none()) {
    for (const channel::OwnerDetails& one : found->second) {
      if (one.step <= step) owner = &one;
    }
  }
  if (!owner->agent.is_none()) return on_stack(*owner, agent_name);
  DataName name = in_block(address, is_target);
  if (!name.text.empty()) return name;
  // Made before main, or too many.
  const std::uint64_t offset = address - owner->block_begin;
  name.text = fmt::format("a block of {} bytes", owner->block_size);
  name.whole = {Whole::Kind::Heap, name.text};
  if (offset == owner->block_size) name.text.insert(0, "end of ");
  if (offset != 0 && offset < owner->block_size) name.text += fmt::format("+{}", offset);
  return name;
}

}  // namespace skein
