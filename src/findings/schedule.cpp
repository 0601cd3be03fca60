// SPDX-License-Identifier: Apache-2.0
#include "findings/schedule.hpp"

#include <charconv>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "core/ensure.hpp"

namespace skein {

namespace {

// More moves than any run has: a hostile string must not exhaust memory.
constexpr std::size_t kLongestSchedule = 10'000'000;

// Reads a schedule from left to right and reports errors.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool is_at_end() const { return text_.empty(); }

  void begin_part() {
    ++part_;
    if (part_ > 1 && !take(',')) refuse("expected a comma");
  }

  bool take(char sign) {
    if (text_.empty() || text_.front() != sign) return false;
    text_.remove_prefix(1);
    return true;
  }

  std::uint32_t take_number(const char* expected) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{} || value == Id<void>::kNoValue) refuse(expected);
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

  [[noreturn]] void refuse(const char* why) const {
    throw UserError("part " + std::to_string(part_) + " of the schedule: " + why);
  }

 private:
  std::string_view text_;
  std::size_t part_ = 0;
};

bool creates(OpKind kind) {
  return kind == OpKind::ThreadCreate || kind == OpKind::Post || kind == OpKind::PostFifo;
}

// The agent's own life, as named in its first step.
ObjectId own_life(const Operation& first) {
  return first.kind == OpKind::MessageBegin ? first.second : first.first;
}

}  // namespace

std::string schedule_to_string(std::span<const Move> moves) {
  std::string text;
  for (std::size_t i = 0; i < moves.size();) {
    std::size_t same = 1;
    while (i + same < moves.size() && moves[i + same] == moves[i]) ++same;
    if (!text.empty()) text += ',';
    text += std::to_string(moves[i].agent.value);
    if (moves[i].choice != 0) text += ':' + std::to_string(moves[i].choice);
    if (same > 1) text += '*' + std::to_string(same);
    i += same;
  }
  return text;
}

std::vector<Move> schedule_from_string(std::string_view text) {
  std::vector<Move> moves;
  Reader reader(text);
  while (!reader.is_at_end()) {
    reader.begin_part();
    Move move{AgentId{reader.take_number("expected the number of an agent")}, 0};
    if (reader.take(':')) move.choice = reader.take_number("expected a choice after ':'");
    std::size_t times = 1;
    if (reader.take('*')) times = reader.take_number("expected how many times after '*'");
    if (times == 0) reader.refuse("no times at all");
    if (times > kLongestSchedule - moves.size()) reader.refuse("the schedule is too long");
    moves.insert(moves.end(), times, move);
  }
  return moves;
}

std::string plan_to_string(const Plan& plan) {
  std::string text = plan.prefix.empty() ? "(no prefix)" : schedule_to_string(plan.prefix);
  std::vector<Move> sleepers;
  sleepers.reserve(plan.sleep.size());
  for (const Sleeper& sleeper : plan.sleep) sleepers.push_back(sleeper.move);
  if (!sleepers.empty()) text += "; asleep " + schedule_to_string(sleepers);
  if (plan.policy == Policy::Random) text += "; random";
  if (plan.policy == Policy::Pct) text += "; pct, depth " + std::to_string(plan.pct_depth);
  if (plan.policy != Policy::Continue) text += ", seed " + std::to_string(plan.seed);
  return text;
}

std::vector<Move> moves_of(std::span<const Step> steps) {
  std::vector<Move> moves;
  moves.reserve(steps.size());
  for (const Step& step : steps) moves.push_back(step.move());
  return moves;
}

std::vector<Move> portable_moves(std::span<const Step> steps, std::span<const Pending> pending) {
  // An agent reaches its next operation right after its last step, so at most one creation is
  // reached at each position.
  std::unordered_map<std::uint32_t, std::size_t> last;  // step of each agent
  std::map<std::size_t, ObjectId> reached;              // by step: the life that is reached after
                                                        // it
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (creates(step.op.kind)) reached[last[step.agent.value]] = step.op.first;
    last[step.agent.value] = i;
  }
  for (const Pending& p : pending) {
    if (creates(p.op.kind)) reached[last[p.agent.value]] = p.op.first;
  }
  std::unordered_map<std::uint32_t, AgentId> by_life;
  for (const auto& [position, life] : reached) {
    by_life.emplace(life.value, AgentId{by_life.size() + 1});
  }
  std::unordered_map<std::uint32_t, AgentId> numbers{{kMainAgent.value, kMainAgent}};
  std::vector<Move> moves = moves_of(steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto [entry, is_new] = numbers.try_emplace(steps[i].agent.value);
    if (is_new) {
      const auto found = by_life.find(own_life(steps[i].op).value);
      ensure(found != by_life.end(), "steps of an agent that was never created");
      entry->second = found->second;
    }
    moves[i].agent = entry->second;
  }
  return moves;
}

}  // namespace skein
