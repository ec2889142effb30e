// Users and groups.
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include "runtime/intercept/results.h"

using namespace steward;

namespace {

void wrote_entry(const passwd* user, Touch touch) {
  touch.wrote(user).wrote_text(user->pw_name).wrote_text(user->pw_passwd);
  touch.wrote_text(user->pw_gecos).wrote_text(user->pw_dir).wrote_text(user->pw_shell);
}
void wrote_entry(const group* some, Touch touch) {
  touch.wrote(some).wrote_text(some->gr_name).wrote_text(some->gr_passwd);
  for (char** member = some->gr_mem; member != nullptr && *member != nullptr; ++member)
    touch.wrote(member).wrote_text(*member);
}

}  // namespace

// These overwrite what the last call returned.
#define STEWARD_ENTRY(type, name, parameters, arguments)                      \
  STEWARD_FAMILY(type*, name, parameters) {                                   \
    type* const entry = real_##name arguments;                                \
    if (const Touch touch = STEWARD_TOUCH; entry != nullptr && touch.heard()) \
      wrote_entry(entry, touch);                                              \
    return entry;                                                             \
  }
STEWARD_ENTRY(passwd, getpwnam, (const char* name), (name))
STEWARD_ENTRY(passwd, getpwuid, (uid_t user), (user))
STEWARD_ENTRY(passwd, getpwent, (), ())
STEWARD_ENTRY(group, getgrnam, (const char* name), (name))
STEWARD_ENTRY(group, getgrgid, (gid_t id), (id))
STEWARD_ENTRY(group, getgrent, (), ())

#define STEWARD_ENTRY_R(type, name, parameter, argument)                                           \
  STEWARD_FAMILY(int, name, (parameter, type * entry, char* room, std::size_t size, type** out)) { \
    const int error = real_##name(argument, entry, room, size, out);                               \
    if (const Touch touch = STEWARD_TOUCH; touch.heard()) {                                        \
      touch.wrote(out);                                                                            \
      if (error == 0 && *out != nullptr) wrote_entry(*out, touch);                                 \
    }                                                                                              \
    return error;                                                                                  \
  }
STEWARD_ENTRY_R(passwd, getpwnam_r, const char* name, name)
STEWARD_ENTRY_R(passwd, getpwuid_r, uid_t user, user)
STEWARD_ENTRY_R(group, getgrnam_r, const char* name, name)
STEWARD_ENTRY_R(group, getgrgid_r, gid_t id, id)

STEWARD_RESULT(int, getgroups, (int room, gid_t* out), (room, out), result > 0 && room != 0,
               wrote(out, static_cast<std::size_t>(result) * sizeof *out))
STEWARD_RESULT(int, getresuid, (uid_t * real, uid_t* effective, uid_t* saved),
               (real, effective, saved), result == 0, wrote(real).wrote(effective).wrote(saved))
STEWARD_RESULT(int, getresgid, (gid_t * real, gid_t* effective, gid_t* saved),
               (real, effective, saved), result == 0, wrote(real).wrote(effective).wrote(saved))
