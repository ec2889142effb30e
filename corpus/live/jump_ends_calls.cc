// expect: none
// A jump ends the calls that it leaves, at once and not only with the next call.
#include <csetjmp>

extern "C" unsigned long __tsan_testonly_shadow_stack_current_size();

static std::jmp_buf back;
static sigjmp_buf back_with_mask;
int value;

[[gnu::noinline]] static void deeper(int depth, bool with_mask) {
  if (depth == 0 && with_mask) siglongjmp(back_with_mask, 1);
  if (depth == 0) std::longjmp(back, 1);
  deeper(depth - 1, with_mask);
  ++value;
}

int main() {
  const unsigned long before = __tsan_testonly_shadow_stack_current_size();
  if (setjmp(back) == 0) deeper(10, false);
  if (__tsan_testonly_shadow_stack_current_size() != before) return 1;
  if (sigsetjmp(back_with_mask, 1) == 0) deeper(10, true);
  if (__tsan_testonly_shadow_stack_current_size() != before) return 2;
}
