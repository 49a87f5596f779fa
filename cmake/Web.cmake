# Web.cmake: the report page of web/, built by npm's esbuild into one HTML text and from there into a C array in the build folder. Sets
# WEB_PAGE_SOURCE.
# Without node, or when the parts cannot be fetched, the array is empty and the program writes its plain page.
option(PLIANT_WEB "build the report page of web/ (needs node and npm)" ON)

set(WEB_PAGE_SOURCE ${CMAKE_BINARY_DIR}/generated/web_page.c)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated)
find_program(NODE_PROGRAM node)
find_program(NPM_PROGRAM npm)
if(PLIANT_WEB AND NODE_PROGRAM AND NPM_PROGRAM)
  file(GLOB WEB_SOURCES CONFIGURE_DEPENDS web/src/*.ts web/src/*.css web/src/*.html)
  add_custom_command(OUTPUT ${WEB_PAGE_SOURCE} COMMAND ${CMAKE_SOURCE_DIR}/scripts/build-web ${WEB_PAGE_SOURCE}
                     DEPENDS ${WEB_SOURCES} ${CMAKE_SOURCE_DIR}/web/build.mjs ${CMAKE_SOURCE_DIR}/web/package-lock.json
                             ${CMAKE_SOURCE_DIR}/scripts/build-web
                     COMMENT "Building the report page" VERBATIM)
else()
  message(STATUS "No node and npm, or PLIANT_WEB=OFF: reports will be plain pages")
  file(GENERATE OUTPUT ${WEB_PAGE_SOURCE} CONTENT "extern const char pl__web_page[];\nconst char pl__web_page[] = \"\";\n")
endif()
