// One process of a program that was started, but has not begun, makes another for each execution:
// that takes a fraction of the time of starting it anew. The tool asks, through a socket.
#pragma once

#include <cstdint>

namespace steward::channel {

// How the tool says which descriptor the socket is, and who it is itself: "7:1234". A process that
// has another parent, or does not find this, just runs.
inline constexpr char kServerVariable[] = "STEWARD_SERVER";

// For each byte that the tool sends one execution begins. Both answers come for each.
struct ServerAnswer {
  enum class What : std::uint32_t { begun, ended, failed } what;
  std::int32_t value;  // the process; its status, as waitpid gives it; why not (errno)
};

}  // namespace steward::channel
