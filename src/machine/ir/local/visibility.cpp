// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/visibility.hpp"

namespace skein::ir {

bool Visibility::is_visible(const Thread& t, const Instruction& in) const {
  const Frame& f = t.frames.back();
  switch (in.code) {
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return !memory_.is_private(control_.get(f, in.a));
    case Code::NewBlock: return true;
    // The function has variables that other threads can reach. Those of main live to the end.
    case Code::Return:
      return (t.frames.size() > 1 || t.agent != kMainAgent) &&
             !program_.function(f.function).blocks.empty();
    case Code::Builtin: break;
    default: return false;
  }
  const auto arg = [&](std::uint32_t i) { return control_.argument(t, in, i); };
  switch (traits(builtin_of(in)).visible) {
    case Visible::Never: return false;
    case Visible::Always: return true;
    case Visible::IfShared:
      if (arg(2) == 0) return false;
      return !memory_.is_private(arg(0)) ||
             (builtin_of(in) == Builtin::Memcpy && !memory_.is_private(arg(1)));
    case Visible::IfNotNull: return arg(0) != 0;
    case Visible::AtThreadEnd:
      return program_.at_thread_exit.is_none() || t.leaving == Leaving::Thread;
    case Visible::OutermostBegin: return t.section_depth == 0;
    case Visible::OutermostEnd: return t.section_depth == 1;
  }
  return false;
}

MaybeMisuse Visibility::misuse_before(const Thread& t, const Instruction& in) {
  const bool is_write = in.code != Code::Load;
  switch (in.code) {
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg:
      return misuse_if(
          memory_.pointer_error(t, control_.get(t.frames.back(), in.a), bytes_of(in), is_write));
    case Code::Builtin: return misuse_of_builtin(t, in);
    default: return std::nullopt;
  }
}

MaybeMisuse Visibility::misuse_of_builtin(const Thread& t, const Instruction& in) {
  const auto arg = [&](std::uint32_t i) { return control_.argument(t, in, i); };
  switch (traits(builtin_of(in)).footprint) {
    case Footprint::Create: return misuse_of_create(t, in);
    case Footprint::Join:
      if (!is_agent(arg(0))) return ViolationCode::JoinsNonThread;
      if (arg(0) == t.agent.value + 1) return ViolationCode::JoinsItself;
      return arg(1) == 0 ? std::nullopt : misuse_of_write(t, arg(1), 8);
    case Footprint::Detach:
      if (!is_agent(arg(0))) return ViolationCode::DetachesNonThread;
      return std::nullopt;
    case Footprint::Copy: {
      MaybeMisuse misuse = misuse_of_write(t, arg(0), arg(2));
      if (misuse || builtin_of(in) == Builtin::Memset) return misuse;
      return misuse_if(memory_.pointer_error(t, arg(1), arg(2), false));
    }
    case Footprint::Free:
      return misuse_of_free(t, in, ViolationCode::FreesNoBlock, ViolationCode::FreesMiddleOfBlock);
    case Footprint::Realloc:
      if (arg(0) == 0) return std::nullopt;
      return misuse_of_free(t, in, ViolationCode::ReallocatesNoBlock,
                            ViolationCode::ReallocatesMiddleOfBlock);
    case Footprint::TwoLocks: {
      MaybeMisuse misuse = misuse_of_write(t, arg(0), 1);
      return misuse ? misuse : misuse_of_write(t, arg(1), 1);
    }
    case Footprint::LockAndInt: {
      MaybeMisuse misuse = misuse_of_write(t, arg(0), 1);
      return misuse ? misuse : misuse_of_write(t, arg(1), 4);
    }
    case Footprint::Lock: return misuse_of_lock(t, in);
    case Footprint::None:
    case Footprint::Exit:
    case Footprint::NewBlock:
    case Footprint::SectionBegin:
    case Footprint::SectionEnd: return std::nullopt;
  }
  return std::nullopt;
}

MaybeMisuse Visibility::misuse_of_create(const Thread& t, const Instruction& in) const {
  const std::uint64_t start = control_.argument(t, in, 2);
  if (!program_.has_function(block_of(start)) ||
      !program_.function(function_of(block_of(start))).is_defined) {
    return ViolationCode::ThreadOfNoFunction;
  }
  return misuse_of_write(t, control_.argument(t, in, 0), 8);
}

MaybeMisuse Visibility::misuse_of_free(const Thread& t, const Instruction& in,
                                       ViolationCode no_block, ViolationCode middle) const {
  const std::uint64_t pointer = control_.argument(t, in, 0);
  if (!memory_.is_heap_name(block_of(pointer), agents_.size())) {
    return no_block;
  }
  if (offset_of(pointer) == 0) return std::nullopt;
  return middle;
}

MaybeMisuse Visibility::misuse_of_lock(const Thread& t, const Instruction& in) {
  const std::uint64_t pointer = control_.argument(t, in, 0);
  if (MaybeMisuse misuse = misuse_of_write(t, pointer, 1)) return misuse;
  if (memory_.is_private(pointer)) return ViolationCode::LockIsNoLock;
  if (memory_.object_at(pointer).is_none()) return ViolationCode::LockIsPadding;
  const std::uint32_t alignment = traits(builtin_of(in)).is_small_lock ? kSmallLock : 8U;
  if (memory_.place_in_cell(pointer) % alignment != 0) {
    control_.refuse(
        t, "a lock that is not aligned, or a pointer into the middle of one, is not supported");
  }
  return std::nullopt;
}

}  // namespace skein::ir
