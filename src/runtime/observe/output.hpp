// SPDX-License-Identifier: Apache-2.0
// The program's output. Every run would repeat it, so it is discarded unless asked for.
#pragma once

namespace skein::runtime {

// Call before the first run: sends the program's output where it should go.
void prepare_output();

// Call after a run: writes what stdout still holds, if the run is shown. A run that ends with a
// violation never reaches the flush at the end of the process.
void show_rest_of_output();

}  // namespace skein::runtime
