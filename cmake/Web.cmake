# Web.cmake: the report page of web/ as a C array. Sets WEB_PAGE_SOURCE.
# A source release carries the array (make dist): no node is needed. A git checkout builds it with npm's esbuild into the build folder.
# Without node, or when its parts cannot be fetched, the array is empty: the program says so where it would write report.html.
option(PLIANT_WEB "include the report page of web/ (a git checkout needs node and npm)" ON)

set(WEB_PAGE_CARRIED ${CMAKE_SOURCE_DIR}/web/dist/web_page.c)
set(WEB_PAGE_SOURCE ${CMAKE_BINARY_DIR}/generated/web_page.c)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated)
find_program(NODE_PROGRAM node)
find_program(NPM_PROGRAM npm)
if(PLIANT_WEB AND EXISTS ${WEB_PAGE_CARRIED})
  message(STATUS "Report page: the built one of this source release")
  set(WEB_PAGE_SOURCE ${WEB_PAGE_CARRIED})
elseif(PLIANT_WEB AND NODE_PROGRAM AND NPM_PROGRAM)
  file(GLOB WEB_SOURCES CONFIGURE_DEPENDS web/src/*.ts web/src/*.css web/src/*.html)
  add_custom_command(OUTPUT ${WEB_PAGE_SOURCE} COMMAND ${CMAKE_SOURCE_DIR}/scripts/build-web ${WEB_PAGE_SOURCE}
                     DEPENDS ${WEB_SOURCES} ${CMAKE_SOURCE_DIR}/web/build.mjs ${CMAKE_SOURCE_DIR}/web/package-lock.json
                             ${CMAKE_SOURCE_DIR}/scripts/build-web
                     COMMENT "Building the report page" VERBATIM)
else()
  message(WARNING "No report page: node and npm were not found, or PLIANT_WEB=OFF. The program writes no report.html; everything else works.")
  file(GENERATE OUTPUT ${WEB_PAGE_SOURCE} CONTENT "extern const char pl__web_page[];\nconst char pl__web_page[] = \"\";\n")
endif()
