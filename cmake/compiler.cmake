# How every file is compiled.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# Scripts, clang-tidy and tests/structure/ read the compile database.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(-Wall -Wextra -Werror)
# Tests have no use for where lines are, and half of what the compiler writes is that. To debug a test:
# cmake --preset test -DCMAKE_CXX_FLAGS=-g
if(STEWARD_SANITIZE OR NOT STEWARD_TESTS)
  add_compile_options(-g)
endif()

if(STEWARD_FUZZ)
  set(STEWARD_SANITIZE "fuzzer-no-link,address,undefined")
endif()
if(STEWARD_SANITIZE)
  # Not vptr: it looks for run-time type information, which runtime-grade layers do not have.
  add_compile_options(-fsanitize=${STEWARD_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${STEWARD_SANITIZE})
endif()

find_program(STEWARD_CCACHE ccache)
if(STEWARD_CCACHE)
  # Without these two ccache refuses every file that uses a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${STEWARD_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
