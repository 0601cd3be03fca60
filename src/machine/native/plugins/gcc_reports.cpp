// SPDX-License-Identifier: Apache-2.0
// A plugin for gcc, which `skein cc` loads: it lets -fsanitize=thread report what it leaves out.
//
// That pass instruments assignments only. A call reads and writes memory too:
// - an argument that is a structure in memory is read, and copied to the callee;
// - a result that is a structure is written to memory;
// - a built-in function such as __builtin_memcpy becomes instructions.
//
// Just before that pass we turn the first two into assignments to and from a temporary variable,
// and the built-in functions into calls of the library's functions, which the runtime sees.
//
// An assignment to a bit-field reads its neighbours in the same word too, and writes them back:
// that becomes a load, an insertion, and a store, so that another thread's write in between can be
// lost.
//
// That pass needs the address of what is accessed, and skips fields without one, as those of a
// pointer to a member function: they become words in memory, which have one.
//
// Whether the program looks at the result of a barrier makes a difference to the exploration: a
// call without result becomes another one (runtime/intercept/locks/barrier.cpp). So does an atomic
// addition whose result is not used (runtime/memory/tsan_atomic.cpp).
//
// gcc's headers do not include what they need, so their order matters.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "gimple.h"
#include "builtins.h"
#include "cfghooks.h"
#include "context.h"
#include "diagnostic-core.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "gimple-expr.h"
#include "plugin-version.h"
#include "ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-pass.h"
// clang-format on

// gcc asks for it.
int plugin_is_GPL_compatible;

namespace {

constexpr int kDeepestCopy = 16;  // of copies of copies

// The function of the library that a built-in function stands for, or null if it is not one of
// those that access memory.
const char* library_function(built_in_function code) {
  switch (code) {
    case BUILT_IN_MEMCPY: return "memcpy";
    case BUILT_IN_MEMMOVE: return "memmove";
    case BUILT_IN_MEMSET: return "memset";
    case BUILT_IN_MEMPCPY: return "mempcpy";
    case BUILT_IN_MEMCMP:
    case BUILT_IN_MEMCMP_EQ: return "memcmp";
    case BUILT_IN_MEMCHR: return "memchr";
    case BUILT_IN_BCMP: return "bcmp";
    case BUILT_IN_BCOPY: return "bcopy";
    case BUILT_IN_BZERO: return "bzero";
    case BUILT_IN_STRLEN: return "strlen";
    case BUILT_IN_STRNLEN: return "strnlen";
    case BUILT_IN_STRCPY: return "strcpy";
    case BUILT_IN_STRNCPY: return "strncpy";
    case BUILT_IN_STPCPY: return "stpcpy";
    case BUILT_IN_STPNCPY: return "stpncpy";
    case BUILT_IN_STRCAT: return "strcat";
    case BUILT_IN_STRNCAT: return "strncat";
    case BUILT_IN_STRCMP:
    case BUILT_IN_STRCMP_EQ: return "strcmp";
    case BUILT_IN_STRNCMP:
    case BUILT_IN_STRNCMP_EQ: return "strncmp";
    case BUILT_IN_STRCASECMP: return "strcasecmp";
    case BUILT_IN_STRNCASECMP: return "strncasecmp";
    case BUILT_IN_STRCHR: return "strchr";
    case BUILT_IN_STRRCHR: return "strrchr";
    case BUILT_IN_INDEX: return "index";
    case BUILT_IN_RINDEX: return "rindex";
    case BUILT_IN_STRSTR: return "strstr";
    case BUILT_IN_STRSPN: return "strspn";
    case BUILT_IN_STRCSPN: return "strcspn";
    case BUILT_IN_STRPBRK: return "strpbrk";
    case BUILT_IN_MEMCPY_CHK: return "__memcpy_chk";
    case BUILT_IN_MEMMOVE_CHK: return "__memmove_chk";
    case BUILT_IN_MEMSET_CHK: return "__memset_chk";
    case BUILT_IN_MEMPCPY_CHK: return "__mempcpy_chk";
    case BUILT_IN_STRCPY_CHK: return "__strcpy_chk";
    case BUILT_IN_STPCPY_CHK: return "__stpcpy_chk";
    case BUILT_IN_STRNCPY_CHK: return "__strncpy_chk";
    case BUILT_IN_STPNCPY_CHK: return "__stpncpy_chk";
    case BUILT_IN_STRCAT_CHK: return "__strcat_chk";
    case BUILT_IN_STRNCAT_CHK: return "__strncat_chk";
    default: return nullptr;
  }
}

bool call_library(gcall* call) {
  tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !fndecl_built_in_p(function, BUILT_IN_NORMAL)) return false;
  const char* name = library_function(DECL_FUNCTION_CODE(function));
  if (name == nullptr) return false;
  tree plain = build_fn_decl(name, TREE_TYPE(function));
  TREE_NOTHROW(plain) = 1;
  gimple_call_set_fndecl(call, plain);
  return true;
}

// A structure in memory. Values in registers and constants are not; a type that C++ must copy by
// its constructor is passed by its address.
bool is_in_memory(tree value) {
  return value != NULL_TREE && !is_gimple_reg(value) && !is_gimple_min_invariant(value) &&
         TREE_CODE(value) != WITH_SIZE_EXPR && TREE_CODE(value) != CONSTRUCTOR &&
         !TREE_ADDRESSABLE(TREE_TYPE(value)) && int_size_in_bytes(TREE_TYPE(value)) > 0;
}

// Whether another thread may access it. The pass itself decides more finely; this only saves
// copies.
bool may_be_shared(tree value) {
  tree base = get_base_address(value);
  return base == NULL_TREE || !DECL_P(base) || is_global_var(base) || TREE_ADDRESSABLE(base);
}

bool copy_arguments(gimple_stmt_iterator* place, gcall* call) {
  bool has_changed = false;
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    tree argument = gimple_call_arg(call, i);
    if (!is_in_memory(argument) || !may_be_shared(argument)) continue;
    tree copy = create_tmp_var(TYPE_MAIN_VARIANT(TREE_TYPE(argument)), "skein_argument");
    gassign* assign = gimple_build_assign(copy, unshare_expr(argument));
    gimple_set_location(assign, gimple_location(call));
    gsi_insert_before(place, assign, GSI_SAME_STMT);
    gimple_call_set_arg(call, i, copy);
    has_changed = true;
  }
  return has_changed;
}

bool copy_result(gimple_stmt_iterator* place, gcall* call) {
  tree target = gimple_call_lhs(call);
  if (!is_in_memory(target) || !may_be_shared(target)) return false;
  edge normal = nullptr;
  if (stmt_ends_bb_p(call)) {
    normal = find_fallthru_edge(gsi_bb(*place)->succs);
    if (normal == nullptr) return false;
  }
  tree result = create_tmp_var(TYPE_MAIN_VARIANT(TREE_TYPE(target)), "skein_result");
  gassign* assign = gimple_build_assign(unshare_expr(target), result);
  gimple_set_location(assign, gimple_location(call));
  gimple_call_set_lhs(call, result);
  gimple_call_set_return_slot_opt(call, false);
  if (normal != nullptr) {
    gsi_insert_on_edge(normal, assign);
  } else {
    gsi_insert_after(place, assign, GSI_SAME_STMT);
  }
  return true;
}

HOST_WIDE_INT bits_before(tree field) {
  return tree_to_shwi(DECL_FIELD_OFFSET(field)) * BITS_PER_UNIT +
         tree_to_shwi(DECL_FIELD_BIT_OFFSET(field));
}

// Structures of constant layout only.
bool has_known_place(tree access) {
  return TREE_CODE(access) == COMPONENT_REF && TREE_OPERAND(access, 2) == NULL_TREE &&
         tree_fits_shwi_p(DECL_FIELD_OFFSET(TREE_OPERAND(access, 1)));
}

// The field of the accessed structure as a word in memory, computed before the place.
tree by_address(gimple_stmt_iterator* place, tree access, tree field) {
  tree structure = TREE_OPERAND(access, 0);
  tree address = build_fold_addr_expr(unshare_expr(structure));
  address = force_gimple_operand_gsi(place, address, true, NULL_TREE, true, GSI_SAME_STMT);
  tree member = build3(COMPONENT_REF, TREE_TYPE(field), structure, field, NULL_TREE);
  tree type = build_aligned_type(TREE_TYPE(field), get_object_alignment(member));
  tree offset = build_int_cst(reference_alias_ptr_type(access), bits_before(field) / BITS_PER_UNIT);
  tree word = build2(MEM_REF, type, address, offset);
  TREE_THIS_VOLATILE(word) = TREE_THIS_VOLATILE(access);
  return word;
}

// In words that a register can hold.
bool is_bit_field(tree access) {
  if (!has_known_place(access) || !DECL_BIT_FIELD(TREE_OPERAND(access, 1))) return false;
  tree word = DECL_BIT_FIELD_REPRESENTATIVE(TREE_OPERAND(access, 1));
  return word != NULL_TREE && INTEGRAL_TYPE_P(TREE_TYPE(word)) &&
         INTEGRAL_TYPE_P(TREE_TYPE(access)) && tree_fits_shwi_p(DECL_FIELD_OFFSET(word)) &&
         TYPE_PRECISION(TREE_TYPE(access)) < TYPE_PRECISION(TREE_TYPE(word));
}

bool split_store(gimple_stmt_iterator* place, gassign* assign) {
  tree target = gimple_assign_lhs(assign);
  if (BYTES_BIG_ENDIAN || !is_bit_field(target) || !may_be_shared(target)) return false;
  tree value = gimple_assign_rhs1(assign);
  if (!is_gimple_val(value) || !INTEGRAL_TYPE_P(TREE_TYPE(value))) return false;
  tree field = TREE_OPERAND(target, 1);
  tree word = DECL_BIT_FIELD_REPRESENTATIVE(field);
  tree whole = by_address(place, target, word);
  tree before = make_ssa_name(TREE_TYPE(word));
  gassign* load = gimple_build_assign(before, whole);
  tree after = make_ssa_name(TREE_TYPE(word));
  gassign* insert = gimple_build_assign(after, BIT_INSERT_EXPR, before, value,
                                        bitsize_int(bits_before(field) - bits_before(word)));
  for (gassign* one : {load, insert}) {
    gimple_set_location(one, gimple_location(assign));
    gsi_insert_before(place, one, GSI_SAME_STMT);
  }
  gimple_assign_set_lhs(assign, unshare_expr(whole));
  gimple_assign_set_rhs1(assign, after);
  update_stmt(assign);
  return true;
}

bool has_no_address(tree access) {
  return has_known_place(access) && DECL_NONADDRESSABLE_P(TREE_OPERAND(access, 1)) &&
         !DECL_BIT_FIELD(TREE_OPERAND(access, 1)) && may_be_shared(access);
}

bool report_assignment(gimple_stmt_iterator* place, gassign* assign) {
  if (!gimple_assign_single_p(assign)) return false;
  tree target = gimple_assign_lhs(assign);
  tree source = gimple_assign_rhs1(assign);
  const bool is_stored = has_no_address(target);
  const bool is_loaded = has_no_address(source);
  if (!is_stored && !is_loaded) return split_store(place, assign);
  if (is_stored) {
    gimple_assign_set_lhs(assign, by_address(place, target, TREE_OPERAND(target, 1)));
  }
  if (is_loaded) {
    gimple_assign_set_rhs1(assign, by_address(place, source, TREE_OPERAND(source, 1)));
  }
  update_stmt(assign);
  return true;
}

bool drop_result(gcall* call) {
  tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || gimple_call_lhs(call) != NULL_TREE || !DECL_EXTERNAL(function) ||
      gimple_call_num_args(call) != 1 ||
      strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)), "pthread_barrier_wait") != 0) {
    return false;
  }
  tree blind = build_fn_decl("skein_barrier_wait", TREE_TYPE(function));
  TREE_NOTHROW(blind) = TREE_NOTHROW(function);
  gimple_call_set_fndecl(call, blind);
  return true;
}

// The local variables of a function whose content or address is used.
class UsedVariables {
 public:
  bool has(tree variable) {
    if (!is_filled_) fill();
    return variables_.contains(variable);
  }

 private:
  static bool note(gimple*, tree base, tree, void* variables) {
    if (DECL_P(base)) static_cast<hash_set<tree>*>(variables)->add(base);
    return false;
  }

  void fill() {
    is_filled_ = true;
    basic_block block;
    FOR_EACH_BB_FN(block, cfun) {
      for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
        walk_stmt_load_store_addr_ops(gsi_stmt(i), &variables_, note, nullptr, note);
      }
      for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i)) {
        walk_stmt_load_store_addr_ops(i.phi(), &variables_, note, nullptr, note);
      }
    }
  }

  hash_set<tree> variables_;
  bool is_filled_ = false;
};

// Whether nothing uses a value but copies and sums that nothing uses. Without optimisation results
// have such copies, in local variables too.
bool is_dead(tree value, UsedVariables& used, int depth = 0) {
  if (value == NULL_TREE) return true;
  if (depth == kDeepestCopy) return false;
  if (VAR_P(value)) return auto_var_p(value) && !TREE_THIS_VOLATILE(value) && !used.has(value);
  if (TREE_CODE(value) != SSA_NAME) return false;
  use_operand_p use;
  imm_use_iterator uses;
  FOR_EACH_IMM_USE_FAST(use, uses, value) {
    gimple* const user = USE_STMT(use);
    if (is_gimple_debug(user)) continue;
    auto* const copy = dyn_cast<gassign*>(user);
    if (copy == nullptr || gimple_has_volatile_ops(copy) || gimple_could_trap_p(copy) ||
        !is_dead(gimple_assign_lhs(copy), used, depth + 1)) {
      return false;
    }
  }
  return true;
}

// An atomic addition or subtraction, as a built-in function.
struct Addition {
  built_in_function first;  // of one byte; 2, 4 and 8 bytes follow
  const char* name;
};

constexpr Addition kAdditions[] = {
    {BUILT_IN_ATOMIC_FETCH_ADD_1, "add"},   {BUILT_IN_ATOMIC_ADD_FETCH_1, "add"},
    {BUILT_IN_ATOMIC_FETCH_SUB_1, "sub"},   {BUILT_IN_ATOMIC_SUB_FETCH_1, "sub"},
    {BUILT_IN_SYNC_FETCH_AND_ADD_1, "add"}, {BUILT_IN_SYNC_ADD_AND_FETCH_1, "add"},
    {BUILT_IN_SYNC_FETCH_AND_SUB_1, "sub"}, {BUILT_IN_SYNC_SUB_AND_FETCH_1, "sub"},
};

// The runtime's function for additions to 2^width bytes whose result is not used.
tree blind_addition(const char* name, int width) {
  char text[32];
  snprintf(text, sizeof text, "skein_atomic%d_%s", 8 << width, name);
  const auto like = static_cast<built_in_function>(BUILT_IN_ATOMIC_FETCH_ADD_1 + width);
  tree function = build_fn_decl(text, TREE_TYPE(builtin_decl_explicit(like)));
  TREE_NOTHROW(function) = 1;
  return function;
}

// Puts a call of the function in place of the call, with the same result, which is not used.
gcall* replace_call(gimple_stmt_iterator* place, gcall* call, tree function, tree address,
                    tree value, tree order) {
  gcall* const other = gimple_build_call(function, 3, address, value, order);
  gimple_set_location(other, gimple_location(call));
  gimple_move_vops(other, call);
  tree result = gimple_call_lhs(call);
  gsi_replace(place, other, true);
  if (result != NULL_TREE) {
    // Its copies remain.
    gassign* const nothing = gimple_build_assign(result, build_zero_cst(TREE_TYPE(result)));
    gsi_insert_after(place, nothing, GSI_SAME_STMT);
  }
  return other;
}

// The operators of std::atomic are not inlined without optimisation. Those of integers have names
// such as _ZNSt13__atomic_baseIiEppEv.
const char* operator_name(tree function, int& width, bool& has_value) {
  constexpr char kBegin[] = "_ZNSt13__atomic_baseI";
  const char* name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
  if (strncmp(name, kBegin, sizeof kBegin - 1) != 0) return nullptr;
  name += sizeof kBegin - 1;
  const char* const letters[] = {"cah", "st", "ij", "lmxy"};
  const char letter = *name;
  for (width = 0; width < 4 && (letter == 0 || strchr(letters[width], letter) == nullptr);
       ++width) {
  }
  if (width == 4 || name[1] != 'E') return nullptr;
  name += 2;
  has_value = strncmp(name, "pLE", 3) == 0 || strncmp(name, "mIE", 3) == 0;
  if (has_value)
    return name[3] == letter && name[4] == 0 ? (*name == 'p' ? "add" : "sub") : nullptr;
  for (const char* one : {"ppEi", "ppEv"}) {
    if (strcmp(name, one) == 0) return "add";
  }
  for (const char* one : {"mmEi", "mmEv"}) {
    if (strcmp(name, one) == 0) return "sub";
  }
  return nullptr;
}

gcall* drop_operator_result(gimple_stmt_iterator* place, gcall* call, tree function) {
  int width = 0;
  bool has_value = false;
  if (!DECL_ASSEMBLER_NAME_SET_P(function) || gimple_call_num_args(call) == 0 ||
      stmt_ends_bb_p(call)) {
    return nullptr;
  }
  const char* const name = operator_name(function, width, has_value);
  if (name == nullptr || (has_value && gimple_call_num_args(call) != 2)) return nullptr;
  tree addition = blind_addition(name, width);
  tree type = TREE_VALUE(TREE_CHAIN(TYPE_ARG_TYPES(TREE_TYPE(addition))));
  tree value = has_value ? gimple_call_arg(call, 1) : build_one_cst(type);
  if (has_value) {
    value = force_gimple_operand_gsi(place, fold_convert(type, value), true, NULL_TREE, true,
                                     GSI_SAME_STMT);
  }
  return replace_call(place, call, addition, gimple_call_arg(call, 0), value,
                      build_int_cst(integer_type_node, __ATOMIC_SEQ_CST));
}

// Returns the call that takes the place of the addition; null if it stays.
gcall* drop_sum(gimple_stmt_iterator* place, gcall* call, UsedVariables& used) {
  tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !is_dead(gimple_call_lhs(call), used)) return nullptr;
  if (!fndecl_built_in_p(function, BUILT_IN_NORMAL)) {
    return drop_operator_result(place, call, function);
  }
  for (const Addition& one : kAdditions) {
    const int width = DECL_FUNCTION_CODE(function) - one.first;
    if (width < 0 || width > 3) continue;
    const bool has_order = gimple_call_num_args(call) == 3;
    tree order =
        has_order ? gimple_call_arg(call, 2) : build_int_cst(integer_type_node, __ATOMIC_SEQ_CST);
    return replace_call(place, call, blind_addition(one.name, width), gimple_call_arg(call, 0),
                        gimple_call_arg(call, 1), order);
  }
  return nullptr;
}

bool report_call(gimple_stmt_iterator* place, gcall* call, UsedVariables& used) {
  if (gimple_call_internal_p(call)) return false;
  if (gcall* const other = drop_sum(place, call, used)) {
    update_stmt(other);
    return true;
  }
  bool has_changed = call_library(call);
  has_changed |= drop_result(call);
  has_changed |= copy_arguments(place, call);
  has_changed |= copy_result(place, call);
  if (!has_changed) return false;
  gimple_call_set_tail(call, false);
  update_stmt(call);
  return true;
}

const pass_data kPassData = {
    GIMPLE_PASS, "skein_reports", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

class ReportsPass : public gimple_opt_pass {
 public:
  explicit ReportsPass(gcc::context* context) : gimple_opt_pass(kPassData, context) {}

  // One for each place in the list of passes.
  opt_pass* clone() final { return new ReportsPass(m_ctxt); }

  bool gate(function* function) final {
    return (flag_sanitize & SANITIZE_THREAD) != 0 &&
           lookup_attribute("no_sanitize_thread", DECL_ATTRIBUTES(function->decl)) == NULL_TREE &&
           lookup_attribute("no_sanitize", DECL_ATTRIBUTES(function->decl)) == NULL_TREE;
  }

  unsigned execute(function* function) final {
    bool has_changed = false;
    UsedVariables used;
    basic_block block;
    FOR_EACH_BB_FN(block, function) {
      for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
        if (auto* const call = dyn_cast<gcall*>(gsi_stmt(i))) {
          has_changed |= report_call(&i, call, used);
        } else if (auto* const assign = dyn_cast<gassign*>(gsi_stmt(i))) {
          has_changed |= report_assignment(&i, assign);
        }
      }
    }
    if (!has_changed) return 0;
    gsi_commit_edge_inserts();
    mark_virtual_operands_for_renaming(function);
    return TODO_update_ssa_only_virtuals | TODO_cleanup_cfg;
  }
};

void insert_before(const char* name, const char* plugin) {
  register_pass_info info{};
  info.pass = new ReportsPass(g);
  info.reference_pass_name = name;
  info.ref_pass_instance_number = 0;  // each
  info.pos_op = PASS_POS_INSERT_BEFORE;
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace

int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  if (strcmp(version->basever, gcc_version.basever) != 0) {
    inform(
        UNKNOWN_LOCATION,
        "skein: this compiler is gcc %s, its plugin is for %s: copies of structures at calls and "
        "neighbours of bit-fields are not seen",
        version->basever, gcc_version.basever);
    return 0;
  }
  insert_before("tsan", plugin->base_name);   // with optimisation
  insert_before("tsan0", plugin->base_name);  // without
  return 0;
}
