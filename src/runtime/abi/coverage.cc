// Callbacks of builds that also ask for coverage. Whoever wants to know defines them; otherwise
// nobody does.
#include <cstdint>

#include "runtime/platform/real.h"

#define STEWARD_COVERAGE(name, ...) \
  STEWARD_INTERPOSED [[gnu::weak]] void name(__VA_ARGS__) {}

using Count = std::uint64_t;

STEWARD_COVERAGE(__sanitizer_cov_dump)
STEWARD_COVERAGE(__sanitizer_cov_reset)
STEWARD_COVERAGE(__sanitizer_dump_coverage, const void*, Count)
STEWARD_COVERAGE(__sanitizer_dump_trace_pc_guard_coverage)
STEWARD_COVERAGE(__sanitizer_cov_8bit_counters_init, char*, char*)
STEWARD_COVERAGE(__sanitizer_cov_bool_flag_init, bool*, bool*)
STEWARD_COVERAGE(__sanitizer_cov_pcs_init, const void*, const void*)
STEWARD_COVERAGE(__sanitizer_cov_trace_pc)
STEWARD_COVERAGE(__sanitizer_cov_trace_pc_guard, std::uint32_t*)
STEWARD_COVERAGE(__sanitizer_cov_trace_pc_guard_init, std::uint32_t*, std::uint32_t*)
STEWARD_COVERAGE(__sanitizer_cov_trace_pc_indir, Count)
STEWARD_COVERAGE(__sanitizer_cov_trace_cmp)
STEWARD_COVERAGE(__sanitizer_cov_trace_cmp1, std::uint8_t, std::uint8_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_cmp2, std::uint16_t, std::uint16_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_cmp4, std::uint32_t, std::uint32_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_cmp8, std::uint64_t, std::uint64_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_const_cmp1, std::uint8_t, std::uint8_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_const_cmp2, std::uint16_t, std::uint16_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_const_cmp4, std::uint32_t, std::uint32_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_const_cmp8, std::uint64_t, std::uint64_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_switch, std::uint64_t, std::uint64_t*)
STEWARD_COVERAGE(__sanitizer_cov_trace_div4, std::uint32_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_div8, std::uint64_t)
STEWARD_COVERAGE(__sanitizer_cov_trace_gep, Count)
STEWARD_COVERAGE(__sanitizer_cov_load1, void*)
STEWARD_COVERAGE(__sanitizer_cov_load2, void*)
STEWARD_COVERAGE(__sanitizer_cov_load4, void*)
STEWARD_COVERAGE(__sanitizer_cov_load8, void*)
STEWARD_COVERAGE(__sanitizer_cov_load16, void*)
STEWARD_COVERAGE(__sanitizer_cov_store1, void*)
STEWARD_COVERAGE(__sanitizer_cov_store2, void*)
STEWARD_COVERAGE(__sanitizer_cov_store4, void*)
STEWARD_COVERAGE(__sanitizer_cov_store8, void*)
STEWARD_COVERAGE(__sanitizer_cov_store16, void*)

// A fuzzer that wants to know what is compared. The comparisons are the program's, and are not
// told.
STEWARD_COVERAGE(__sanitizer_weak_hook_memcmp, void*, const void*, const void*, Count, int)
STEWARD_COVERAGE(__sanitizer_weak_hook_strcmp, void*, const char*, const char*, int)
STEWARD_COVERAGE(__sanitizer_weak_hook_strncmp, void*, const char*, const char*, Count, int)
STEWARD_COVERAGE(__sanitizer_weak_hook_strcasecmp, void*, const char*, const char*, int)
STEWARD_COVERAGE(__sanitizer_weak_hook_strncasecmp, void*, const char*, const char*, Count, int)
STEWARD_COVERAGE(__sanitizer_weak_hook_strstr, void*, const char*, const char*, char*)
STEWARD_COVERAGE(__sanitizer_weak_hook_strcasestr, void*, const char*, const char*, char*)
STEWARD_COVERAGE(__sanitizer_weak_hook_memmem, void*, const void*, Count, const void*, Count, void*)
