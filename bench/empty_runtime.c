/* Callbacks that do nothing but what the program needs of them: what is left is the cost of calling
   them, below which no runtime can get. For programs of gcc and clang, by LD_PRELOAD, with empty
   libraries in place of the compilers' own (scripts/bench, scripts/bench-explore). */
#include <stdint.h>
#include <string.h>

#define EMPTY(name) \
  void name(void) {}

/* Accesses of every size, plain, unaligned and volatile. */
#define OF_SIZE(prefix, size)          \
  EMPTY(prefix##read##size)            \
  EMPTY(prefix##write##size)           \
  EMPTY(prefix##read_write##size)      \
  EMPTY(prefix##unaligned_read##size)  \
  EMPTY(prefix##unaligned_write##size) \
  EMPTY(prefix##unaligned_read_write##size)
#define OF_ALL_SIZES(prefix) \
  OF_SIZE(prefix, 1)         \
  OF_SIZE(prefix, 2)         \
  OF_SIZE(prefix, 4)         \
  OF_SIZE(prefix, 8)         \
  OF_SIZE(prefix, 16)

OF_ALL_SIZES(__tsan_)
OF_ALL_SIZES(__tsan_volatile_)
EMPTY(__tsan_init)
EMPTY(__tsan_func_entry)
EMPTY(__tsan_func_exit)
EMPTY(__tsan_read_range)
EMPTY(__tsan_write_range)
EMPTY(__tsan_vptr_update)
EMPTY(__tsan_vptr_read)
EMPTY(__tsan_atomic_signal_fence)

void* __tsan_memcpy(void* to, const void* from, size_t size) { return memcpy(to, from, size); }
void* __tsan_memmove(void* to, const void* from, size_t size) { return memmove(to, from, size); }
void* __tsan_memset(void* to, int value, size_t size) { return memset(to, value, size); }

/* These are the operation itself. The strongest order serves all but loads and stores, which have
   an instruction of their own for weaker ones. */
#define FETCH(bits, operation)                                                              \
  uint##bits##_t __tsan_atomic##bits##_fetch_##operation(volatile uint##bits##_t* at,       \
                                                         uint##bits##_t value, int order) { \
    (void)order;                                                                            \
    return __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST);                         \
  }
#define EXCHANGE(bits, strength, weak)                                                        \
  int __tsan_atomic##bits##_compare_exchange_##strength(                                      \
      volatile uint##bits##_t* at, uint##bits##_t* expected, uint##bits##_t value, int order, \
      int failing) {                                                                          \
    (void)order, (void)failing;                                                               \
    return __atomic_compare_exchange_n(at, expected, value, weak, __ATOMIC_SEQ_CST,           \
                                       __ATOMIC_SEQ_CST);                                     \
  }
#define ATOMICS(bits)                                                                              \
  uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t* at, int order) {        \
    (void)order;                                                                                   \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile uint##bits##_t* at, uint##bits##_t value, int order) { \
    if (order == __ATOMIC_SEQ_CST) __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                  \
    else __atomic_store_n(at, value, __ATOMIC_RELEASE);                                            \
  }                                                                                                \
  uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t* at, uint##bits##_t value, \
                                                int order) {                                       \
    (void)order;                                                                                   \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                       \
  }                                                                                                \
  uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                       \
      volatile uint##bits##_t* at, uint##bits##_t expected, uint##bits##_t value, int order,       \
      int failing) {                                                                               \
    (void)order, (void)failing;                                                                    \
    __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
    return expected;                                                                               \
  }                                                                                                \
  EXCHANGE(bits, strong, 0)                                                                        \
  EXCHANGE(bits, weak, 1)                                                                          \
  FETCH(bits, add)                                                                                 \
  FETCH(bits, sub)                                                                                 \
  FETCH(bits, and)                                                                                 \
  FETCH(bits, or)                                                                                  \
  FETCH(bits, xor)                                                                                 \
  FETCH(bits, nand)

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order) {
  (void)order;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
