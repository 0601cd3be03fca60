// SPDX-License-Identifier: Apache-2.0
// The accesses that a function of the printf family makes through its arguments: the texts of %s,
// the counts of %n.
#pragma once

#include <stdarg.h>

namespace skein::runtime {

// Reports all of these accesses, and the reads of the format. The arguments can be used afterwards.
void report_print_arguments(const char* format, va_list arguments, const void* pc);

}  // namespace skein::runtime
