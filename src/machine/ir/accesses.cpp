// SPDX-License-Identifier: Apache-2.0
// The accesses to memory that two threads can race on: loads, stores, copies. What an atomic
// section accesses synchronises, and so does nobody's access to a lock count; frees and allocations
// are left to the checks of memory that is not there.
#include "machine/ir/system.hpp"

namespace skein::ir {

std::vector<MemoryAccess> IrSystem::accesses(ValueId local) {
  if (local.is_absent() || threads_.status(local) != Status::Running) return {};
  const Thread t = threads_.unpack(local);
  const Instruction& in = here(t);
  const Frame& f = t.frames.back();
  if (is_section(t) || t.section_depth > 0) return {};
  std::vector<MemoryAccess> found;
  const std::uint64_t code = (static_cast<std::uint64_t>(f.function) << 32U) + f.pc;
  const auto add = [&](std::uint64_t pointer, std::uint64_t length, bool is_write) {
    if (length > 0 && !is_private(pointer)) {
      found.push_back(MemoryAccess{pointer, length, is_write, in.is_atomic, code});
    }
  };
  const std::uint32_t bytes = (in.bits + 7U) / 8U;
  switch (in.code) {
    case Code::Load: add(get(f, in.a), bytes, false); break;
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: add(get(f, in.a), bytes, true); break;
    case Code::Builtin: {
      const auto what = static_cast<Builtin>(in.sub);
      if (what != Builtin::Memcpy && what != Builtin::Memset) break;
      const Piece piece = next_piece(t, in);
      add(argument(t, in, 0) + piece.from, piece.length, true);
      if (what == Builtin::Memcpy) add(argument(t, in, 1) + piece.from, piece.length, false);
      break;
    }
    default: break;
  }
  return found;
}

std::string IrSystem::memory_name(std::uint64_t address) {
  const std::uint32_t block = block_of(address);
  if (is_heap(block)) {
    return "byte " + std::to_string(offset_of(address)) + " of a heap block of " +
           agent_name(AgentId{blocks_.agent_of(block)});
  }
  const ObjectId object = object_at(address);
  return object.is_none() ? "padding" : object_name(object);
}

}  // namespace skein::ir
