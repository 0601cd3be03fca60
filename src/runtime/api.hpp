// What programs may ask of skein: include/skein/skein.h, and the names used by SV-COMP's programs.
#pragma once

namespace skein::runtime {

// The lock behind __VERIFIER_atomic_begin and _end is ours and has to be reset by hand.
void reset_atomic_sections();

}  // namespace skein::runtime
