# Install.cmake: libraries, headers, pkg-config file, CMake package, program, man page, materials.
include(CMakePackageConfigHelpers)

install(TARGETS ${INSTALLED_LIBRARIES} EXPORT pliant LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/pliant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(TARGET pliant)
  install(TARGETS pliant RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(EXISTS ${CMAKE_SOURCE_DIR}/data/materials)
  install(DIRECTORY data/materials DESTINATION ${CMAKE_INSTALL_DATADIR}/pliant FILES_MATCHING PATTERN "*.json" PATTERN "*.md" PATTERN "*.csv")
endif()

configure_file(docs/pliant.1 generated/pliant.1 @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/pliant.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(pliant) gives pliant::pliant (shared) and pliant::static.
set(PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
install(EXPORT pliant NAMESPACE pliant:: FILE pliant-targets.cmake DESTINATION ${PACKAGE_DIR})
configure_package_config_file(cmake/pliant-config.cmake.in generated/pliant-config.cmake INSTALL_DESTINATION ${PACKAGE_DIR})
write_basic_package_version_file(generated/pliant-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/pliant-config.cmake ${CMAKE_BINARY_DIR}/generated/pliant-config-version.cmake DESTINATION ${PACKAGE_DIR})

# pkg-config: found relative to the file, so the installed tree may be moved. The private part is for `pkg-config --static`.
file(RELATIVE_PATH PKGCONFIG_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" PKGCONFIG_TO_PREFIX ${PKGCONFIG_TO_PREFIX})
set(PKGCONFIG_PRIVATE "-lcholmod -lumfpack -llapacke -lz -lcairo -lm -fopenmp")
if(BLAS_DIR)
  string(PREPEND PKGCONFIG_PRIVATE "-Wl,-rpath,${BLAS_DIR} -L${BLAS_DIR} -Wl,--push-state,--no-as-needed -lblas -llapack -lopenblas -Wl,--pop-state ")
else()
  string(PREPEND PKGCONFIG_PRIVATE "-lopenblas ")
endif()
configure_file(cmake/pliant.pc.in generated/pliant.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/pliant.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
