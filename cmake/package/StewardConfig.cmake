# find_package(Steward): the tool, and tests that hunt races. docs/ci.md says how they are used.
get_filename_component(_steward_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(STEWARD_EXECUTABLE steward HINTS "${_steward_prefix}/bin" NO_DEFAULT_PATH)
if(NOT STEWARD_EXECUTABLE)
  set(Steward_FOUND FALSE)
  set(Steward_NOT_FOUND_MESSAGE "there is no ${_steward_prefix}/bin/steward")
  return()
endif()

# steward_instrument(TARGET...): built so that Steward sees their accesses.
function(steward_instrument)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE -g -fsanitize=thread)
    target_link_options(${target} PRIVATE -fsanitize=thread
                        $<$<LINK_LANG_AND_ID:CXX,Clang>:-shared-libsan>
                        $<$<LINK_LANG_AND_ID:C,Clang>:-shared-libsan>)
  endforeach()
endfunction()

# steward_add_test(NAME name TARGET target [ARGUMENTS arg...] [COMMAND hunt|run|predict|guard] [TIME 2m]
#                  [FAIL_ON potential|real|harmful] [OPTIONS option...])
function(steward_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;TARGET;COMMAND;TIME;FAIL_ON" "ARGUMENTS;OPTIONS")
  if(NOT test_NAME OR NOT test_TARGET OR test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "steward_add_test: needs NAME and TARGET; unknown: '${test_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT test_COMMAND)
    set(test_COMMAND hunt)
  endif()
  if(test_TIME)
    list(APPEND test_OPTIONS --time ${test_TIME})
  endif()
  if(test_FAIL_ON)
    list(APPEND test_OPTIONS --fail-on ${test_FAIL_ON})
  endif()
  add_test(NAME ${test_NAME}
           COMMAND ${STEWARD_EXECUTABLE} ${test_COMMAND} ${test_OPTIONS} -- $<TARGET_FILE:${test_TARGET}> ${test_ARGUMENTS})
  # As long as it may take by itself.
  set_tests_properties(${test_NAME} PROPERTIES TIMEOUT 0)
endfunction()
