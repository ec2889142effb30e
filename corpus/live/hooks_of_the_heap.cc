// expect: none
// What a program may ask of the library: to be told of its heap, and the names of places.
#include <cstddef>
#include <cstdlib>
#include <cstring>

extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                              void (*)(const volatile void*));
void __sanitizer_symbolize_pc(void*, const char*, char*, std::size_t);
void __sanitizer_symbolize_global(void*, const char*, char*, std::size_t);
int __sanitizer_get_module_and_offset_for_pc(void*, char*, std::size_t, void**);
}

// Volatile: compilers know that malloc changes nothing.
static volatile std::size_t made, freed, told;

// Taken in place of the library's own.
extern "C" void __sanitizer_malloc_hook(const volatile void*, std::size_t size) { told = told + size; }

int main() {
  const auto on_malloc = [](const volatile void*, std::size_t size) { made = made + size; };
  const auto on_free = [](const volatile void*) { freed = freed + 1; };
  if (__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 1) return 1;
  told = 0;
  void* volatile block = std::malloc(123);
  if (made != 123 || told != 123) return 2;
  block = std::realloc(block, 200);
  if (made != 323) return 3;
  std::free(block);
  if (freed == 0) return 4;

  char text[64];
  void* const place = reinterpret_cast<void*>(&std::strlen);
  __sanitizer_symbolize_pc(place, "%%%n %f", text, sizeof text);
  if (std::strncmp(text, "%0 strlen", 9) != 0) return 5;
  __sanitizer_symbolize_pc(place, "0123456789", text, 6);
  if (std::strcmp(text, "0123") != 0) return 6;
  void* offset = nullptr;
  if (__sanitizer_get_module_and_offset_for_pc(place, text, sizeof text, &offset) == 0) return 7;
  __sanitizer_symbolize_global(place, "%g", text, sizeof text);
  return std::strcmp(text, "strlen") == 0 ? 0 : 8;
}
