# Writes bench_build.h with the commit of the moment; run by every build, which changes the
# file only when something in it changed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
find_program(GIT git)
set(KB_BENCH_COMMIT "unknown")
if(GIT)
  execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE bad ERROR_QUIET)
  if(NOT bad)
    set(KB_BENCH_COMMIT "${commit}")
  endif()
endif()
configure_file(${SOURCE}/apps/bench/bench_build.h.in ${OUTPUT} @ONLY)
