# SPDX-License-Identifier: Apache-2.0
# The runtime that runs inside the program under test: build/<preset>/lib/libskein-runtime.so.
#
# It carries its own C++ library, hidden, so that it can be preloaded into C programs, and shares
# with the rest only headers and the scheduler of src/core.

file(GLOB_RECURSE skein_runtime_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/src/runtime/*.cpp")
add_library(skein-runtime SHARED
  ${skein_runtime_sources} "${PROJECT_SOURCE_DIR}/src/core/scheduler.cpp"
  "${PROJECT_SOURCE_DIR}/src/handlers/real.c")
set(skein_runtime_exports "${PROJECT_SOURCE_DIR}/src/runtime/exports.map")
target_include_directories(skein-runtime PRIVATE
  "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include")
include(cmake/cxx_library.cmake)
target_include_directories(skein-runtime PRIVATE "${PROJECT_BINARY_DIR}/generated/cxx_library")
target_compile_options(skein-runtime PRIVATE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -O2 -fno-stack-protector -fno-sanitize=all -fno-semantic-interposition
  -U_FORTIFY_SOURCE -ftls-model=initial-exec -mcx16 -fdata-sections
  $<$<BOOL:${SKEIN_WERROR}>:-Werror>)
target_link_options(skein-runtime PRIVATE
  -static-libstdc++ -Wl,--exclude-libs,ALL -Wl,-Bsymbolic
  # Single variables beside each other, not among tables: snapshots copy whole pages.
  "-Wl,--version-script=${skein_runtime_exports}" -Wl,--sort-section=alignment -Wl,-z,now -Wl,--no-undefined)
target_link_libraries(skein-runtime PRIVATE dl)
# Many small files, each with its own names: not in batches, but what they all include is read once.
if(SKEIN_UNITY)
  foreach(header core/operation core/plan core/run_end protocol/channel)
    target_precompile_headers(skein-runtime PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/src/${header}.hpp>")
  endforeach()
endif()
set_target_properties(skein-runtime PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
  LINK_DEPENDS "${skein_runtime_exports}")

# Handlers on real threads, for programs with skein/events.h that run without skein.
add_library(skein-events STATIC
  "${PROJECT_SOURCE_DIR}/src/handlers/real.c" "${PROJECT_SOURCE_DIR}/src/handlers/public.c")
target_include_directories(skein-events
  PRIVATE "${PROJECT_SOURCE_DIR}/src" PUBLIC "${PROJECT_SOURCE_DIR}/include")
target_compile_options(skein-events PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -O2
  $<$<BOOL:${SKEIN_WERROR}>:-Werror>)
set_target_properties(skein-events PROPERTIES
  ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

# gcc links -fsanitize=thread programs to libtsan and libtsan_preinit.o: it finds these instead.
add_custom_command(TARGET skein-runtime POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory "${PROJECT_BINARY_DIR}/lib/skein-gcc"
  COMMAND ${CMAKE_COMMAND} -E create_symlink ../libskein-runtime.so
          "${PROJECT_BINARY_DIR}/lib/skein-gcc/libtsan.so"
  COMMAND ${CMAKE_C_COMPILER} -x c -c /dev/null
          -o "${PROJECT_BINARY_DIR}/lib/skein-gcc/libtsan_preinit.o"
  VERBATIM)

# An assembler for both compilers, which marks inline assembly.
add_executable(skein-as "${PROJECT_SOURCE_DIR}/src/machine/native/assembler/as.cpp")
set_target_properties(skein-as PROPERTIES OUTPUT_NAME as
  RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/skein-as")
target_compile_options(skein-as PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<BOOL:${SKEIN_WERROR}>:-Werror>)
add_dependencies(skein-runtime skein-as)

# std::atomic's wait spins a number of times before it sleeps, each time a visible operation. For
# programs compiled by `skein c++` one look is enough: the same header with other constants.
file(GLOB skein_atomic_wait_headers /usr/include/c++/*/bits/atomic_wait.h)
foreach(header IN LISTS skein_atomic_wait_headers)
  string(REGEX REPLACE ".*/c\\+\\+/([0-9]+)/.*" "\\1" version "${header}")
  file(READ "${header}" text)
  string(REGEX REPLACE "(__atomic_spin_count_relax *=) *[0-9]+" "\\1 0" text "${text}")
  string(REGEX REPLACE "(__atomic_spin_count *=) *[0-9]+" "\\1 1" text "${text}")
  set(skein_atomic_wait_${version} "${text}")
endforeach()

include(cmake/lock_all.cmake)
include(cmake/shared_objects.cmake)

# Before C++20 the functions of std::string are compiled into the C++ library, where nothing sees
# their accesses. With this value they are instantiated in the program, as in C++20.
#
# std::atomic<std::shared_ptr> releases its lock with a relaxed operation after it has read the
# pointer. By the letter of C++ this is a race, but not one of the program's: released properly.
foreach(header IN LISTS skein_atomic_wait_headers)
  string(REGEX REPLACE ".*/c\\+\\+/([0-9]+)/.*" "\\1" version "${header}")
  set(folder "${PROJECT_BINARY_DIR}/lib/skein-c++/${version}/bits")
  file(CONFIGURE OUTPUT "${folder}/c++config.h" @ONLY CONTENT
"#include_next <bits/c++config.h>
#if defined _GLIBCXX_EXTERN_TEMPLATE && _GLIBCXX_USE_CXX11_ABI
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
")
  file(READ "/usr/include/c++/${version}/bits/shared_ptr_atomic.h" text)
  string(REPLACE "_M_refcount.unlock(memory_order_relaxed)" "_M_refcount.unlock(memory_order_release)"
    text "${text}")
  string(REPLACE "_M_refcount.unlock(__o2)" "_M_refcount.unlock(memory_order_release)" text "${text}")
  string(REPLACE "_M_val.fetch_sub(1, memory_order_relaxed)" "_M_val.fetch_sub(1, memory_order_release)"
    text "${text}")
  file(CONFIGURE OUTPUT "${folder}/shared_ptr_atomic.h" CONTENT "${text}" @ONLY)
endforeach()

if(TARGET skein_machine_native)
  get_target_property(skein_native_type skein_machine_native TYPE)
  if(NOT skein_native_type STREQUAL "INTERFACE_LIBRARY")
    target_compile_definitions(skein_machine_native PRIVATE
      "SKEIN_INCLUDE_DIR=\"${PROJECT_SOURCE_DIR}/include\"")
    add_dependencies(skein_machine_native skein-runtime)
  endif()
endif()

# The programs of tests/native-programs against what their headers expect: how they are compiled, and
# which of them. What is compiled is kept in tests/native-programs of the build folder, so that only
# the first run is slow. Every C program is checked as gcc compiles it; every other way takes a share
# of the programs, unless SKEIN_LONG is set (./test --long).
if(BUILD_TESTING)
  function(skein_expectations name)
    add_test(NAME native-programs.${name}
      COMMAND "${skein_python}" "${PROJECT_SOURCE_DIR}/tests/native-programs/expectations.py" ${ARGN})
    set_tests_properties(native-programs.${name} PROPERTIES
      TIMEOUT 3600 ENVIRONMENT "${skein_test_environment}")
  endfunction()
  skein_expectations(conformance-c --explorer qpor --explorer source "conformance/.*[.]c$")
  skein_expectations(conformance-c++ --share 6 "conformance/.*[.]cpp$")
  skein_expectations(events --share 2 --explorer event "conformance/.*events.*" "conformance/cxx_asio.*")
  skein_expectations(zoo --share 2 "zoo/")
  skein_expectations(users "users/")
  skein_expectations(openmp --share 2 --folder openmp --explorer qpor --explorer source --explorer optimal "openmp/")
  skein_expectations(fork --share 6 --option=--reset=fork --most 100
    "conformance/[a-e].*[.]c$" "conformance/cxx_thread")
  skein_expectations(snapshots --share 3 --option=--snapshots=2 --explorer qpor --explorer source --most 100
    "conformance/[a-f].*[.]c$" "conformance/cxx_thread" "zoo/")
  # Random programs and runs that end badly, with a snapshot after every second step. (Left out: a
  # program that kills itself by an instruction of its own, and so hits the executor, not the
  # process that continues its run.)
  add_test(NAME machine_native.snapshots
    COMMAND machine_native_test
      "--gtest_filter=*RandomNative*:Survival.*:*Troubles*-Survival.AnExecutorKilledInEvery*"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(machine_native.snapshots PROPERTIES TIMEOUT 3600
    ENVIRONMENT "${skein_test_environment};SKEIN_SNAPSHOTS=2;SKEIN_NATIVE_PROGRAMS=40;SKEIN_NATIVE_EVENTS=8")
  # The same with snapshots in the executor itself.
  skein_expectations(copies --share 6 --option=--snapshots=memory:2 --explorer source --explorer qpor --explorer optimal
    --most 100 "conformance/.*[.]c$" "conformance/cxx_" "zoo/" "users/")
  add_test(NAME machine_native.copies
    COMMAND machine_native_test
      "--gtest_filter=*RandomNative*:*RandomSpins*:Survival.*:*Troubles*-Survival.AnExecutorKilledInEvery*"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(machine_native.copies PROPERTIES TIMEOUT 3600
    ENVIRONMENT "${skein_test_environment};SKEIN_SNAPSHOTS=2;SKEIN_SNAPSHOT_COPIES=1;SKEIN_NATIVE_PROGRAMS=40;SKEIN_NATIVE_EVENTS=8")
  skein_expectations(clang-c --share 6 --compiler clang-19 --explorer optimal "(conformance|zoo|users)/.*[.]c$")
  skein_expectations(clang-c++ --share 10 --compiler clang-19 "(conformance|zoo|users)/.*[.]cpp$")
  skein_expectations(preload --share 4 --preload "(conformance|zoo)/.*[.]c$" "conformance/cxx_mutex.cpp")
endif()
