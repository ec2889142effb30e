// A plugin for GCC 12: code that is compiled with it asks Steward's runtime before each access, and
// throws steward::data_race instead of the one that would make a race.
//
// -fplugin-arg-steward_guard-lift-std   std's inline functions may throw, though they are noexcept
// -fplugin-arg-steward_guard-report     says on standard error how many checks there are
// -fplugin-arg-steward_guard-check-all  leaves no check out
// -fplugin-arg-steward_guard-guarded=F  leaves out those of fields that a lock guards; what clang
//                                       says of that is in F (guarded_fields.h)
#include <cstdio>
#include <cstring>

#include "guarded_fields.h"
#include "hooks.h"
#include "passes.h"
#include "settings.h"

int plugin_is_GPL_compatible;

namespace steward_guard {
namespace {

void say_counts(void*, void*) {
  const char* const name = main_input_filename == nullptr ? "?" : main_input_filename;
  std::fprintf(
      stderr,
      "steward: %s: %llu checks; left out: %llu redundant, %llu of variables that no other "
      "thread knows\n"
      "steward: %s: %llu checks after inlining; taken out before: %llu redundant, %llu of such "
      "variables, %llu of what a lock guards\n",
      name, static_cast<unsigned long long>(counts.checked),
      static_cast<unsigned long long>(counts.redundant),
      static_cast<unsigned long long>(counts.local), name,
      static_cast<unsigned long long>(counts.left),
      static_cast<unsigned long long>(counts.removed_redundant),
      static_cast<unsigned long long>(counts.removed_local),
      static_cast<unsigned long long>(counts.removed_guarded));
}

// The program is to know that something was believed: module/hooks.c finds all of these.
void write_trust(void*, void*) {
  if (counts.removed_guarded == 0) return;
  std::fprintf(asm_out_file, "\t.section steward_trusts,\"a\"\n\t.balign 8\n\t.quad %llu\n",
               static_cast<unsigned long long>(counts.removed_guarded));
}

bool read_settings(const plugin_name_args& plugin) {
  for (int i = 0; i < plugin.argc; ++i) {
    const char* const key = plugin.argv[i].key;
    if (std::strcmp(key, "lift-std") == 0) {
      settings.lifts_std = true;
    } else if (std::strcmp(key, "report") == 0) {
      settings.reports = true;
    } else if (std::strcmp(key, "check-all") == 0) {
      settings.checks_all = true;
    } else if (std::strcmp(key, "guarded") == 0 && plugin.argv[i].value != nullptr) {
      const char* const path = plugin.argv[i].value;
      if (guarded_fields.read(path)) continue;
      error("plugin %qs: cannot read %qs", plugin.base_name, path);
      return false;
    } else {
      error(
          "plugin %qs: there is no argument %qs; there are %<lift-std%>, %<check-all%>, "
          "%<guarded=FILE%> and %<report%>",
          plugin.base_name, key);
      return false;
    }
  }
  return true;
}

// Each check is some statements more before functions are inlined, and one call in the end. What is
// inlined without checks is to be inlined with them: functions that are called for each access of
// an object's parts cost more than the checks.
void inline_as_without_checks() {
  constexpr int kTimes = 5;
  const auto raise = [](int& limit, int set_by_user) {
    if (set_by_user == 0) limit *= kTimes;
  };
  raise(global_options.x_param_early_inlining_insns,
        global_options_set.x_param_early_inlining_insns);
  raise(global_options.x_param_max_inline_insns_auto,
        global_options_set.x_param_max_inline_insns_auto);
  raise(global_options.x_param_max_inline_insns_single,
        global_options_set.x_param_max_inline_insns_single);
}

void add_pass(const char* plugin, opt_pass* pass, const char* beside, pass_positioning_ops where) {
  register_pass_info info = {pass, beside, 1, where};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace
}  // namespace steward_guard

int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  using namespace steward_guard;
  if (!plugin_default_version_check(version, &gcc_version)) {
    error("plugin %qs was built for GCC %s, and this is GCC %s", plugin->base_name,
          gcc_version.basever, version->basever);
    return 1;
  }
  if (!read_settings(*plugin)) return 1;
  // Otherwise front ends take functions for such that throw nothing before we have seen them.
  settings.accesses_throw = flag_non_call_exceptions != 0;
  flag_non_call_exceptions = 1;
  inline_as_without_checks();
  register_callback(plugin->base_name, PLUGIN_REGISTER_GGC_ROOTS, nullptr,
                    const_cast<ggc_root_tab*>(hook_roots()));
  // Before exceptions become edges of a graph ("ehopt" is the last that does not look at them so).
  add_pass(plugin->base_name, make_insert_checks(g), "ehopt", PASS_POS_INSERT_BEFORE);
  // As soon as it is known where addresses get to: variables whose address only checks have taken
  // become registers then. And again when all is known that tells checks to be of the same place.
  if (!settings.checks_all) {
    add_pass(plugin->base_name, make_remove_checks(g, false), "alias", PASS_POS_INSERT_AFTER);
    add_pass(plugin->base_name, make_peel_loops(g), "loopinit", PASS_POS_INSERT_AFTER);
    add_pass(plugin->base_name, make_remove_checks(g, true), "strlen", PASS_POS_INSERT_BEFORE);
  }
  add_pass(plugin->base_name, make_remove_callbacks(g), "tsan", PASS_POS_INSERT_AFTER);
  add_pass(plugin->base_name, make_remove_callbacks(g), "tsan0", PASS_POS_INSERT_AFTER);
  register_callback(plugin->base_name, PLUGIN_FINISH_UNIT, write_trust, nullptr);
  if (settings.reports) register_callback(plugin->base_name, PLUGIN_FINISH, say_counts, nullptr);
  return 0;
}
