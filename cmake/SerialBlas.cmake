# SerialBlas.cmake: one BLAS in the process, and the serial one.
#
# Pliant runs one example per thread; a BLAS with threads of its own makes that slower, never faster. CHOLMOD, UMFPACK and
# LAPACKE are linked to "libblas.so.3" and "liblapack.so.3", which on Debian the alternatives system points to whichever
# variant somebody installed last. The loader takes a library that is already there under the same SONAME, and loads the direct
# needs of a program before the needs of its libraries. So our own programs and libpliant.so name all three files of
# openblas-serial directly (--no-as-needed keeps them although we may call none of their functions) with the folder in their run
# path; everything behind them then gets the same ones. `ldd build/pliant | grep -E 'blas|lapack'` shows it; .ci/run checks it.
#
# Sets SERIAL_BLAS_LIBRARIES (for target_link_libraries) and SERIAL_BLAS_DIR (empty where no serial variant is known).
find_library(OPENBLAS_SERIAL_LIBRARY NAMES openblas PATH_SUFFIXES openblas-serial
             PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH)
set(SERIAL_BLAS_DIR "")
if(OPENBLAS_SERIAL_LIBRARY MATCHES "/openblas-serial/")
  get_filename_component(SERIAL_BLAS_DIR ${OPENBLAS_SERIAL_LIBRARY} DIRECTORY)
  set(SERIAL_BLAS_LIBRARIES -Wl,--push-state,--no-as-needed ${SERIAL_BLAS_DIR}/libblas.so ${SERIAL_BLAS_DIR}/liblapack.so
      ${SERIAL_BLAS_DIR}/libopenblas.so -Wl,--pop-state)
else()
  find_library(OPENBLAS_LIBRARY NAMES openblas REQUIRED)
  message(WARNING "openblas-serial was not found, ${OPENBLAS_LIBRARY} is used: if it has threads of its own, set OPENBLAS_NUM_THREADS=1")
  set(SERIAL_BLAS_LIBRARIES ${OPENBLAS_LIBRARY})
endif()
