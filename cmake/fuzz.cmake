# tests/fuzz/<name>.cc becomes executable fuzz/<name>. In the `fuzz` preset it is a libFuzzer target
# for scripts/soak. In the others it gets a main that runs it once over its committed inputs,
# tests/fuzz/corpus/<name>/, so that every input that once mattered stays a test.

if(NOT STEWARD_FUZZ AND NOT STEWARD_TESTS)
  return()
endif()
file(GLOB fuzzers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.cc)
foreach(source IN LISTS fuzzers)
  cmake_path(GET source STEM name)
  add_executable(fuzz_${name} ${source})
  set_target_properties(fuzz_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(fuzz_${name} PRIVATE steward_report steward_sched)
  if(STEWARD_FUZZ)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_compile_options(fuzz_${name} PRIVATE -O0)
    target_sources(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/structure/replay_fuzz_corpus.cc)
  endif()
endforeach()
