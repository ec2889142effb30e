# The managed run-time system (runtimes/), compiled for race detection as programs are that are to be
# watched, and what compares what is found on it with what is true. `make` leaves them out; builds
# with tests include them, and scripts/tables-lard builds the target `managed`.

set(managed ${PROJECT_SOURCE_DIR}/runtimes)
file(GLOB managed_sources CONFIGURE_DEPENDS ${managed}/managed/*.cc)
file(GLOB workload_sources CONFIGURE_DEPENDS ${managed}/workloads/*.cc)
file(GLOB compare_sources CONFIGURE_DEPENDS ${managed}/compare/*.cc)
list(REMOVE_ITEM compare_sources ${managed}/compare/main.cc)
add_custom_target(managed)

add_library(lard_comparison STATIC ${compare_sources})
target_include_directories(lard_comparison PUBLIC ${managed})
target_link_libraries(lard_comparison PUBLIC steward_trace)
add_executable(lard-compare ${managed}/compare/main.cc)
target_link_libraries(lard-compare PRIVATE lard_comparison fmt::fmt nlohmann_json::nlohmann_json)
set_target_properties(lard-compare PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/managed)
add_dependencies(managed lard-compare)

# steward_managed(<name> [WATCHED] [TRUTH] [DEFINE <macro>...]): the workloads on the run-time system,
# as managed/<name>. WATCHED: instrumented. TRUTH: it can write down the truth; what does that is not
# to be seen.
function(steward_managed name)
  cmake_parse_arguments(PARSE_ARGV 1 program "WATCHED;TRUTH" "" "DEFINE")
  set(sources ${managed_sources} ${workload_sources})
  list(REMOVE_ITEM sources ${managed}/managed/truth.cc)
  add_executable(managed_${name} ${sources})
  set(targets managed_${name})
  if(program_TRUTH)
    add_library(managed_${name}_truth OBJECT ${managed}/managed/truth.cc)
    list(APPEND targets managed_${name}_truth)
    target_link_libraries(managed_${name} PRIVATE $<TARGET_OBJECTS:managed_${name}_truth>)
  endif()
  if(program_WATCHED)
    target_compile_options(managed_${name} PRIVATE -fsanitize=thread)
    target_link_options(managed_${name} PRIVATE -fsanitize=thread)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      target_link_options(managed_${name} PRIVATE -shared-libsan)
    endif()
  endif()
  foreach(target IN LISTS targets)
    target_include_directories(${target} PRIVATE ${managed} ${PROJECT_SOURCE_DIR}/src
                                                 ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(${target} PRIVATE ${program_DEFINE}
                                         $<$<BOOL:${program_TRUTH}>:MANAGED_LOGS_TRUTH>)
    # An object is what its place says: fields of one are reached as references of any class.
    target_compile_options(${target} PRIVATE -O2 -g -fno-strict-aliasing)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF POSITION_INDEPENDENT_CODE ON)
    if(NOT STEWARD_TESTS)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
  target_link_libraries(managed_${name} PRIVATE pthread)
  set_target_properties(managed_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/managed)
  add_dependencies(managed managed_${name})
endfunction()

# The run-time system alone, as its own tests have it.
if(STEWARD_TESTS AND NOT STEWARD_SANITIZE)
  set(sources ${managed_sources})
  list(REMOVE_ITEM sources ${managed}/managed/truth.cc)
  add_library(managed_runtime STATIC ${sources})
  target_include_directories(managed_runtime PUBLIC ${managed} ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(managed_runtime PUBLIC -fno-strict-aliasing)
  set_target_properties(managed_runtime PROPERTIES UNITY_BUILD OFF)
endif()

if(NOT STEWARD_SANITIZE)
  steward_managed(lard WATCHED TRUTH DEFINE MANAGED_TELLS_STEWARD)
  steward_managed(tsan WATCHED TRUTH DEFINE MANAGED_TELLS_TSAN)
  # For what it costs to say something, with nobody there who listens.
  steward_managed(telling DEFINE MANAGED_TELLS_STEWARD)
  steward_managed(silent)
  # For what it costs to listen to collectors.
  steward_managed(watched WATCHED DEFINE MANAGED_TELLS_STEWARD)
  steward_managed(watched-without-collector WATCHED DEFINE MANAGED_TELLS_STEWARD
                  MANAGED_COLLECTORS_ARE_SILENT)
endif()
if(NOT STEWARD_TESTS)
  set_target_properties(lard_comparison lard-compare PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
