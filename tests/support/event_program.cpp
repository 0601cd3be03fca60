// SPDX-License-Identifier: Apache-2.0
#include "support/event_program.hpp"

#include "core/random.hpp"

namespace skein::test {

namespace {

constexpr std::uint32_t kVariables = 3;

class EventProgramMaker {
 public:
  EventProgramMaker(std::uint64_t seed, const EventTheme& theme) : random_(seed), theme_(theme) {}

  EventProgram program() {
    EventProgram p;
    const std::uint32_t handlers = 1 + below(3);
    for (std::uint32_t h = 0; h < handlers; ++h) {
      p.is_fifo.push_back(theme_.fifo && below(2) == 0);
    }
    handlers_ = handlers;
    messages_ = 2 + below(4);
    for (std::uint32_t m = 0; m < messages_; ++m) {
      p.messages.push_back(block(1 + below(3), m + 1, theme_.branches, true));
    }
    // What no message posts is posted by main or another thread.
    const std::uint32_t threads = 1 + below(3);
    p.threads.resize(threads);
    for (std::uint32_t t = 0; t < threads; ++t) {
      p.threads[t] = block(t == 0 ? below(2) : below(3), messages_, true, false);
    }
    for (std::uint32_t m = 0; m < messages_; ++m) {
      if (is_posted_[m]) continue;
      EventBlock& thread = p.threads[below(threads)];
      thread.insert(thread.begin() + below(static_cast<std::uint32_t>(thread.size()) + 1), post(m));
    }
    return p;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.next() % n); }

  EventStatement post(std::uint32_t message) {
    is_posted_[message] = true;
    return EventStatement{EventAct::Post, message, below(handlers_), {}};
  }

  EventStatement wait() {
    const std::uint32_t kind = below(8);
    const EventAct act = kind < 3   ? EventAct::SemWait
                         : kind < 6 ? EventAct::SemPost
                         : kind < 7 ? EventAct::Sleep
                                    : EventAct::Signal;
    return EventStatement{act, below(2), below(2), {}};
  }

  // Statements that post only messages from `first` on.
  EventBlock block(std::uint32_t length, std::uint32_t first, bool branches, bool may_post) {
    EventBlock b;
    for (std::uint32_t i = 0; i < length; ++i) {
      const std::uint32_t kind = below(12);
      EventStatement s{EventAct::Load, below(kVariables), 0, {}};
      if (kind < 4) {
        s.act = EventAct::Store;
      } else if (kind < 5) {
        s.act = EventAct::Add;
      } else if (kind < 7 && branches) {
        s.act = EventAct::If;
        s.body = block(1 + below(2), first, false, may_post && theme_.branches);
      } else if (kind < 9 && may_post && first < messages_) {
        const std::uint32_t m = first + below(messages_ - first);
        if (!is_posted_[m]) s = post(m);
      } else if (kind < 11 && theme_.locks && may_post) {
        s.act = below(3) == 0 ? EventAct::Shared : EventAct::Critical;
        s.where = below(2);
        s.body = block(1, messages_, false, false);
      }
      if (theme_.halts && below(5) == 0) {
        s = EventStatement{EventAct::Halt, below(kVariables), below(2), {}};
      }
      if (theme_.waits && below(3) == 0) s = wait();
      if (theme_.chooses && below(6) == 0) {
        s = EventStatement{EventAct::Choose, 0, 0, block(1, messages_, false, false)};
      }
      b.push_back(std::move(s));
    }
    return b;
  }

  Random random_;
  const EventTheme& theme_;
  std::uint32_t handlers_ = 1;
  std::uint32_t messages_ = 1;
  bool is_posted_[8] = {};
};

void render(const EventBlock& block, std::uint32_t& locals, std::string& text) {
  for (const EventStatement& s : block) {
    const std::string variable = "x[" + std::to_string(s.what) + "]";
    switch (s.act) {
      case EventAct::Store: text += variable + " = " + std::to_string(++locals) + "\n"; break;
      case EventAct::Load: text += "r" + std::to_string(++locals) + " = " + variable + "\n"; break;
      case EventAct::Add: text += "fetch_add(" + variable + ", 1)\n"; break;
      case EventAct::If:
        text += "if " + variable + " == 0 {\n";
        render(s.body, locals, text);
        text += "}\n";
        break;
      case EventAct::Post:
        text += "post h" + std::to_string(s.where) + " m" + std::to_string(s.what) + "\n";
        break;
      case EventAct::Critical:
        text += "critical l {\n";
        render(s.body, locals, text);
        text += "}\n";
        break;
      case EventAct::Shared:
        text += s.where == 0 ? "rdlock rw\n" : "wrlock rw\n";
        render(s.body, locals, text);
        text += s.where == 0 ? "rdunlock rw\n" : "wrunlock rw\n";
        break;
      case EventAct::Halt:
        text += (s.where == 0 ? "assert " : "assume ") + variable + " == 0\n";
        break;
      case EventAct::SemWait: text += "semwait s" + std::to_string(s.what) + "\n"; break;
      case EventAct::SemPost: text += "sempost s" + std::to_string(s.what) + "\n"; break;
      case EventAct::Sleep: text += "critical l {\nwait c l\n}\n"; break;
      case EventAct::Signal: text += s.where == 0 ? "signal c\n" : "broadcast c\n"; break;
      case EventAct::Choose:
        text += "if choose 2 == 0 {\n";
        render(s.body, locals, text);
        text += "}\n";
        break;
    }
  }
}

std::size_t count(const EventBlock& block) {
  std::size_t n = block.size();
  for (const EventStatement& s : block) n += count(s.body);
  return n;
}

// Takes the n-th statement out; returns false if there are fewer, and lessens n.
bool erase(EventBlock& block, std::size_t& n) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (n == 0) {
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    --n;
    if (erase(block[i].body, n)) return true;
  }
  return false;
}

}  // namespace

std::string EventProgram::text() const {
  std::string text = "atomic x[3] = 0\nmutex l\nrwlock rw\ncond c\nsem s0\nsem s1\n";
  for (std::size_t h = 0; h < is_fifo.size(); ++h) {
    text += "handler h" + std::to_string(h) + (is_fifo[h] ? " fifo\n" : "\n");
  }
  std::uint32_t locals = 0;
  for (std::size_t m = 0; m < messages.size(); ++m) {
    text += "message m" + std::to_string(m) + " {\n";
    render(messages[m], locals, text);
    text += "}\n";
  }
  for (std::size_t t = threads.size(); t > 0; --t) {
    text += t == 1 ? "thread main {\n" : "thread t" + std::to_string(t - 1) + " {\n";
    for (std::size_t c = 1; t == 1 && c < threads.size(); ++c) {
      text += "create t" + std::to_string(c) + "\n";
    }
    render(threads[t - 1], locals, text);
    text += "}\n";
  }
  return text;
}

std::size_t EventProgram::statements() const {
  std::size_t n = 0;
  for (const EventBlock& b : threads) n += count(b);
  for (const EventBlock& b : messages) n += count(b);
  return n;
}

EventProgram random_event_program(std::uint64_t seed, const EventTheme& theme) {
  return EventProgramMaker(seed, theme).program();
}

std::vector<EventProgram> smaller(const EventProgram& program) {
  std::vector<EventProgram> all;
  for (std::size_t n = 0; n < program.statements(); ++n) {
    EventProgram p = program;
    std::size_t left = n;
    for (std::vector<EventBlock>* bodies : {&p.threads, &p.messages}) {
      bool is_done = false;
      for (EventBlock& b : *bodies) {
        is_done = erase(b, left);
        if (is_done) break;
      }
      if (is_done) break;
    }
    all.push_back(std::move(p));
  }
  if (program.threads.size() > 1) {
    EventProgram p = program;
    p.threads.pop_back();
    all.push_back(std::move(p));
  }
  return all;
}

}  // namespace skein::test
