# Blas.cmake: one BLAS in the process, and one that several threads may call at once.
#
# Pliant runs one example per thread, so BLAS is called concurrently and should use one thread per call. Debian's openblas-serial is no
# choice: built without locks, it gives wrong results now and then when two threads are inside it (a test, blas_concurrent_calls_are_right, shows it:
# 3-30 of 40 000 calls of dgemm, dpotrf and dtrsm on 4 threads). openblas-pthread is safe; pl_context_create sets it to one thread.
#
# CHOLMOD, UMFPACK and LAPACKE are linked to "libblas.so.3" and "liblapack.so.3", which on Debian the alternatives system points to whichever
# variant somebody installed last. The loader takes a library that is already there under the same SONAME, and loads the direct
# needs of a program before the needs of its libraries. So our own programs and libpliant.so name all three files of
# openblas-pthread directly (--no-as-needed keeps them although we may call none of their functions) with the folder in their run
# path; everything behind them then gets the same ones. `ldd build/pliant | grep -E 'blas|lapack'` shows it; .ci/run checks it.
#
# Sets BLAS_LIBRARIES_CHOSEN (for target_link_libraries) and BLAS_DIR (empty where openblas-pthread is not known).
find_library(OPENBLAS_PTHREAD_LIBRARY NAMES openblas PATH_SUFFIXES openblas-pthread
             PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH)
set(BLAS_DIR "")
if(OPENBLAS_PTHREAD_LIBRARY MATCHES "/openblas-pthread/")
  get_filename_component(BLAS_DIR ${OPENBLAS_PTHREAD_LIBRARY} DIRECTORY)
  set(BLAS_LIBRARIES_CHOSEN -Wl,--push-state,--no-as-needed ${BLAS_DIR}/libblas.so ${BLAS_DIR}/liblapack.so
      ${BLAS_DIR}/libopenblas.so -Wl,--pop-state)
else()
  find_library(OPENBLAS_LIBRARY NAMES openblas REQUIRED)
  message(WARNING "openblas-pthread was not found, ${OPENBLAS_LIBRARY} is used: it must be safe to call from several threads; run the test blas_concurrent_calls_are_right")
  set(BLAS_LIBRARIES_CHOSEN ${OPENBLAS_LIBRARY})
endif()
