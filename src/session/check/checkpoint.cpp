// SPDX-License-Identifier: Apache-2.0
#include "session/check/checkpoint.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/ensure.hpp"
#include "machine/bytes.hpp"
#include "machine/resumable.hpp"
#include "report/words/text.hpp"
#include "session/os/interrupts.hpp"
#include "session/os/resources.hpp"

namespace skein::session {

namespace {

constexpr std::string_view kFirstWords = "skein-checkpoint 6 ";
constexpr std::uint64_t kMagic = 0x6b6f6c426e696b73ULL;

struct BlockHeader {
  std::uint64_t magic;
  std::uint64_t size;
  std::uint64_t checksum;
};

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw UserError(
      fmt::format("{} the checkpoint '{}': {}", what, printable(path), std::strerror(errno)));
}

bool write_whole(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t done = ::write(descriptor, data, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    data += done;
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

bool read_whole(int descriptor, void* data, std::size_t size, std::uint64_t at) {
  auto* to = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t done = ::pread(descriptor, to, size, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    to += done;
    at += static_cast<std::uint64_t>(done);
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace

// Returns the runs of the file first, then those of the machine.
class CheckpointMachine final : public Machine {
 public:
  CheckpointMachine(Checkpoint& checkpoint, Machine& machine)
      : checkpoint_(checkpoint), machine_(machine) {
    is_restored_ = dynamic_cast<Resumable*>(&machine) != nullptr;
  }

  const Run& run(const Plan& plan) override {
    if (is_reading_) {
      if (checkpoint_.runs_left_ > 0 || checkpoint_.read_block()) return old_run(plan);
      is_reading_ = false;
    }
    const Run& run = machine_.run(plan);
    // Ctrl-C may have killed the program in the middle: such a run is not recorded but made again.
    if (!interrupt_flag().load(std::memory_order_relaxed)) checkpoint_.note(plan, run);
    return run;
  }

  [[nodiscard]] const Names& names() const override { return machine_.names(); }

  void stop_reading() { is_reading_ = false; }

 private:
  const Run& old_run(const Plan& plan) {
    --checkpoint_.runs_left_;
    const Run& run = checkpoint_.reader_.next(checkpoint_.rest_, plan);
    // A machine whose numbers cannot be restored must find them again; such a machine is quick.
    if (!is_restored_) static_cast<void>(machine_.run(plan));
    return run;
  }

  Checkpoint& checkpoint_;
  Machine& machine_;
  bool is_restored_ = false;
  bool is_reading_ = true;
};

Checkpoint::Checkpoint(std::string path, std::string identity, bool resumes, double interval)
    : path_(std::move(path)),
      identity_(std::string(kFirstWords) + std::move(identity) + "\n"),
      interval_(interval) {
  if (resumes) {
    open_old();
  } else {
    open_new();
  }
  written_ = monotonic_seconds();
}

Checkpoint::~Checkpoint() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// A new file replaces an old one only once it has contents.
void Checkpoint::open_new() {
  const std::string temporary = path_ + ".new";
  descriptor_ = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0 || !write_whole(descriptor_, identity_.data(), identity_.size()) ||
      ::rename(temporary.c_str(), path_.c_str()) != 0) {
    fail(path_, "cannot write");
  }
  read_at_ = identity_.size();
}

void Checkpoint::open_old() {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor_ < 0) fail(path_, "cannot open");
  std::string begin(identity_.size(), '\0');
  const bool has_all = read_whole(descriptor_, begin.data(), begin.size(), 0);
  if (!begin.starts_with(kFirstWords)) {
    throw UserError(fmt::format("'{}' is not a checkpoint of this version", printable(path_)));
  }
  if (!has_all || begin != identity_) {
    throw UserError(fmt::format(
        "the checkpoint '{}' is of another exploration: program, build, arguments, explorer and "
        "options have to be the same",
        printable(path_)));
  }
  // Reads the whole file once, for its end and the last names.
  read_at_ = identity_.size();
  while (read_block()) {
  }
  read_at_ = identity_.size();
  runs_left_ = 0;
}

// False at the end, or at an unfinished block, which is then cut off.
bool Checkpoint::read_block() {
  BlockHeader header{};
  constexpr std::uint64_t kLargest = 1ULL << 40U;
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail(path_, "cannot read");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  bool is_whole = read_whole(descriptor_, &header, sizeof header, read_at_) &&
                  header.magic == kMagic && header.size < kLargest &&
                  header.size <= size - read_at_ - sizeof header;
  if (is_whole) {
    block_.resize(static_cast<std::size_t>(header.size));
    is_whole = read_whole(descriptor_, block_.data(), block_.size(), read_at_ + sizeof header) &&
               XXH3_64bits(block_.data(), block_.size()) == header.checksum;
  }
  if (!is_whole) {
    if (::ftruncate(descriptor_, static_cast<off_t>(read_at_)) != 0) fail(path_, "cannot write");
    return false;
  }
  read_at_ += sizeof header + header.size;
  rest_ = block_;
  names_ = bytes::take_text(rest_);
  runs_left_ = bytes::take_number(rest_);
  if (runs_left_ == 0) bytes::refuse("a block without runs");
  reader_.forget();  // the first run of each block is written whole
  return true;
}

std::unique_ptr<Machine> Checkpoint::attach(Machine& machine) {
  machine_ = &machine;
  auto result = std::make_unique<CheckpointMachine>(*this, machine);
  auto* resumable = dynamic_cast<Resumable*>(&machine);
  if (!is_attached_before_ && resumable != nullptr && !names_.empty()) {
    resumable->restore_names(names_);
  }
  if (is_attached_before_) {
    // The file refers to numbers that have changed their meaning.
    if (::ftruncate(descriptor_, static_cast<off_t>(identity_.size())) != 0) {
      fail(path_, "cannot write");
    }
    read_at_ = identity_.size();
    runs_.clear();
    run_count_ = 0;
    writer_.forget();
    result->stop_reading();
  }
  is_attached_before_ = true;
  return result;
}

void Checkpoint::note(const Plan& plan, const Run& run) {
  if (run.end == End::Diverged) return;
  writer_.add(runs_, plan, run);
  ++run_count_;
  constexpr std::size_t kLargestBlock = 64U << 20U;
  if (runs_.size() > kLargestBlock || monotonic_seconds() - written_ > interval_) write_block();
}

void Checkpoint::write_block() {
  written_ = monotonic_seconds();
  if (run_count_ == 0) return;
  std::string payload;
  const auto* resumable = dynamic_cast<const Resumable*>(machine_);
  bytes::put_text(payload, resumable != nullptr ? resumable->save_names() : "");
  bytes::put_number(payload, run_count_);
  payload += runs_;
  const BlockHeader header{kMagic, payload.size(), XXH3_64bits(payload.data(), payload.size())};
  std::string block(reinterpret_cast<const char*>(&header), sizeof header);
  block += payload;
  if (::lseek(descriptor_, 0, SEEK_END) < 0 ||
      !write_whole(descriptor_, block.data(), block.size()) || ::fdatasync(descriptor_) != 0) {
    fail(path_, "cannot write");
  }
  runs_.clear();
  run_count_ = 0;
  writer_.forget();
}

void Checkpoint::finish() { write_block(); }

}  // namespace skein::session
