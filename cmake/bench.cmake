# bench/<name>.cc becomes executable bench/<name>. A plain `make` leaves them out; `make bench`
# builds the target `benchmarks`, and builds with tests include them so that none rots.

find_package(benchmark REQUIRED)
add_custom_target(benchmarks)
file(GLOB benches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cc)
foreach(source IN LISTS benches)
  cmake_path(GET source STEM name)
  add_executable(bench_${name} ${source})
  set_target_properties(bench_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  target_include_directories(bench_${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench)
  target_link_libraries(bench_${name} PRIVATE steward_report benchmark::benchmark)
  add_dependencies(benchmarks bench_${name})
  if(STEWARD_TESTS)
    # There it only has to compile.
    target_compile_options(bench_${name} PRIVATE -O0)
  else()
    set_target_properties(bench_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endforeach()
