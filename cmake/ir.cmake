# The decoder of LLVM bitcode: build/<preset>/lib/libskein-ir-decoder.so, loaded by `skein verify`
# when it is needed. It is the only target that knows LLVM; its headers are the system's, so that
# our warnings are about our code.

# Not find_package: LLVM's own CMake files also want the headers of everything that libLLVM uses.
find_path(SKEIN_LLVM_INCLUDE llvm/IR/Module.h PATHS /usr/lib/llvm-19/include
  NO_DEFAULT_PATH REQUIRED)
find_library(SKEIN_LLVM_LIBRARY NAMES LLVM-19 LLVM PATHS /usr/lib/llvm-19/lib
  NO_DEFAULT_PATH REQUIRED)

file(GLOB skein_ir_decoder_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/src/machine/ir_decoder/*.cpp")
add_library(skein-ir-decoder MODULE ${skein_ir_decoder_sources})
target_link_libraries(skein-ir-decoder PRIVATE skein_base "${SKEIN_LLVM_LIBRARY}")
target_include_directories(skein-ir-decoder SYSTEM PRIVATE "${SKEIN_LLVM_INCLUDE}")
target_compile_options(skein-ir-decoder PRIVATE -fvisibility=hidden)
set_target_properties(skein-ir-decoder PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

if(TARGET skein_machine_ir)
  target_compile_definitions(skein_machine_ir PRIVATE
    "SKEIN_DECODER_DIR=\"${PROJECT_BINARY_DIR}/lib\"")
  target_link_libraries(skein_machine_ir PUBLIC ${CMAKE_DL_LIBS})
  add_dependencies(skein_machine_ir skein-ir-decoder)
endif()

include(GNUInstallDirs)
install(TARGETS skein-ir-decoder LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
