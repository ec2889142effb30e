// Addresses, names and options of the network.
#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>

#include "runtime/intercept/results.h"

using namespace steward;

namespace {

// As far as it goes: the kernel and libc say the size that they would have liked.
const Touch& wrote_address(const sockaddr* address, const socklen_t* size, socklen_t room,
                           const Touch& touch) {
  touch.wrote(size);
  return touch.wrote(address, *size < room ? *size : room);
}
void wrote_host(const hostent* host, Touch touch) {
  touch.wrote(host).wrote_text(host->h_name);
  for (char** address = host->h_addr_list; *address != nullptr; ++address)
    touch.wrote(address).wrote(*address, static_cast<std::size_t>(host->h_length));
}
void wrote_list(const addrinfo* one, Touch touch) {
  for (; one != nullptr; one = one->ai_next) {
    touch.wrote(one).wrote_text(one->ai_canonname);
    if (one->ai_addr != nullptr) touch.wrote(one->ai_addr, one->ai_addrlen);
  }
}

}  // namespace

STEWARD_FAMILY(int, getsockname, (int file, sockaddr* out, socklen_t* size)) {
  const socklen_t room = size == nullptr ? 0 : *size;
  const int result = real_getsockname(file, out, size);
  if (result == 0) wrote_address(out, size, room, STEWARD_TOUCH);
  return result;
}
STEWARD_FAMILY(int, getpeername, (int file, sockaddr* out, socklen_t* size)) {
  const socklen_t room = size == nullptr ? 0 : *size;
  const int result = real_getpeername(file, out, size);
  if (result == 0) wrote_address(out, size, room, STEWARD_TOUCH);
  return result;
}
STEWARD_RESULT(int, getsockopt, (int file, int level, int name, void* out, socklen_t* size),
               (file, level, name, out, size), result == 0, wrote(size).wrote(out, *size))

STEWARD_RESULT(int, inet_aton, (const char* text, in_addr* out), (text, out), result != 0,
               wrote(out))
STEWARD_RESULT(int, inet_pton, (int family, const char* text, void* out), (family, text, out),
               result == 1, wrote(out, family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr)))
STEWARD_RESULT(const char*, inet_ntop, (int family, const void* in, char* out, socklen_t room),
               (family, in, out, room), result != nullptr,
               read(in, family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr)).wrote_text(out))
STEWARD_RESULT(char*, if_indextoname, (unsigned index, char* out), (index, out), result != nullptr,
               wrote_text(out))

STEWARD_FAMILY(int, getaddrinfo,
               (const char* node, const char* service, const addrinfo* hints, addrinfo** out)) {
  const int result = real_getaddrinfo(node, service, hints, out);
  if (const Touch touch = STEWARD_TOUCH; result == 0 && touch.heard()) {
    touch.wrote(out);
    wrote_list(*out, touch);
  }
  return result;
}
STEWARD_RESULT(
    int, getnameinfo,
    (const sockaddr* in, socklen_t size, char* host, socklen_t host_room, char* service,
     socklen_t service_room, int flags),
    (in, size, host, host_room, service, service_room, flags), result == 0,
    wrote_text(host_room == 0 ? nullptr : host).wrote_text(service_room == 0 ? nullptr : service))

// These overwrite what the last call returned.
#define STEWARD_HOST(name, parameters, arguments)                            \
  STEWARD_FAMILY(hostent*, name, parameters) {                               \
    hostent* const host = real_##name arguments;                             \
    if (const Touch touch = STEWARD_TOUCH; host != nullptr && touch.heard()) \
      wrote_host(host, touch);                                               \
    return host;                                                             \
  }
STEWARD_HOST(gethostbyname, (const char* name), (name))
STEWARD_HOST(gethostbyname2, (const char* name, int family), (name, family))
STEWARD_HOST(gethostbyaddr, (const void* address, socklen_t size, int family),
             (address, size, family))

#define STEWARD_HOST_R(name, parameters, arguments)               \
  STEWARD_FAMILY(int, name, parameters) {                         \
    const int error = real_##name arguments;                      \
    if (const Touch touch = STEWARD_TOUCH; touch.heard()) {       \
      touch.wrote(out);                                           \
      if (error == 0 && *out != nullptr) wrote_host(*out, touch); \
    }                                                             \
    return error;                                                 \
  }
STEWARD_HOST_R(gethostbyname_r,
               (const char* name, hostent* host, char* room, std::size_t size, hostent** out,
                int* problem),
               (name, host, room, size, out, problem))
STEWARD_HOST_R(gethostbyname2_r,
               (const char* name, int family, hostent* host, char* room, std::size_t size,
                hostent** out, int* problem),
               (name, family, host, room, size, out, problem))
STEWARD_HOST_R(gethostbyaddr_r,
               (const void* address, socklen_t address_size, int family, hostent* host, char* room,
                std::size_t size, hostent** out, int* problem),
               (address, address_size, family, host, room, size, out, problem))
