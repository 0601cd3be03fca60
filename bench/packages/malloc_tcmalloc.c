// SPDX-License-Identifier: Apache-2.0
// Two threads under tcmalloc's name for malloc; skein's own heap takes its place.
// WRONG: one thread frees what the other one still uses.
// packages: libgoogle-perftools-dev
// flags: -Wl,--no-as-needed -ltcmalloc_minimal
#include "malloc_library.h"
