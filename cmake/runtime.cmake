# What is loaded into the user's program: one library an analysis, all from the same front, and stubs
# that take the place of the compilers' own libraries by their names.
#
# Nothing but libc may be needed at load time, and nothing but the interposed names is exported.
set(runtime_folder ${PROJECT_BINARY_DIR}/lib/steward)
file(GLOB_RECURSE front_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/*.cc)
list(FILTER front_sources EXCLUDE REGEX "/runtime/(per_analysis|explore|turns)/")
file(GLOB explore_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/explore/*.cc)
# It has a name for libc's pthread_mutex_lock, as mutexes.cc has.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/runtime/explore/conditions.cc PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON)
file(GLOB free_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/turns/*.cc)
file(GLOB per_analysis_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/per_analysis/*.cc)
# What most of a program's time goes through must not depend on where the linker puts it: that was
# worth a tenth.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/runtime/per_analysis/access.cc PROPERTIES
                            COMPILE_OPTIONS -falign-functions=64)

function(steward_runtime_options target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PRIVATE steward_core steward_channel steward_sched)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti> -fvisibility=hidden -ftls-model=initial-exec -mcx16 -D_GNU_SOURCE
    # The types of interposed functions carry attributes that mean nothing behind a pointer.
    -Wno-ignored-attributes
    # Exceptions and cancellation of the program pass through interposed functions: they have tables
    # to be unwound by, but nothing to be done on the way.
    -fno-exceptions -fasynchronous-unwind-tables)
endfunction()

# All that does not depend on the analysis, compiled once.
add_library(steward_front OBJECT ${front_sources}
  ${PROJECT_SOURCE_DIR}/src/runtime/platform/unwind.c ${PROJECT_SOURCE_DIR}/src/runtime/platform/unwound.c)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/runtime/platform/unwound.c
                            PROPERTIES COMPILE_OPTIONS -fexceptions)
steward_runtime_options(steward_front)
# Nearly every file is about events: parsed once, it builds in half the time.
target_precompile_headers(steward_front PRIVATE
  $<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/src/runtime/control/events.h>)

# Threads that go as they like.
add_library(steward_free OBJECT ${free_sources})
steward_runtime_options(steward_free)

# The library steward-NAME, with the analysis of per_analysis/ANALYSIS.h and further definitions.
function(steward_runtime name analysis)
  set(target steward-${name})
  if(analysis STREQUAL "explore")
    set(turns ${explore_sources})
    # explore/stepping.h follows them.
    set(frames -fno-omit-frame-pointer)
  else()
    set(turns $<TARGET_OBJECTS:steward_free>)
  endif()
  add_library(${target} SHARED ${per_analysis_sources} ${turns} $<TARGET_OBJECTS:steward_front>)
  steward_runtime_options(${target})
  target_compile_options(${target} PRIVATE ${frames})
  if(STEWARD_TESTS AND NOT name STREQUAL "fasttrack")
    # One in the tests that is as users get it is enough: the others are built in half the time.
    target_compile_options(${target} PRIVATE -O1)
  endif()
  target_compile_definitions(${target} PRIVATE
    STEWARD_ANALYSIS="runtime/per_analysis/${analysis}.h" ${ARGN})
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${runtime_folder}
    # The C compiler links it: nothing of libstdc++.so may be needed.
    LINKER_LANGUAGE C)
  target_link_options(${target} PRIVATE
    -static-libgcc -Wl,-z,now -Wl,-z,defs -Wl,--exclude-libs,ALL)
  install(TARGETS ${target} LIBRARY DESTINATION lib/steward)
endfunction()

# An empty library that the loader takes for `file`.
function(steward_stub name file)
  add_library(stub-${name} SHARED ${PROJECT_SOURCE_DIR}/src/runtime/stub/stub.c)
  set_target_properties(stub-${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${runtime_folder} PREFIX "" SUFFIX "" OUTPUT_NAME ${file} NO_SONAME ON)
  target_link_options(stub-${name} PRIVATE -nostdlib -Wl,-soname,${file})
  install(TARGETS stub-${name} LIBRARY DESTINATION lib/steward)
endfunction()

steward_runtime(fasttrack fasttrack)
steward_runtime(goldilocks goldilocks)
steward_runtime(hybrid hybrid)
steward_runtime(simple simple)
steward_runtime(explore explore)
# The same, and the trace of it.
steward_runtime(fasttrack-record fasttrack STEWARD_RECORDS)
steward_runtime(goldilocks-record goldilocks STEWARD_RECORDS)
steward_runtime(hybrid-record hybrid STEWARD_RECORDS)
steward_stub(gcc libtsan.so.2)
steward_stub(clang libclang_rt.tsan-x86_64.so)
steward_stub(clang-plain libclang_rt.tsan.so)

# What gdb knows of all that: for people, and for the tool.
configure_file(${PROJECT_SOURCE_DIR}/src/gdb/steward-gdb.py
               ${PROJECT_BINARY_DIR}/share/steward/steward-gdb.py COPYONLY)
install(FILES ${PROJECT_SOURCE_DIR}/src/gdb/steward-gdb.py DESTINATION share/steward)
