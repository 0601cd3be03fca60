// SPDX-License-Identifier: Apache-2.0
#include "support/random_program.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <set>

#include "core/ensure.hpp"
#include "core/random.hpp"

namespace skein::test {

namespace {

constexpr std::uint32_t kObjects = 2;  // of each kind that has several

// What can come together in one program.
struct Theme {
  std::vector<Act> acts;
};

const std::vector<Theme>& themes() {
  using enum Act;
  static const std::vector<Theme> kThemes = {
      {{Store, Load, FetchAdd, Exchange, Cas, Copy, IfEqual}},
      {{Store, Load, IfEqual}},
      {{Count, Count, Load, Cas, IfEqual}},
      {{Count, Count, Cas}},
      {{Count, FetchAdd, Store, Cas, FutexWait, FutexWake}},
      {{PlainStore, PlainLoad, Store, Load}},
      {{Critical, Lock, Unlock, TryLock, Critical}},
      {{Critical, Store, Load, Critical}},
      {{RecursiveLock, RecursiveCritical, RecursiveTry}},
      {{ReadSection, WriteSection, ReadLock, ReadUnlock, WriteLock, WriteUnlock, TryRead,
        TryWrite}},
      {{ReadSection, WriteSection, ReadLock, WriteLock}},
      {{Wait, TimedWait, WaitUntil, Signal, Broadcast, Critical}},
      {{Wait, Signal, Signal}},
      {{Wait, Wait, Signal, Broadcast}},
      {{BarrierWait, BarrierWait, Store}},
      {{BarrierWait}},
      {{BarrierWait, BarrierWait, Load, Store}},
      {{SemWait, SemPost, SemTryWait, SemValue, SemInit}},
      {{SemWait, SemPost}},
      {{SemPost, SemPost, SemWait, SemTryWait}},
      {{SemPost, SemPost, SemTryWait, SemValue}},
      {{Once, Store, Load}},
      {{FutexWait, FutexTimedWait, FutexWake, Store}},
      {{FutexWait, FutexWake}},
      {{FutexWait, FutexWait, FutexWake, Store}},
      {{IfChosen, StoreChoice, IfEqual}},
      {{Create, Join, Detach}},
      {{Post, PostFifo, Store, Load}},
      {{Post, Post}},
      {{PostFifo, PostFifo}},
      {{Assert, Assume, Store}},
      {{LibraryCall, Fence, Yield}},
      {{Repeat}},
  };
  return kThemes;
}

bool has_body(Act act) {
  using enum Act;
  switch (act) {
    case IfEqual:
    case IfChosen:
    case Repeat:
    case Critical:
    case TryLock:
    case RecursiveCritical:
    case RecursiveTry:
    case ReadSection:
    case WriteSection:
    case TryRead:
    case TryWrite:
    case Once: return true;
    default: return false;
  }
}

bool uses_barrier(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& s) {
    return s.act == Act::BarrierWait || uses_barrier(s.body) || uses_barrier(s.otherwise);
  });
}

class Generator {
 public:
  Generator(std::uint64_t seed, int size) : random_(mix64(seed + 0x5be11a)), size_(size) {}

  RandomProgram make() {
    pick_acts();
    // With few agents each does more. Main is one of them.
    const std::uint32_t workers =
        size_ == 0 ? std::array{1U, 1U, 1U, 2U, 2U, 2U, 2U, 2U, 3U, 3U}[below(10)] : 2 + below(3);
    const std::uint32_t most = size_ != 0 ? 4 : 5 - workers;
    const std::uint32_t nested = uses(Act::Create) ? 1 : 0;
    threads_ = 1 + workers + nested;
    program_.sem_value = below(3);
    program_.barrier_size = 1 + below(3);
    program_.threads.resize(threads_);
    program_.messages.resize(2);
    for (std::uint32_t t = 1; t < threads_; ++t) {
      self_ = t;
      block(program_.threads[t], 1 + below(t > workers ? 1 : most), 0);
    }
    in_message_ = true;
    for (std::uint32_t m = 0; m < 2; ++m) {
      self_ = m;
      block(program_.messages[m], below(3), 1);
    }
    in_message_ = false;
    main_block(workers, most - 1);
    // Mostly a place for every thread that uses the barrier, sometimes one more or less.
    const auto users = static_cast<std::uint32_t>(
        std::count_if(program_.threads.begin(), program_.threads.end(), uses_barrier));
    if (users > 0 && below(4) != 0) program_.barrier_size = users;
    return std::move(program_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.below(n)); }
  bool uses(Act act) const { return std::find(acts_.begin(), acts_.end(), act) != acts_.end(); }

  void pick_acts() {
    const std::uint32_t count = 1 + below(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Theme& theme = themes()[below(static_cast<std::uint32_t>(themes().size()))];
      acts_.insert(acts_.end(), theme.acts.begin(), theme.acts.end());
    }
    // Something for branches and loops to be about.
    if (count == 1) acts_.push_back(below(2) == 0 ? Act::Store : Act::Load);
  }

  void main_block(std::uint32_t workers, std::uint32_t most) {
    Block& main = program_.threads[0];
    self_ = 0;
    for (std::uint32_t t = 1; t <= workers; ++t) {
      main.push_back(Statement{Act::Create, t, 0, {}, {}});
      if (below(8) == 0) main.push_back(statement(0));
    }
    block(main, below(most + 1), 0);
    const std::uint32_t joined = below(4) == 0 ? workers : 0;
    for (std::uint32_t t = 1; t <= joined; ++t) main.push_back(Statement{Act::Join, t, 0, {}, {}});
    if (joined > 0 && below(2) == 0) {
      main.push_back(
          Statement{Act::Assert, below(kObjects), static_cast<std::int32_t>(below(3)), {}, {}});
    }
  }

  void block(Block& out, std::uint32_t count, int depth) {
    for (std::uint32_t i = 0; i < count; ++i) out.push_back(statement(depth));
  }

  Statement statement(int depth) {
    Statement s;
    s.act = acts_[below(static_cast<std::uint32_t>(acts_.size()))];
    if (depth >= 2 && has_body(s.act)) s.act = below(2) == 0 ? Act::Store : Act::Load;
    s.object = below(4) == 0 ? 1 : 0;  // mostly the same, so that agents meet
    s.value = static_cast<std::int32_t>(below(3));
    switch (s.act) {
      case Act::Create:
      case Act::Join:
      case Act::Detach:
        // Only threads with a higher number, so that creation ends.
        if (in_message_ || self_ + 1 >= threads_) {
          s.act = Act::Load;
        } else {
          s.object = self_ + 1 + below(threads_ - self_ - 1);
        }
        break;
      case Act::Post:
      case Act::PostFifo:
        // Message 1 may post message 0.
        if (in_message_ && self_ == 0) s.act = Act::Store;
        s.object = in_message_ ? 0 : below(2);
        break;
      default: break;
    }
    if (has_body(s.act)) {
      block(s.body, s.act == Act::Repeat ? 1 : below(3), depth + 1);
      if (s.act == Act::IfEqual || s.act == Act::IfChosen) {
        if (s.body.empty()) s.body.push_back(statement(depth + 1));
        block(s.otherwise, below(2), depth + 1);
      }
    }
    return s;
  }

  Random random_;
  int size_;
  std::vector<Act> acts_;
  RandomProgram program_;
  std::uint32_t threads_ = 0;
  std::uint32_t self_ = 0;  // number of the body being made
  bool in_message_ = false;
};

class Printer {
 public:
  void print(const RandomProgram& p) {
    for (std::size_t m = 0; m < p.messages.size(); ++m) {
      body("message msg" + std::to_string(m), p.messages[m]);
    }
    for (std::size_t t = 1; t < p.threads.size(); ++t) {
      body("thread t" + std::to_string(t), p.threads[t]);
    }
    body("thread main", p.threads[0]);
    declare(p);
  }

  std::string take() { return std::move(out_); }

 private:
  // What the bodies use, before them.
  void declare(const RandomProgram& p) {
    std::string declarations;
    const auto add = [&](const std::string& before, const std::string& name,
                         const std::string& after) {
      for (const char* number : {"0", "1"}) {
        if (out_.find(name + number) == std::string::npos) continue;
        declarations += before + " " + name + number + after + "\n";
      }
    };
    add("atomic", "x", " = 0");
    add("plain", "p", " = 0");
    add("mutex", "m", "");
    add("recursive mutex", "r", "");
    add("rwlock", "w", "");
    add("cond", "c", "");
    add("sem", "s", " = " + std::to_string(p.sem_value));
    add("barrier", "b", " = " + std::to_string(p.barrier_size));
    add("once", "o", "");
    add("library", "l", "");
    add("handler", "h", "");
    add("handler", "f", " fifo");
    out_ = declarations + out_;
  }

  static void list_handles(const Block& block, std::set<std::uint32_t>& handles) {
    for (const Statement& s : block) {
      if (s.act == Act::Join || s.act == Act::Detach) handles.insert(s.object);
      list_handles(s.body, handles);
      list_handles(s.otherwise, handles);
    }
  }

  void body(const std::string& head, const Block& statements) {
    loops_ = 0;
    out_ += head + " {\n";
    std::set<std::uint32_t> handles;
    list_handles(statements, handles);
    for (const std::uint32_t h : handles) line("local k" + std::to_string(h), 1);
    block(statements, 1);
    out_ += "}\n";
  }

  void line(const std::string& text, int depth) {
    out_.append(static_cast<std::size_t>(2 * depth), ' ');
    out_ += text;
    out_ += '\n';
  }

  void block(const Block& statements, int depth) {
    for (const Statement& s : statements) statement(s, depth);
  }

  void braces(const std::string& head, const Statement& s, int depth, const char* last = nullptr) {
    line(head + " {", depth);
    block(s.body, depth + 1);
    if (last != nullptr) line(std::string(last) + std::to_string(s.object % kObjects), depth + 1);
    if (!s.otherwise.empty()) {
      line("} else {", depth);
      block(s.otherwise, depth + 1);
    }
    line("}", depth);
  }

  void statement(const Statement& s, int depth) {
    using enum Act;
    const std::string o = std::to_string(s.object % kObjects);
    const std::string other = std::to_string((s.object + 1) % kObjects);
    const std::string v = std::to_string(s.value);
    const std::string n = std::to_string(s.object);
    switch (s.act) {
      case Store: line("x" + o + " = " + v, depth); break;
      case Load: line("a = x" + o, depth); break;
      case FetchAdd: line("a = fetch_add(x" + o + ", 1)", depth); break;
      case Count:
        line((s.value < 2 ? "fetch_add(x" : "fetch_sub(x") + o + ", " +
                 std::to_string(1 + s.value % 2) + ")",
             depth);
        break;
      case Exchange: line("a = exchange(x" + o + ", " + v + ")", depth); break;
      case Cas: line("a = cas(x" + o + ", " + v + ", 1)", depth); break;
      case Copy: line("x" + o + " = x" + other + " + 1", depth); break;
      case PlainStore: line("p" + o + " = " + v, depth); break;
      case PlainLoad: line("a = p" + o, depth); break;
      case IfEqual: braces("if x" + o + " == " + v, s, depth); break;
      case IfChosen: braces("if choose 2 == " + std::to_string(s.value % 2), s, depth); break;
      case StoreChoice:
        line("x" + o + " = choose " + std::to_string(2 + s.value % 2), depth);
        break;
      case Repeat: {
        const std::string i = "i" + std::to_string(loops_++);
        braces("for " + i + " in 0..2", s, depth);
        break;
      }
      case Critical:
        line("lock m" + o, depth);
        block(s.body, depth);
        line("unlock m" + o, depth);
        break;
      case Lock: line("lock m" + o, depth); break;
      case Unlock: line("unlock m" + o, depth); break;
      case TryLock: braces("if trylock(m" + o + ")", s, depth, "unlock m"); break;
      case RecursiveLock: line("lock r" + o, depth); break;
      case RecursiveCritical:
        line("lock r" + o, depth);
        block(s.body, depth);
        line("unlock r" + o, depth);
        break;
      case RecursiveTry: braces("if trylock(r" + o + ")", s, depth, "unlock r"); break;
      case ReadSection:
        line("rdlock w" + o, depth);
        block(s.body, depth);
        line("rdunlock w" + o, depth);
        break;
      case WriteSection:
        line("wrlock w" + o, depth);
        block(s.body, depth);
        line("wrunlock w" + o, depth);
        break;
      case ReadLock: line("rdlock w" + o, depth); break;
      case ReadUnlock: line("rdunlock w" + o, depth); break;
      case WriteLock: line("wrlock w" + o, depth); break;
      case WriteUnlock: line("wrunlock w" + o, depth); break;
      case TryRead: braces("if tryrdlock(w" + o + ")", s, depth, "rdunlock w"); break;
      case TryWrite: braces("if trywrlock(w" + o + ")", s, depth, "wrunlock w"); break;
      case Wait:
        line("lock m" + o, depth);
        line("wait c" + o + " m" + o, depth);
        line("unlock m" + o, depth);
        break;
      case TimedWait:
        line("lock m" + o, depth);
        line("if timedwait(c" + o + ", m" + o + ") == " + std::to_string(s.value % 2) +
                 " { x1 = 1 }",
             depth);
        line("unlock m" + o, depth);
        break;
      case WaitUntil:
        line("lock m" + o, depth);
        line("if x" + o + " == " + v + " { wait c" + o + " m" + o + " }", depth);
        line("unlock m" + o, depth);
        break;
      case Signal: line("signal c" + o, depth); break;
      case Broadcast: line("broadcast c" + o, depth); break;
      case BarrierWait:
        line((s.value == 0 ? "a = barrierwait b" : "barrierwait b") + o, depth);
        break;
      case SemWait: line("semwait s" + o, depth); break;
      case SemPost: line("sempost s" + o, depth); break;
      case SemInit: line("seminit s" + o, depth); break;
      case SemTryWait: line("if semtrywait(s" + o + ") == 0 { x0 = 2 }", depth); break;
      case SemValue: line("a = semvalue s" + o, depth); break;
      case Once: braces("once o" + o, s, depth); break;
      case FutexWait: line("a = futexwait(x" + o + ", " + v + ")", depth); break;
      case FutexTimedWait: line("a = futextimedwait(x" + o + ", " + v + ")", depth); break;
      case FutexWake:
        line("a = futexwake(x" + o + ", " + std::to_string(1 + s.value) + ")", depth);
        break;
      case Create: line("k" + n + " = create t" + n + "()", depth); break;
      case Join: line("join k" + n, depth); break;
      case Detach: line("detach k" + n, depth); break;
      case Post: line("post h" + std::to_string(s.value % 2) + " msg" + o + "()", depth); break;
      case PostFifo: line("post f" + std::to_string(s.value % 2) + " msg" + o + "()", depth); break;
      case Assert: line("assert x" + o + " != " + v, depth); break;
      case Assume: line("assume x" + o + " != " + v, depth); break;
      case LibraryCall: line("a = call l" + o, depth); break;
      case Fence: line("fence", depth); break;
      case Yield: line("yield", depth); break;
      case Count_: fail_check("no such statement", std::source_location::current());
    }
  }

  std::string out_;
  int loops_ = 0;
};

std::size_t count(const Block& block) {
  std::size_t n = block.size();
  for (const Statement& s : block) n += count(s.body) + count(s.otherwise);
  return n;
}

// All ways to make one block smaller by one step; `emit` gets each.
void shrink_block(const Block& block, const std::function<void(const Block&)>& emit) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Statement& s = block[i];
    const auto replace = [&](const Block& by) {
      Block out(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(i));
      out.insert(out.end(), by.begin(), by.end());
      out.insert(out.end(), block.begin() + static_cast<std::ptrdiff_t>(i) + 1, block.end());
      emit(out);
    };
    replace({});
    if (!s.body.empty()) replace(s.body);
    if (!s.otherwise.empty()) replace(s.otherwise);
    shrink_block(s.body, [&](const Block& body) {
      Statement t = s;
      t.body = body;
      replace({t});
    });
    shrink_block(s.otherwise, [&](const Block& otherwise) {
      Statement t = s;
      t.otherwise = otherwise;
      replace({t});
    });
    if (s.value > 0) {
      Statement t = s;
      --t.value;
      replace({t});
    }
    const bool names_a_thread = s.act == Act::Create || s.act == Act::Join || s.act == Act::Detach;
    if (s.object > 0 && !names_a_thread) {
      Statement t = s;
      t.object = 0;
      replace({t});
    }
  }
}

}  // namespace

std::string RandomProgram::text() const {
  Printer printer;
  printer.print(*this);
  return printer.take();
}

std::size_t RandomProgram::statements() const {
  std::size_t n = 0;
  for (const Block& b : threads) n += count(b);
  for (const Block& b : messages) n += count(b);
  return n;
}

RandomProgram random_program(std::uint64_t seed, int size) { return Generator(seed, size).make(); }

std::vector<RandomProgram> smaller(const RandomProgram& program) {
  std::vector<RandomProgram> out;
  // Whole bodies first: the largest steps.
  const auto bodies = [&](auto member) {
    for (std::size_t i = 0; i < (program.*member).size(); ++i) {
      if ((program.*member)[i].empty()) continue;
      RandomProgram p = program;
      (p.*member)[i].clear();
      out.push_back(std::move(p));
    }
  };
  const auto statements = [&](auto member) {
    for (std::size_t i = 0; i < (program.*member).size(); ++i) {
      shrink_block((program.*member)[i], [&](const Block& block) {
        RandomProgram p = program;
        (p.*member)[i] = block;
        out.push_back(std::move(p));
      });
    }
  };
  bodies(&RandomProgram::threads);
  bodies(&RandomProgram::messages);
  statements(&RandomProgram::threads);
  statements(&RandomProgram::messages);
  if (program.sem_value > 0) {
    out.push_back(program);
    --out.back().sem_value;
  }
  if (program.barrier_size > 1) {
    out.push_back(program);
    --out.back().barrier_size;
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const RandomProgram& program) {
  return out << program.text();
}

}  // namespace skein::test
