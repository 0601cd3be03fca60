// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/waiting_loop.hpp"

#include <Zydis/Zydis.h>
#include <algorithm>
#include <optional>

#include "machine/native/code/code_ranges.hpp"
#include "protocol/foreign_atomic.hpp"

namespace skein::code {

namespace {

struct LoopNode {
  std::uint64_t address = 0;
  std::uint64_t next = 0;               // 0: does not go on to the next instruction
  std::optional<std::uint64_t> target;  // of a jump
  bool is_allowed = true;
  bool accesses_memory = false;
};

bool is_of_stack(const ZydisDecodedOperand& operand) {
  return operand.mem.base == ZYDIS_REGISTER_RSP || operand.mem.base == ZYDIS_REGISTER_RBP;
}

void note_operands(const ZydisDecodedInstruction& instruction, const ZydisDecodedOperand* operands,
                   LoopNode& node) {
  const bool is_atomic = (instruction.attributes & ZYDIS_ATTRIB_HAS_LOCK) != 0 ||
                         instruction.mnemonic == ZYDIS_MNEMONIC_XCHG;
  for (std::size_t i = 0; i < instruction.operand_count; ++i) {
    const ZydisDecodedOperand& operand = operands[i];
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY) continue;
    if (operand.mem.type == ZYDIS_MEMOP_TYPE_AGEN || is_of_stack(operand)) continue;
    node.accesses_memory = true;
    if ((operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0 && !is_atomic) {
      node.is_allowed = false;
    }
  }
}

void note_flow(const ZydisDecodedInstruction& instruction, LoopNode& node) {
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_UNCOND_BR:
      if (instruction.raw.imm[0].is_relative) {
        node.target = node.next + static_cast<std::uint64_t>(instruction.raw.imm[0].value.s);
      } else {
        node.is_allowed = false;
      }
      if (instruction.meta.category == ZYDIS_CATEGORY_UNCOND_BR) node.next = 0;
      break;
    case ZYDIS_CATEGORY_CALL:
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_INTERRUPT: node.is_allowed = false; break;
    case ZYDIS_CATEGORY_RET: node.next = 0; break;
    default: break;
  }
}

std::vector<LoopNode> nodes_of(const ElfFile& file, const CodeRange& range) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::vector<LoopNode> nodes;
  const auto bytes = file.code(range.begin, range.end);
  for (std::size_t at = 0; at < bytes.size();) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes.data() + at, bytes.size() - at,
                                             &instruction, operands))) {
      break;
    }
    LoopNode node;
    node.address = range.begin + at;
    node.next = node.address + instruction.length;
    note_operands(instruction, operands, node);
    note_flow(instruction, node);
    nodes.push_back(node);
    at += instruction.length;
  }
  return nodes;
}

class Loops {
 public:
  explicit Loops(std::vector<LoopNode> nodes) : nodes_(std::move(nodes)) {
    before_.resize(nodes_.size());
    after_.resize(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const LoopNode& node = nodes_[i];
      if (node.next != 0) link(i, node.next);
      if (node.target) link(i, *node.target);
    }
  }

  // The nodes on a way from the instruction back to it.
  [[nodiscard]] std::vector<LoopNode> around(std::uint64_t address) const {
    const auto start = index_of(address);
    if (!start) return {};
    const std::vector<bool> reached = reachable(*start, after_);
    const std::vector<bool> reaching = reachable(*start, before_);
    std::vector<LoopNode> loop;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (reached[i] && reaching[i]) loop.push_back(nodes_[i]);
    }
    return loop;
  }

 private:
  using Edges = std::vector<std::vector<std::uint32_t>>;

  [[nodiscard]] std::optional<std::uint32_t> index_of(std::uint64_t address) const {
    const auto found = std::lower_bound(
        nodes_.begin(), nodes_.end(), address,
        [](const LoopNode& node, std::uint64_t wanted) { return node.address < wanted; });
    if (found == nodes_.end() || found->address != address) return std::nullopt;
    return static_cast<std::uint32_t>(found - nodes_.begin());
  }

  void link(std::uint32_t from, std::uint64_t address) {
    const auto to = index_of(address);
    if (!to) return;
    after_[from].push_back(*to);
    before_[*to].push_back(from);
  }

  // Without the start itself, unless a way leads back to it.
  static std::vector<bool> reachable(std::uint32_t start, const Edges& edges) {
    std::vector<bool> is_reached(edges.size());
    std::vector<std::uint32_t> open{start};
    while (!open.empty()) {
      const std::uint32_t i = open.back();
      open.pop_back();
      for (const std::uint32_t next : edges[i]) {
        if (is_reached[next]) continue;
        is_reached[next] = true;
        open.push_back(next);
      }
    }
    return is_reached;
  }

  std::vector<LoopNode> nodes_;
  Edges before_;
  Edges after_;
};

}  // namespace

std::vector<LoopInstruction> find_waiting_loop(const std::string& path, std::uint64_t address) {
  const ElfFile file(path);
  const std::vector<CodeRange> functions = functions_of(file);
  const auto function = std::find_if(functions.begin(), functions.end(), [&](const CodeRange& f) {
    return f.begin <= address && address < f.end;
  });
  if (function == functions.end()) return {};
  const std::vector<LoopNode> loop = Loops(nodes_of(file, *function)).around(address);
  const bool is_allowed =
      std::all_of(loop.begin(), loop.end(), [](const LoopNode& node) { return node.is_allowed; });
  if (!is_allowed || loop.size() > channel::ForeignLoop::kMost) return {};
  std::vector<LoopInstruction> result;
  for (const LoopNode& node : loop) result.push_back({node.address, node.accesses_memory});
  return result;
}

}  // namespace skein::code
