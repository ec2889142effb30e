# The plugin for GCC, by which programs can refuse accesses, and what it links into them. Built by GCC 12
# with its plugins' headers (gcc-12-plugin-dev) only: without, `steward c++ --guard` says so.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^12[.]"
   OR STEWARD_SANITIZE)
  return()
endif()
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=plugin
                OUTPUT_VARIABLE gcc_plugins OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS ${gcc_plugins}/include/gcc-plugin.h)
  message(STATUS "No plugin for GCC: gcc-12-plugin-dev is missing")
  return()
endif()

file(GLOB plugin_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/plugins/gcc/*.cc)
add_library(steward_guard MODULE ${plugin_sources})
target_include_directories(steward_guard SYSTEM PRIVATE ${gcc_plugins}/include)
# As GCC itself is built.
target_compile_options(steward_guard PRIVATE -fno-rtti -g0)
# A pass a file, each with its data.
set_target_properties(steward_guard PROPERTIES PREFIX "" UNITY_BUILD OFF LIBRARY_OUTPUT_DIRECTORY ${runtime_folder})
install(TARGETS steward_guard LIBRARY DESTINATION lib/steward)

# Where programs link it, each for itself.
file(GLOB module_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/plugins/gcc/module/*.c
                                           ${PROJECT_SOURCE_DIR}/plugins/gcc/module/*.cc)
add_library(steward-guard STATIC ${module_sources})
target_include_directories(steward-guard PRIVATE ${PROJECT_SOURCE_DIR}/include)
# Exceptions pass through C, too.
target_compile_options(steward-guard PRIVATE -O2 -g0 -fexceptions)
set_target_properties(steward-guard PROPERTIES POSITION_INDEPENDENT_CODE ON
                      ARCHIVE_OUTPUT_DIRECTORY ${runtime_folder})
install(TARGETS steward-guard ARCHIVE DESTINATION lib/steward)
