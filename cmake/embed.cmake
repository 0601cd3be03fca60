# SPDX-License-Identifier: Apache-2.0
# Writes a file as an array of bytes: cmake -DINPUT=... -DOUTPUT=... -P embed.cmake
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include <cstddef>
namespace skein::ir {
extern const unsigned char kLibraryBytes[];
extern const std::size_t kLibrarySize;
const unsigned char kLibraryBytes[] = {${bytes}};
const std::size_t kLibrarySize = sizeof kLibraryBytes;
}  // namespace skein::ir
")
