// SPDX-License-Identifier: Apache-2.0
// What the program prints. It would be repeated for each run, so it goes nowhere unless asked for.
#pragma once

namespace skein::runtime {

// Before the first run: points the program's output to where it is to go.
void prepare_output();

// After a run: writes what stdout still holds, if the run is to be shown. A run that ends by a
// violation never comes to the flush at the process's end.
void show_rest_of_output();

}  // namespace skein::runtime
