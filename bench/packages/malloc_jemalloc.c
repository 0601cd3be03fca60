// SPDX-License-Identifier: Apache-2.0
// Two threads under jemalloc's name for malloc; skein's own heap takes its place.
// WRONG: one thread frees what the other one still uses.
// packages: libjemalloc-dev
// flags: -Wl,--no-as-needed -ljemalloc
#include "malloc_library.h"
