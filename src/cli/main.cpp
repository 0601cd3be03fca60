// SPDX-License-Identifier: Apache-2.0
// The program `skein`. What it does is in the library, where tests and batches reach it.
#include "cli/command_line.hpp"

int main(int argc, char** argv) { return skein::cli::run(argc, argv); }
