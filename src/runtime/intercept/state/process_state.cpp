// SPDX-License-Identifier: Apache-2.0
// State that belongs to the whole process and that threads can see each other change: the working
// folder, the umask, the locale, the order of exit handlers, and what libc keeps for hsearch,
// getopt and getpwnam. Its uses become steps once two threads affect each other through it
// (shared_state.hpp). What the kernel keeps of it is put back after each run.
#include "runtime/intercept/state/process_state.hpp"

#include <climits>
#include <dirent.h>
#include <getopt.h>
#include <grp.h>
#include <locale.h>
#include <pwd.h>
#include <search.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/channel.hpp"
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/snapshot/outside.hpp"

namespace skein::runtime {

namespace {

using channel::SharedState;
using shared_state::kChanges;
using shared_state::kObserves;
using shared_state::kObservesAndChanges;
using shared_state::use_process;

using ExitHandler = void(void*);

namespace next {
NextSymbol<int(const char*)> chdir("chdir");
NextSymbol<int(int)> fchdir("fchdir");
NextSymbol<mode_t(mode_t)> umask("umask");
NextSymbol<char*()> get_current_dir_name("get_current_dir_name");
NextSymbol<char*(int, const char*)> setlocale("setlocale");
NextSymbol<lconv*()> localeconv("localeconv");
NextSymbol<int(size_t)> hcreate("hcreate");
NextSymbol<void()> hdestroy("hdestroy");
NextSymbol<ENTRY*(ENTRY, ACTION)> hsearch("hsearch");
NextSymbol<int(int, char* const*, const char*)> getopt("getopt");
NextSymbol<int(int, char* const*, const char*, const option*, int*)> getopt_long("getopt_long");
NextSymbol<int(int, char* const*, const char*, const option*, int*)> getopt_long_only(
    "getopt_long_only");
NextSymbol<int(ExitHandler*, void*, void*)> cxa_atexit("__cxa_atexit");
NextSymbol<int(ExitHandler*, void*)> cxa_at_quick_exit("__cxa_at_quick_exit");
NextSymbol<int(void (*)(int, void*), void*)> on_exit("on_exit");
NextSymbol<passwd*(const char*)> getpwnam("getpwnam");
NextSymbol<passwd*(uid_t)> getpwuid("getpwuid");
NextSymbol<group*(const char*)> getgrnam("getgrnam");
NextSymbol<group*(gid_t)> getgrgid("getgrgid");
NextSymbol<dirent*(DIR*)> readdir("readdir");
NextSymbol<dirent64*(DIR*)> readdir64("readdir64");
NextSymbol<void(DIR*)> rewinddir("rewinddir");
NextSymbol<void(DIR*, long)> seekdir("seekdir");
NextSymbol<long(DIR*)> telldir("telldir");
}  // namespace next

// As they were before the program changed them first; an empty path, -1: it has not.
char first_folder[PATH_MAX] = "";
int first_mask = -1;

void keep_folder() {
  if (!is_running()) return;
  outside::note_change_of_process();
  if (first_folder[0] != '\0') return;
  syscalls::call(SYS_getcwd, syscalls::as_long(first_folder), sizeof(first_folder));
}

// The functions write the variables through which getopt talks to its caller.
void use_options(const void* site) {
  use_process(SharedState::kOptions, kObservesAndChanges, site);
  if (!is_running()) return;
  reported::changed(&optind, site);
  reported::written(&optarg, sizeof(optarg), site);
  reported::written(&optopt, sizeof(optopt), site);
}

// Handlers run in the opposite order. Destructors of static variables have an argument: which of
// them was initialised first is decided by the threads' other steps.
void register_handler(const void* argument, const void* site) {
  if (argument == nullptr) use_process(SharedState::kExitHandlers, kObservesAndChanges, site);
}

// The next call of the family overwrites the entry.
template <class Entry>
Entry* report_entry(Entry* entry, const void* site) {
  if (entry != nullptr && is_running()) reported::written(entry, sizeof(Entry), site);
  return entry;
}

void use_accounts(const void* site) {
  use_process(SharedState::kAccounts, kObservesAndChanges, site);
}

}  // namespace

void reset_process_state() {
  if (first_folder[0] != '\0') syscalls::call(SYS_chdir, syscalls::as_long(first_folder));
  if (first_mask >= 0) syscalls::call(SYS_umask, first_mask);
}

}  // namespace skein::runtime

namespace rt = skein::runtime;
using skein::channel::SharedState;

extern "C" {

int chdir(const char* path) noexcept {
  rt::keep_folder();
  rt::use_process(SharedState::kWorkingFolder, rt::kChanges, __builtin_return_address(0));
  return rt::next::chdir(path);
}

int fchdir(int descriptor) noexcept {
  rt::keep_folder();
  rt::use_process(SharedState::kWorkingFolder, rt::kChanges, __builtin_return_address(0));
  return rt::next::fchdir(descriptor);
}

char* get_current_dir_name() noexcept {
  rt::use_process(SharedState::kWorkingFolder, rt::kObserves, __builtin_return_address(0));
  return rt::next::get_current_dir_name();
}

mode_t umask(mode_t mask) noexcept {
  rt::use_process(SharedState::kFileMask, rt::kObservesAndChanges, __builtin_return_address(0));
  if (rt::is_running()) rt::outside::note_change_of_process();
  const mode_t before = rt::next::umask(mask);
  if (rt::is_running() && rt::first_mask < 0) rt::first_mask = static_cast<int>(before);
  return before;
}

char* setlocale(int category, const char* locale) noexcept {
  rt::use_process(SharedState::kLocale, locale == nullptr ? rt::kObserves : rt::kChanges,
                  __builtin_return_address(0));
  return rt::next::setlocale(category, locale);
}

lconv* localeconv() noexcept {
  rt::use_process(SharedState::kLocale, rt::kObserves, __builtin_return_address(0));
  return rt::next::localeconv();
}

int hcreate(size_t size) noexcept {
  rt::use_process(SharedState::kHashTable, rt::kChanges, __builtin_return_address(0));
  return rt::next::hcreate(size);
}

void hdestroy() noexcept {
  rt::use_process(SharedState::kHashTable, rt::kChanges, __builtin_return_address(0));
  rt::next::hdestroy();
}

ENTRY* hsearch(ENTRY entry, ACTION action) noexcept {
  rt::use_process(SharedState::kHashTable, action == FIND ? rt::kObserves : rt::kObservesAndChanges,
                  __builtin_return_address(0));
  return rt::next::hsearch(entry, action);
}

int getopt(int count, char* const* arguments, const char* options) noexcept {
  rt::use_options(__builtin_return_address(0));
  return rt::next::getopt(count, arguments, options);
}

int getopt_long(int count, char* const* arguments, const char* options, const option* longs,
                int* index) noexcept {
  rt::use_options(__builtin_return_address(0));
  return rt::next::getopt_long(count, arguments, options, longs, index);
}

int getopt_long_only(int count, char* const* arguments, const char* options, const option* longs,
                     int* index) noexcept {
  rt::use_options(__builtin_return_address(0));
  return rt::next::getopt_long_only(count, arguments, options, longs, index);
}

int __cxa_atexit(rt::ExitHandler* handler, void* argument, void* module) noexcept {
  rt::register_handler(argument, __builtin_return_address(0));
  return rt::next::cxa_atexit(handler, argument, module);
}

int __cxa_at_quick_exit(rt::ExitHandler* handler, void* module) noexcept {
  rt::register_handler(nullptr, __builtin_return_address(0));
  return rt::next::cxa_at_quick_exit(handler, module);
}

int on_exit(void (*handler)(int, void*), void* argument) noexcept {
  rt::register_handler(nullptr, __builtin_return_address(0));
  return rt::next::on_exit(handler, argument);
}

passwd* getpwnam(const char* name) {
  rt::use_accounts(__builtin_return_address(0));
  return rt::report_entry(rt::next::getpwnam(name), __builtin_return_address(0));
}

passwd* getpwuid(uid_t user) {
  rt::use_accounts(__builtin_return_address(0));
  return rt::report_entry(rt::next::getpwuid(user), __builtin_return_address(0));
}

group* getgrnam(const char* name) {
  rt::use_accounts(__builtin_return_address(0));
  return rt::report_entry(rt::next::getgrnam(name), __builtin_return_address(0));
}

group* getgrgid(gid_t number) {
  rt::use_accounts(__builtin_return_address(0));
  return rt::report_entry(rt::next::getgrgid(number), __builtin_return_address(0));
}

dirent* readdir(DIR* folder) {
  rt::shared_state::read_file(dirfd(folder), __builtin_return_address(0));
  return rt::next::readdir(folder);
}

dirent64* readdir64(DIR* folder) {
  rt::shared_state::read_file(dirfd(folder), __builtin_return_address(0));
  return rt::next::readdir64(folder);
}

void rewinddir(DIR* folder) noexcept {
  rt::shared_state::move_position(dirfd(folder), __builtin_return_address(0));
  rt::next::rewinddir(folder);
}

void seekdir(DIR* folder, long position) noexcept {
  rt::shared_state::move_position(dirfd(folder), __builtin_return_address(0));
  rt::next::seekdir(folder, position);
}

long telldir(DIR* folder) noexcept {
  rt::shared_state::look_at_position(dirfd(folder), __builtin_return_address(0));
  return rt::next::telldir(folder);
}

}  // extern "C"
