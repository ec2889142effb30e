# The layers of src/: one folder, one library. Sources are found by scanning, so none can be forgotten.

# What is only in the tool waits for programs most of its time: it is built in half the time without
# the last optimisations.
function(steward_build_soon target)
  target_compile_options(${target} PRIVATE -O1)
endfunction()

# steward_layer(<name> [RUNTIME_GRADE|FAST] [USES <target>...])
#
# Library steward_<name> from src/<name>/. RUNTIME_GRADE layers will live inside the user's process:
# no exceptions, no RTTI; tests/structure/runtime_grade.py checks the rest of that promise. FAST: its
# speed is felt. A layer of headers only is an interface library.
function(steward_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "RUNTIME_GRADE;FAST" "" "USES")
  set(target steward_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    if(layer_RUNTIME_GRADE)
      # They end up in shared libraries that export nothing of theirs.
      # What is promised of them is promised of each object, so none is of several sources.
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
      target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden)
    elseif(STEWARD_TESTS OR NOT layer_FAST)
      steward_build_soon(${target})
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/src
                                                ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${target} ${scope} ${layer_USES})
endfunction()

# steward_tool(<name> LAYER <layer> [USES <target>...])
#
# Executable bin/<name> from src/<layer>/, linked file by file rather than through a library, so that
# a command that registers itself is never dropped by the linker.
function(steward_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 tool "" "LAYER" "USES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${tool_LAYER}/*.cc)
  if(NOT sources OR STEWARD_FUZZ)
    return()
  endif()
  add_executable(${name} ${sources})
  # Tests take all else.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/${tool_LAYER}/main.cc PROPERTIES
                              SKIP_UNITY_BUILD_INCLUSION ON)
  steward_build_soon(${name})
  # What nearly every file of it needs. Only with few optimisations: GCC 12 then warns of what is not.
  target_precompile_headers(${name} PRIVATE <fmt/format.h> <functional> <map> <optional> <set>
                            <string> <vector> ${PROJECT_SOURCE_DIR}/src/report/report.h)
  if(NOT STEWARD_TESTS)
    # It has the loop over a trace, with a detector in it.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/${tool_LAYER}/analysis.cc PROPERTIES
                                COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON)
  endif()
  target_link_libraries(${name} PRIVATE ${tool_USES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
