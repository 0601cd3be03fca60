// SPDX-License-Identifier: Apache-2.0
// Two threads under mimalloc's name for malloc; skein's own heap takes its place.
// WRONG: one thread frees what the other one still uses.
// packages: libmimalloc-dev
// flags: -Wl,--no-as-needed -lmimalloc
#include "malloc_library.h"
