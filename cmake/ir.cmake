# SPDX-License-Identifier: Apache-2.0
# The decoder of LLVM bitcode: build/<preset>/lib/libskein-ir-decoder.so, loaded by `skein verify`
# when it is needed. It is the only target that knows LLVM; its headers are the system's, so that
# our warnings are about our code.

# Not find_package: LLVM's own CMake files also want the headers of everything that libLLVM uses.
find_path(SKEIN_LLVM_INCLUDE llvm/IR/Module.h PATHS /usr/lib/llvm-19/include
  NO_DEFAULT_PATH REQUIRED)
find_library(SKEIN_LLVM_LIBRARY NAMES LLVM-19 LLVM PATHS /usr/lib/llvm-19/lib
  NO_DEFAULT_PATH REQUIRED)

file(GLOB skein_ir_decoder_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/src/machine/ir/decoder/*.cpp")

# The C library of the ir machine: bitcode, linked to the programs that need it. It is part of the
# decoder, as bytes.
find_program(SKEIN_CLANG clang-19 REQUIRED)
find_program(SKEIN_LLVM_LINK NAMES llvm-link-19 llvm-link PATHS /usr/lib/llvm-19/bin REQUIRED)
file(GLOB skein_ir_library_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/src/machine/ir/library/*.c")
set(skein_ir_library_dir "${PROJECT_BINARY_DIR}/generated/ir_library")
file(MAKE_DIRECTORY "${skein_ir_library_dir}")
set(skein_ir_library_parts "")
foreach(source ${skein_ir_library_sources})
  get_filename_component(name "${source}" NAME_WE)
  set(part "${skein_ir_library_dir}/${name}.bc")
  add_custom_command(OUTPUT "${part}"
    COMMAND "${SKEIN_CLANG}" -c -emit-llvm -O0 -Xclang -disable-O0-optnone -fno-builtin
      -std=gnu11 -Wall -Wextra -Werror "-I${PROJECT_SOURCE_DIR}/src"
      "-I${PROJECT_SOURCE_DIR}/include" "${source}" -o "${part}"
    DEPENDS "${source}" "${PROJECT_SOURCE_DIR}/src/machine/ir/library/machine.h"
      "${PROJECT_SOURCE_DIR}/include/skein/unknown_input.c" VERBATIM)
  list(APPEND skein_ir_library_parts "${part}")
endforeach()
add_custom_command(OUTPUT "${skein_ir_library_dir}/library.cpp"
  COMMAND "${SKEIN_LLVM_LINK}" -o "${skein_ir_library_dir}/library.bc" ${skein_ir_library_parts}
  COMMAND "${CMAKE_COMMAND}" "-DINPUT=${skein_ir_library_dir}/library.bc"
    "-DOUTPUT=${skein_ir_library_dir}/library.cpp" -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
  DEPENDS ${skein_ir_library_parts} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake" VERBATIM)

skein_module(skein-ir-decoder
  SOURCES ${skein_ir_decoder_sources} "${skein_ir_library_dir}/library.cpp"
  REQUIRES "${SKEIN_LLVM_LIBRARY}")
target_include_directories(skein-ir-decoder SYSTEM PRIVATE "${SKEIN_LLVM_INCLUDE}")
