#include "runtime/platform/static_tls.h"

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <pthread.h>

namespace steward {
namespace {

// The names by which glibc tells its own parts, and debuggers.
std::size_t size_of_all() {
  using Ask = void(std::size_t * size, std::size_t * alignment);
  auto* const ask = reinterpret_cast<Ask*>(dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info"));
  std::size_t size = 0;
  std::size_t alignment = 0;
  if (ask != nullptr) ask(&size, &alignment);
  return size;
}
std::size_t size_of_descriptor() {
  const void* const size = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  return size == nullptr ? 0 : *static_cast<const std::uint32_t*>(size);
}

constinit std::size_t size = 0;

}  // namespace

void measure_static_tls() {
  const std::size_t all = size_of_all();
  const std::size_t descriptor = size_of_descriptor();
  size = descriptor == 0 || all < descriptor ? 0 : all - descriptor;
}

// Below the descriptor, which the thread's handle points to.
AddressRange static_tls_of_caller() {
  return {Address(static_cast<std::uint64_t>(pthread_self()) - size), size};
}

}  // namespace steward
