# Tests are found by scanning; tests/structure/registered.py checks that none was missed.
#
#   tests/<group>/**.cc   one GoogleTest executable, tests/<group>_tests; each TEST is a ctest test,
#                         "<group>.<Suite>.<Name>": long properties then share the cores, and a
#                         failure is named. One process per test costs a few milliseconds.
#   tests/support/        headers and sources shared by the groups
#   tests/structure/*.py  checks of the tree and the build
#   tests/rendered/*.py   reports as their readers get them; one that cannot be made here is skipped
#   tests/fuzz/           see fuzz.cmake

find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
include(GoogleTest)

# What every test is compiled with. The same for all groups, so that they can share one precompiled
# header: the test libraries take longer to parse than most tests to compile.
add_library(steward_test_settings INTERFACE)
target_include_directories(steward_test_settings INTERFACE ${PROJECT_SOURCE_DIR}/tests)
target_compile_definitions(steward_test_settings INTERFACE
  STEWARD_SOURCE_DIR="${PROJECT_SOURCE_DIR}" STEWARD_TOOL="${PROJECT_BINARY_DIR}/bin/steward" STEWARD_BUILD="${PROJECT_BINARY_DIR}")
target_link_libraries(steward_test_settings INTERFACE
  steward_store steward_report steward_sched GTest::gmock GTest::gtest rapidcheck rapidcheck_gtest)

file(CONFIGURE OUTPUT test_headers.cc CONTENT "// Carries the precompiled header of the tests.\n")
# Once for tests that are optimised, and once for those that are not: the compiler insists.
foreach(headers IN ITEMS steward_test_headers steward_test_headers_quick)
  add_library(${headers} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cc)
  target_link_libraries(${headers} PRIVATE steward_test_settings)
  target_precompile_headers(${headers} PRIVATE <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>)
endforeach()
target_compile_options(steward_test_headers_quick PRIVATE -O0)
# These read what the tool writes.
target_precompile_headers(steward_test_headers_quick PRIVATE <gmock/gmock.h> <nlohmann/json.hpp>)

file(GLOB_RECURSE support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cc)
if(support_sources)
  add_library(steward_test_support STATIC ${support_sources})
  target_link_libraries(steward_test_support PUBLIC steward_test_settings)
  target_precompile_headers(steward_test_support REUSE_FROM steward_test_headers)
else()
  add_library(steward_test_support INTERFACE)
  target_link_libraries(steward_test_support INTERFACE steward_test_settings)
endif()

function(steward_test_group group sources)
  set(target ${group}_tests)
  add_executable(${target} ${sources})
  # Only some compute for long; the others are compiled more often than they run.
  set(headers steward_test_headers)
  if(group MATCHES "^(cli|live|report|store|unit)$")
    target_compile_options(${target} PRIVATE -O0)
    set(headers steward_test_headers_quick)
  elseif(NOT group MATCHES "^stepping$")
    target_compile_options(${target} PRIVATE -O1)
  endif()
  target_link_libraries(${target} PRIVATE steward_test_support GTest::gtest_main)
  target_precompile_headers(${target} REUSE_FROM ${headers})
  set_target_properties(${target} PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  if(TARGET steward)
    add_dependencies(${target} steward)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX ${group}. DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES
                       PROPERTIES TIMEOUT 900
                       ENVIRONMENT STEWARD_STORE=${PROJECT_BINARY_DIR}/tests/store)
endfunction()

file(GLOB folders LIST_DIRECTORIES true CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*)
foreach(folder IN LISTS folders)
  cmake_path(GET folder FILENAME group)
  # The run-time system switches stacks by itself, which a sanitizer does not follow.
  if(STEWARD_SANITIZE AND group STREQUAL "managed")
    continue()
  endif()
  if(NOT group MATCHES "^(structure|support|fuzz)$")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
    if(sources)
      steward_test_group(${group} "${sources}")
    endif()
  endif()
endforeach()

# What commands make of their runs is judged without any, by all of the tool but its main().
if(TARGET steward)
  target_sources(cli_tests PRIVATE $<FILTER:$<TARGET_OBJECTS:steward>,EXCLUDE,/main\\.cc\\.o$>)
endif()

target_link_libraries(compare_tests PRIVATE lard_comparison)
if(TARGET managed_tests)
  target_link_libraries(managed_tests PRIVATE managed_runtime)
  # They record and watch it.
  add_dependencies(live_tests managed)
endif()

# It looks for its own functions, and for those that are inlined into them.
set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/report/live_symbols_test.cc PROPERTIES
  COMPILE_OPTIONS "-g;-O2" SKIP_PRECOMPILE_HEADERS ON)

foreach(source IN LISTS fuzzers)
  cmake_path(GET source STEM name)
  add_test(NAME fuzz_corpus.${name}
           COMMAND fuzz_${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
endforeach()

# The one that scripts/setup installs modules for, if there are others in front of it.
if(EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# The scripts of tests/<group>/ as tests "<group>.<name>".
function(steward_script_group group)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${group}/*.py)
  foreach(script IN LISTS scripts)
    cmake_path(GET script STEM name)
    add_test(NAME ${group}.${name}
             COMMAND ${Python3_EXECUTABLE} -B ${script}
                     --source ${PROJECT_SOURCE_DIR} --build ${PROJECT_BINARY_DIR})
    set_tests_properties(${group}.${name} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
  endforeach()
endfunction()

steward_script_group(rendered)
# They look at plain objects: a sanitizer's own symbols would be in the way.
if(NOT STEWARD_SANITIZE)
  steward_script_group(structure)
  # By far the longest: last, it would run alone.
  set_tests_properties(structure.headers_alone PROPERTIES COST 1000)
endif()
