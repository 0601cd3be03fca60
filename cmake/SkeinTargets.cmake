# SPDX-License-Identifier: Apache-2.0
# How a folder of sources becomes a target. The globs are CONFIGURE_DEPENDS: the build
# looks again each time, so a new or deleted file, also in a folder that did not exist before,
# is noticed without touching CMake.

# GCC inlines less in files that it takes for large ones, which batches are.
set(skein_hot_options "")
if(SKEIN_UNITY)
  set(skein_hot_options $<$<CXX_COMPILER_ID:GNU>:--param=large-unit-insns=100000>)
endif()
set(skein_warm_options ${skein_hot_options} $<$<CONFIG:Release>:-O2>)
set(skein_cold_options $<$<CONFIG:Release>:-O1>)

set(skein_common_headers
  <algorithm> <array> <cstddef> <cstdint> <cstdlib> <cstring> <filesystem> <functional> <map>
  <memory> <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <vector>
  <fmt/format.h>)
skein_precompile(skein_hot_headers
  HEADERS ${skein_common_headers} OPTIONS ${skein_hot_options} LIKE fmt::fmt)
skein_precompile(skein_warm_headers
  HEADERS ${skein_common_headers} OPTIONS ${skein_warm_options} LIKE fmt::fmt)
skein_precompile(skein_cold_headers
  HEADERS ${skein_common_headers} <nlohmann/json.hpp>
  OPTIONS ${skein_cold_options} LIKE fmt::fmt nlohmann_json::nlohmann_json)

# How many files of a library are compiled at once, at most.
set(skein_hot_batch 10)
set(skein_warm_batch 20)
set(skein_cold_batch 32)

# skein_library(<name> <folder> [RECURSE] [WARM | COLD [HOT <file>...]]
#               [EXCEPT <file>...] [REQUIRES <target>...])
# A static library from <folder>/*.cpp, with RECURSE from its subfolders too; an interface library
# while there is no .cpp. What is compiled with -O3 takes twice as long to compile as with -O1, so
# that is for what explores. WARM: -O2, where programs of bench/verify and bench/prove were no faster
# with -O3. COLD: it does nothing often, so that -O1 will do, except for its HOT files.
function(skein_library name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "RECURSE;WARM;COLD" "" "HOT;EXCEPT;REQUIRES")
  set(glob GLOB)
  if(arg_RECURSE)
    set(glob GLOB_RECURSE)
  endif()
  file(${glob} sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  foreach(path IN LISTS arg_EXCEPT)
    if(path MATCHES "/$")  # a folder
      list(FILTER sources EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${folder}/${path}")
    else()
      list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/${folder}/${path}")
    endif()
  endforeach()
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE skein_base ${arg_REQUIRES})
    return()
  endif()
  set(heat hot)
  if(arg_WARM)
    set(heat warm)
  elseif(arg_COLD)
    set(heat cold)
  endif()
  set(hot_sources ${arg_HOT})
  list(TRANSFORM hot_sources PREPEND "${PROJECT_SOURCE_DIR}/${folder}/")
  if(hot_sources)
    list(REMOVE_ITEM sources ${hot_sources})
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC skein_base ${arg_REQUIRES})
  skein_compile_for(${name} ${heat})
  if(hot_sources)
    add_library(${name}_hot OBJECT ${hot_sources})
    target_link_libraries(${name}_hot PRIVATE skein_base ${arg_REQUIRES})
    skein_compile_for(${name}_hot hot)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}_hot>)
  endif()
endfunction()

# skein_compile_for(<target> hot | warm | cold)
function(skein_compile_for target heat)
  skein_compile_in_batches(${target} ${skein_${heat}_batch})
  target_compile_options(${target} PRIVATE ${skein_${heat}_options})
  skein_reuse(${target} skein_${heat}_headers)
  target_compile_definitions(${target} PRIVATE "SKEIN_VERSION=\"${PROJECT_VERSION}\"")
endfunction()

# skein_executable(<name> <file> [REQUIRES <target>...])
# A program from one file, put at the top of the build folder; nothing while there is no such
# file.
function(skein_executable name file)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "REQUIRES")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${file}")
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE skein_base ${arg_REQUIRES})
  target_compile_definitions(${name} PRIVATE "SKEIN_VERSION=\"${PROJECT_VERSION}\"")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()

# Where libraries of skein's own are installed. They are none to link to by hand, so this is a
# private folder, the same on every system (no multiarch triplet).
set(skein_private_folder "lib/skein")

# skein_module(<name> SOURCES <file>... REQUIRES <target>...)
# lib<name>.so, which the command loads when it needs it (src/machine/plugin.hpp).
function(skein_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;REQUIRES")
  add_library(${name} MODULE ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE skein_base ${arg_REQUIRES})
  target_compile_options(${name} PRIVATE -fvisibility=hidden ${skein_cold_options})
  skein_compile_in_batches(${name} ${skein_cold_batch})
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
  install(TARGETS ${name} LIBRARY DESTINATION "${skein_private_folder}")
  add_dependencies(skein_machine ${name})
endfunction()

# The xxHash package ships no CMake files: make the target xxhash::xxhash ourselves.
function(skein_find_xxhash)
  find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
  find_library(XXHASH_LIBRARY xxhash REQUIRED)
  add_library(xxhash::xxhash UNKNOWN IMPORTED GLOBAL)
  set_target_properties(xxhash::xxhash PROPERTIES
    IMPORTED_LOCATION "${XXHASH_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${XXHASH_INCLUDE_DIR}")
endfunction()

# Nor does elfutils.
function(skein_find_libdw)
  find_path(LIBDW_INCLUDE_DIR elfutils/libdw.h REQUIRED)
  find_library(LIBDW_LIBRARY dw REQUIRED)
  add_library(elfutils::dw UNKNOWN IMPORTED GLOBAL)
  set_target_properties(elfutils::dw PROPERTIES
    IMPORTED_LOCATION "${LIBDW_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${LIBDW_INCLUDE_DIR}")
endfunction()

# The package's own CMake files of the disassembler are not complete everywhere.
function(skein_find_zydis)
  find_path(ZYDIS_INCLUDE_DIR Zydis/Zydis.h REQUIRED)
  find_library(ZYDIS_LIBRARY Zydis REQUIRED)
  add_library(zydis::zydis UNKNOWN IMPORTED GLOBAL)
  set_target_properties(zydis::zydis PROPERTIES
    IMPORTED_LOCATION "${ZYDIS_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${ZYDIS_INCLUDE_DIR}")
endfunction()

# Z3's own CMake files want its static library, which Debian does not have.
function(skein_find_z3)
  find_path(Z3_INCLUDE_DIR z3++.h REQUIRED)
  find_library(Z3_LIBRARY z3 REQUIRED)
  add_library(z3::z3 UNKNOWN IMPORTED GLOBAL)
  set_target_properties(z3::z3 PROPERTIES
    IMPORTED_LOCATION "${Z3_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Z3_INCLUDE_DIR}")
endfunction()
