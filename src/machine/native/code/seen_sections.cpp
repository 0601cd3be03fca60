// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/seen_sections.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>
#include <string_view>

#include "machine/native/code/unseen_code.hpp"
#include "machine/native/elf/elf_file.hpp"

namespace skein {

namespace {

// What the linker adds to every program. "null" is an empty source by which the wrappers ask the
// compiler for its files.
constexpr std::string_view kStartFiles[] = {"", "Scrt1.o", "crt1.o", "crtstuff.c", "null"};

// Each file that -fsanitize=thread has compiled has a constructor of one of these names: gcc's,
// clang's.
constexpr std::string_view kConstructors[] = {"_sub_I_00099_0", "tsan.module_ctor"};

// Functions of libc and the C++ library that are neither taken over by the runtime nor redirected
// to it, and that access no memory which the program shares between threads: they compute,
// allocate, end the process or the function, or reach the runtime before they access anything.
constexpr std::string_view kHarmless[] = {
    "_ITM_deregisterTMCloneTable",
    "_ITM_registerTMCloneTable",
    "_Unwind_Resume",
    "_ZNSaIcEC1ERKS_",
    "_ZNSaIcEC1Ev",
    "_ZNSaIcEC2ERKS_",
    "_ZNSaIcEC2Ev",
    "_ZNSaIcED1Ev",
    "_ZNSaIcED2Ev",
    "_ZNSt11logic_errorC2ERKS_",
    "_ZNSt12future_errorD1Ev",
    "_ZNSt13__future_base12_Result_baseC2Ev",
    "_ZNSt13__future_base12_Result_baseD2Ev",
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv",
    "_ZNSt15__exception_ptr13exception_ptrC1EPv",
    "_ZNSt18condition_variable10notify_allEv",
    "_ZNSt18condition_variable10notify_oneEv",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    "_ZNSt18condition_variableC1Ev",
    "_ZNSt18condition_variableD1Ev",
    "_ZNSt3_V216generic_categoryEv",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread20hardware_concurrencyEv",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread6_StateD2Ev",
    "_ZNSt6thread6detachEv",
    "_ZNSt8ios_base4InitC1Ev",
    "_ZNSt8ios_base4InitD1Ev",
    "_ZSt15future_categoryv",
    "_ZSt17current_exceptionv",
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
    "_ZSt9terminatev",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__cxa_allocate_exception",
    "__cxa_atexit",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "__cxa_finalize",
    "__cxa_free_exception",
    "__cxa_get_exception_ptr",
    "__cxa_init_primary_exception",
    "__cxa_pure_virtual",
    "__cxa_rethrow",
    "__cxa_throw",
    "__cxa_throw_bad_array_new_length",
    "__errno_location",
    "__gcc_personality_v0",
    "__gmon_start__",
    "__gxx_personality_v0",
    "__libc_start_main",
    "__once_proxy",
    "__stack_chk_fail",
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "bsearch",
    "cbrt",
    "ceil",
    "ceilf",
    "cos",
    "cosf",
    "cosh",
    "div",
    "exp",
    "exp2",
    "expf",
    "fabs",
    "fabsf",
    "fflush",
    "floor",
    "floorf",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "fmodf",
    "hypot",
    "labs",
    "ldexp",
    "llabs",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logf",
    "lround",
    "nearbyint",
    "pow",
    "powf",
    "pthread_attr_destroy",
    "pthread_attr_init",
    "pthread_attr_setdetachstate",
    "pthread_attr_setstacksize",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_init",
    "pthread_mutexattr_settype",
    "pthread_self",
    "pthread_spin_destroy",
    "rint",
    "round",
    "roundf",
    "sin",
    "sinf",
    "sinh",
    "sqrt",
    "sqrtf",
    "tan",
    "tanh",
    "thrd_current",
    "tolower",
    "toupper",
    "trunc",
    "truncf"};

// Taken over by the runtime, but what they bring in is not seen.
constexpr std::string_view kUnseen[] = {"dlopen", "dlsym", "dlmopen", "dlvsym", "syscall"};

// What standard input holds is read through a buffer of the C++ library that is not watched.
constexpr std::string_view kUnseenData[] = {"_ZSt3cin", "_ZSt4wcin"};

// Harmless functions of the C++ library: new and delete, and what futures sleep with. Besides, the
// throwers that its headers call.
constexpr std::string_view kHarmlessBeginnings[] = {"_Zna", "_Znw", "_Zda", "_Zdl",
                                                    "_ZNSt28__atomic_futex_unsigned_base"};

bool is_thrower(std::string_view name) {
  return name.substr(0, 4) == "_ZSt" && name.find("__throw_") != std::string_view::npos;
}

template <class List>
bool has(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

bool is_harmless(std::string_view name) {
  return has(kHarmless, name) || is_thrower(name) ||
         std::any_of(std::begin(kHarmlessBeginnings), std::end(kHarmlessBeginnings),
                     [&](std::string_view b) { return name.substr(0, b.size()) == b; });
}

// Accesses to imported variables are the program's own.
bool is_import(const Elf64_Sym& symbol) {
  return symbol.st_shndx == SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT &&
         ELF64_ST_TYPE(symbol.st_info) != STT_TLS;
}

// A source file of the program that was not compiled by skein cc. The local symbols of a file
// follow its name. Without symbols nothing is known.
std::string foreign_file(const ElfFile& file) {
  std::string name;
  bool has_constructor = true;
  std::string foreign = "no symbols";
  bool is_first = true;
  const auto close = [&] {
    if (!has_constructor && !has(kStartFiles, name) && foreign.empty()) foreign = name;
  };
  file.for_each_symbol([&](const Elf64_Sym& symbol, std::string_view text, bool is_dynamic) {
    if (is_dynamic) return;
    if (is_first) foreign.clear();
    is_first = false;
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) {
      close();
      name = text;
      has_constructor = false;
    } else if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL && has(kConstructors, text)) {
      has_constructor = true;
    }
  });
  close();
  return foreign;
}

// The first library that the program needs whose functions are not listed.
std::string foreign_library(const ElfFile& file) {
  for (const Elf64_Shdr& table : file.sections()) {
    const Elf64_Shdr* const names = file.linked(table);
    if (table.sh_type != SHT_DYNAMIC || names == nullptr) continue;
    std::string foreign;
    file.for_each_entry<Elf64_Dyn>(table, [&](const Elf64_Dyn& entry) {
      if (entry.d_tag != DT_NEEDED || !foreign.empty()) return;
      const std::string_view library = file.text_at(*names, entry.d_un.d_val);
      if (!is_known_library(library)) foreign = library;
    });
    return foreign;
  }
  return "no dynamic section";
}

std::string foreign_function(const ElfFile& file, const std::string& runtime) {
  std::set<std::string, std::less<>> taken_over;
  ElfFile(runtime).for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool) {
    if (symbol.st_shndx != SHN_UNDEF) taken_over.emplace(name);
  });
  std::string foreign;
  file.for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool is_dynamic) {
    if (!is_dynamic || !foreign.empty() || name.empty()) return;
    if (has(kUnseenData, name)) foreign = name;  // perhaps copied into the program
    if (!is_import(symbol)) return;
    if (has(kUnseen, name) || !(taken_over.contains(name) || is_harmless(name))) foreign = name;
  });
  return foreign;
}

}  // namespace

std::string why_sections_are_unseen(const std::string& program, const std::string& runtime) {
  const ElfFile file(program);
  if (file.header() == nullptr) return "not an executable";
  if (std::string name = foreign_library(file); !name.empty()) return "it uses " + name;
  if (std::string name = foreign_file(file); !name.empty()) {
    return "not all of it was compiled by skein cc: " + name;
  }
  if (std::string name = foreign_function(file, runtime); !name.empty()) {
    return "it calls " + name;
  }
  if (!find_unseen_code(program).empty()) return "it has instructions that skein does not see";
  return "";
}

}  // namespace skein
