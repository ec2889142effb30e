// What is asked about files, folders and terminals.
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "runtime/intercept/results.h"

using namespace steward;

#define STEWARD_STATUS(name, status)                                                          \
  STEWARD_RESULT(int, name, (const char* path, struct status* out), (path, out), result == 0, \
                 wrote(out))
#define STEWARD_STATUS_OF_FILE(name, status) \
  STEWARD_RESULT(int, name, (int file, struct status* out), (file, out), result == 0, wrote(out))
STEWARD_STATUS(stat, stat)
STEWARD_STATUS(stat64, stat64)
STEWARD_STATUS(lstat, stat)
STEWARD_STATUS(lstat64, stat64)
STEWARD_STATUS(statfs, statfs)
STEWARD_STATUS(statfs64, statfs64)
STEWARD_STATUS(statvfs, statvfs)
STEWARD_STATUS(statvfs64, statvfs64)
STEWARD_STATUS_OF_FILE(fstat, stat)
STEWARD_STATUS_OF_FILE(fstat64, stat64)
STEWARD_STATUS_OF_FILE(fstatfs, statfs)
STEWARD_STATUS_OF_FILE(fstatfs64, statfs64)
STEWARD_STATUS_OF_FILE(fstatvfs, statvfs)
STEWARD_STATUS_OF_FILE(fstatvfs64, statvfs64)
STEWARD_RESULT(int, fstatat, (int folder, const char* path, struct stat* out, int flags),
               (folder, path, out, flags), result == 0, wrote(out))
STEWARD_RESULT(int, fstatat64, (int folder, const char* path, struct stat64* out, int flags),
               (folder, path, out, flags), result == 0, wrote(out))
// Programs that were built with an older libc call these.
STEWARD_RESULT(int, __xstat, (int version, const char* path, struct stat* out),
               (version, path, out), result == 0, wrote(out))
STEWARD_RESULT(int, __lxstat, (int version, const char* path, struct stat* out),
               (version, path, out), result == 0, wrote(out))
STEWARD_RESULT(int, __fxstat, (int version, int file, struct stat* out), (version, file, out),
               result == 0, wrote(out))

STEWARD_RESULT(ssize_t, readlink, (const char* path, char* out, std::size_t room),
               (path, out, room), result > 0, wrote(out, static_cast<std::size_t>(result)))
STEWARD_RESULT(ssize_t, readlinkat, (int folder, const char* path, char* out, std::size_t room),
               (folder, path, out, room), result > 0, wrote(out, static_cast<std::size_t>(result)))
STEWARD_RESULT(char*, realpath, (const char* path, char* out), (path, out), result != nullptr,
               wrote_text(result))
STEWARD_RESULT(char*, getcwd, (char* out, std::size_t room), (out, room), result != nullptr,
               wrote_text(result))
STEWARD_RESULT(int, ttyname_r, (int file, char* out, std::size_t room), (file, out, room),
               result == 0, wrote_text(out))
STEWARD_RESULT(char*, ttyname, (int file), (file), result != nullptr, wrote_text(result))
STEWARD_RESULT(int, ptsname_r, (int file, char* out, std::size_t room), (file, out, room),
               result == 0, wrote_text(out))
STEWARD_RESULT(int, gethostname, (char* out, std::size_t room), (out, room), result == 0,
               wrote_text(out))

// An entry lies in memory of the folder's, until the next one is read.
STEWARD_RESULT(dirent*, readdir, (DIR * folder), (folder), result != nullptr,
               wrote(result, result->d_reclen))
STEWARD_RESULT(dirent64*, readdir64, (DIR * folder), (folder), result != nullptr,
               wrote(result, result->d_reclen))

// The pattern becomes a name.
STEWARD_RESULT(int, mkstemp, (char* pattern), (pattern), result >= 0, wrote_text(pattern))
STEWARD_RESULT(int, mkstemp64, (char* pattern), (pattern), result >= 0, wrote_text(pattern))
STEWARD_RESULT(int, mkostemp, (char* pattern, int flags), (pattern, flags), result >= 0,
               wrote_text(pattern))
STEWARD_RESULT(char*, mkdtemp, (char* pattern), (pattern), result != nullptr, wrote_text(pattern))
