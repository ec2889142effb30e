// The runtime's side of what it and programs say to each other.
#pragma once

#define STEWARD_RUNTIME extern __attribute__((visibility("default")))
#include <steward/race_record.h>
