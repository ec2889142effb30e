// Random numbers that the program asks the system for: drawn like everything else that is up to
// chance, so that the same seed gives the same ones.
#pragma once

#include <cstddef>

#include "runtime/explore/stand_in.h"

namespace steward {

void draw_bytes(const Turn& turn, void* out, std::size_t size);
// Whether that descriptor is /dev/random or /dev/urandom.
bool is_random_device(int file);

}  // namespace steward
