# What people's projects find, and packages of the whole.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/StewardConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/StewardConfig.cmake
              ${PROJECT_BINARY_DIR}/StewardConfigVersion.cmake DESTINATION lib/cmake/Steward)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/steward)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION share/doc/steward)

set(CPACK_PACKAGE_NAME steward)
set(CPACK_PACKAGE_CONTACT "the Steward project <steward@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds, proves and stops data races in C and C++ programs")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
include(CPack)
