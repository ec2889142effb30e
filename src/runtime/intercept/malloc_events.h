// What is said when the program gets memory and gives it back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace steward {

// `block` was just handed out, from `counter`, or is null. Returns it. errno stays as it was.
// `element`: how large one is, if it is an array, as far as known.
void* allocated(void* block, std::size_t size, std::uint64_t counter, std::size_t element = 0);
// `block` will be given back, from `counter`, or is null: to be said while nobody else can get it
// yet.
void freeing(void* block, std::uint64_t counter);
// A block that was said to be given back is there again, perhaps with another size or elsewhere.
// Of its first `kept` bytes the contents were written, by whoever moved them.
void* reallocated(void* block, std::size_t size, std::size_t kept, std::uint64_t counter);
// Frees a block, or nothing if it is null: all of what free and delete do.
void give_back(void* block, std::uint64_t counter);
// How large the program thinks the block is.
std::size_t size_of_block(void* block);
// Whether a block that the program has begins there.
bool is_block(void* address);

}  // namespace steward

// libc's own allocator, by names that nobody interposes.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}
