// SPDX-License-Identifier: Apache-2.0
// Compiles a syntax tree to a program: names become numbers, expressions become instructions.
//
// Registers of a body: its parameters, its locals, then temporaries. Temporaries are released at
// the end of each statement and never reused within one, so that a failed assertion can still show
// the values it read.
#pragma once

#include "machine/model/language/ast.hpp"
#include "machine/model/language/model_program.hpp"
#include "machine/model/language/parser.hpp"

namespace skein {

[[nodiscard]] ModelProgram compile(const ast::File& file, const ModelParams& params);

}  // namespace skein
