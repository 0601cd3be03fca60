// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/ensure.hpp"
#include "machine/model/language/barrier_users.hpp"
#include "machine/model/language/body_compiler.hpp"
#include "machine/model/language/declared_names.hpp"

namespace skein {

namespace {

using ast::Declaration;

SharedKind shared_kind(Declaration::Kind kind) {
  switch (kind) {
    case Declaration::Kind::Atomic: return SharedKind::Atomic;
    case Declaration::Kind::Plain: return SharedKind::Plain;
    case Declaration::Kind::Mutex: return SharedKind::Mutex;
    case Declaration::Kind::RwLock: return SharedKind::RwLock;
    case Declaration::Kind::Cond: return SharedKind::Cond;
    case Declaration::Kind::Sem: return SharedKind::Sem;
    case Declaration::Kind::Barrier: return SharedKind::Barrier;
    case Declaration::Kind::Once: return SharedKind::Once;
    case Declaration::Kind::Library: return SharedKind::Library;
    case Declaration::Kind::Handler: return SharedKind::Handler;
    case Declaration::Kind::Param:
    case Declaration::Kind::Data: break;
  }
  return SharedKind::Data;
}

class FileCompiler {
 public:
  FileCompiler(const ast::File& file, const ModelParams& params)
      : file_(file), given_(params), symbols_(file.name) {
    program_.file = file.name;
    program_.has_default_params = params.empty();
  }

  ModelProgram compile() {
    for (const Declaration& d : file_.declarations) declare(d);
    for (const auto& [name, value] : given_) {
      if (!program_.params.contains(name)) {
        throw UserError(fmt::format("{}: no param is named '{}'", file_.name, name));
      }
    }
    number_shared();
    bodies();
    for (const ast::Expectation& e : file_.expectations) {
      std::string value = e.value ? std::to_string(symbols_.constant(*e.value)) : e.word;
      if (!program_.expectations.emplace(e.key, std::move(value)).second) {
        symbols_.fail(e.at, fmt::format("'expect {}' is stated twice", e.key));
      }
    }
    return std::move(program_);
  }

 private:
  void declare(const Declaration& d) {
    if (d.kind == Declaration::Kind::Param) {
      const auto given = given_.find(d.name);
      const std::int64_t value =
          given != given_.end() ? given->second : symbols_.constant(*d.inits[0]);
      symbols_.add(d.name, d.at, Symbol{Symbol::Kind::Param, 0, value});
      program_.params[d.name] = value;
      return;
    }
    SharedArray array;
    array.name = d.name;
    array.kind = shared_kind(d.kind);
    array.is_array = d.size != nullptr;
    array.is_recursive = d.is_recursive;
    array.is_fifo = d.is_fifo;
    if (d.size) {
      array.size = static_cast<std::uint32_t>(symbols_.constant(*d.size, 1, kMaxArray, "the size"));
    }
    if (d.is_list && d.inits.size() != array.size) {
      symbols_.fail(d.at, fmt::format("'{}' has {} element{}, but {} initial value{} given", d.name,
                                      array.size, array.size == 1 ? "" : "s", d.inits.size(),
                                      d.inits.size() == 1 ? " is" : "s are"));
    }
    std::vector<std::int64_t> initial(array.size, 0);
    for (std::size_t i = 0; i < initial.size() && !d.inits.empty(); ++i) {
      initial[i] = initial_value(array.kind, *d.inits[d.is_list ? i : 0]);
    }
    symbols_.add(
        d.name, d.at,
        Symbol{Symbol::Kind::Shared, static_cast<std::uint32_t>(program_.shared.size()), 0});
    total_ += array.size;
    if (array.kind == SharedKind::Handler) total_ += array.size;
    if (total_ > kMaxObjects) {
      symbols_.fail(d.at, fmt::format("more than {} variables and objects", kMaxObjects));
    }
    program_.shared.push_back(array);
    initials_.push_back(std::move(initial));
    if (array.kind == SharedKind::Handler) {
      array.kind = SharedKind::Mailbox;
      array.name = "mailbox of " + d.name;
      program_.shared.push_back(array);
      initials_.emplace_back(array.size, 0);
    }
  }

  [[nodiscard]] std::int64_t initial_value(SharedKind kind, const ast::Expr& e) const {
    constexpr std::int64_t kMaxCount = 1000000;
    if (kind == SharedKind::Sem) return symbols_.constant(e, 0, kMaxCount, "a semaphore's value");
    if (kind == SharedKind::Barrier) return symbols_.constant(e, 1, kMaxCount, "a barrier's count");
    return symbols_.constant(e);
  }

  // Visible cells, then data cells; objects after the visible cells. See model_program.hpp.
  void number_shared() {
    const auto place_cells = [&](bool is_visible) {
      for (std::size_t i = 0; i < program_.shared.size(); ++i) {
        SharedArray& array = program_.shared[i];
        const bool is_cell =
            is_visible ? array.kind == SharedKind::Atomic || array.kind == SharedKind::Plain
                       : array.kind == SharedKind::Data;
        if (!is_cell) continue;
        array.base = static_cast<std::uint32_t>(program_.cells.size());
        program_.cells.insert(program_.cells.end(), initials_[i].begin(), initials_[i].end());
      }
    };
    place_cells(true);
    program_.visible_cells = static_cast<std::uint32_t>(program_.cells.size());
    place_cells(false);
    for (std::size_t i = 0; i < program_.shared.size(); ++i) {
      SharedArray& array = program_.shared[i];
      if (array.kind <= SharedKind::Data) continue;
      array.base = program_.static_objects();
      program_.sync.insert(program_.sync.end(), initials_[i].begin(), initials_[i].end());
      program_.sync_array.insert(program_.sync_array.end(), array.size,
                                 static_cast<std::uint32_t>(i));
      if (array.kind == SharedKind::RwLock) {
        array.rank = program_.rwlocks;
        program_.rwlocks += array.size;
      }
    }
  }

  void bodies() {
    std::vector<const ast::Body*> ordered;
    ordered.reserve(file_.bodies.size());
    for (const ast::Body& b : file_.bodies) ordered.push_back(&b);
    const auto is_main = [](const ast::Body* b) { return b->name == "main"; };
    std::stable_partition(ordered.begin(), ordered.end(), is_main);
    if (ordered.empty() || !is_main(ordered.front())) {
      symbols_.fail({}, "expected a 'thread main { ... }' in the file, found none");
    }
    for (const ast::Body* b : ordered) {
      symbols_.add(
          b->name, b->at,
          Symbol{Symbol::Kind::Body, static_cast<std::uint32_t>(program_.bodies.size()), 0});
      if (b->parameters.size() > kMaxParameters) {
        symbols_.fail(b->at,
                      fmt::format("'{}' has more than {} parameters", b->name, kMaxParameters));
      }
      ModelBody body;
      body.name = b->name;
      body.is_message = b->is_message;
      body.parameters = static_cast<std::uint32_t>(b->parameters.size());
      program_.bodies.push_back(std::move(body));
    }
    const ast::Body& main = *ordered.front();
    if (main.is_message) symbols_.fail(main.at, "'main' must be a thread");
    if (!main.parameters.empty()) symbols_.fail(main.at, "'main' has no parameters");
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      BodyCompiler(symbols_, program_, pool_).compile(*ordered[i], i);
    }
    find_blind_barriers(program_);
  }

  const ast::File& file_;
  const ModelParams& given_;
  DeclaredNames symbols_;
  ModelProgram program_;
  std::vector<std::vector<std::int64_t>> initials_;  // in the order of program_.shared
  std::map<std::int64_t, Operand> pool_;             // constants already in the program
  std::size_t total_ = 0;
};

}  // namespace

ModelProgram compile(const ast::File& file, const ModelParams& params) {
  return FileCompiler(file, params).compile();
}

}  // namespace skein
