# The only three ways a target is made here: kb_library, kb_simd_library, kb_test.
# SPDX-License-Identifier: Apache-2.0 OR MIT

option(KB_WERROR "treat warnings as errors" OFF)
option(KB_VALGRIND_MARKS "mark secrets for valgrind (constant-time runs)" OFF)
option(KB_PROFILE "count allocations and hash calls (the bench needs them)" OFF)
option(KB_SIMD "build the vector tables" ON)
option(KB_FUZZ "build the fuzz targets (clang)" OFF)
option(KB_GUARD_PAGES "guard pages around every kb_secret" OFF)
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(KB_SIMD OFF) # all of them are for this architecture so far
endif()
set(KB_SANITIZE "" CACHE STRING "value of -fsanitize=, empty for none")
set(KB_CT_LEVEL "" CACHE STRING "optimisation level of a constant-time run, such as O2")

add_library(kb_flags INTERFACE)
target_compile_features(kb_flags INTERFACE c_std_17)
target_compile_options(kb_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wvla -Wcast-align -Wundef -Wformat=2 -fno-strict-aliasing)
target_compile_definitions(kb_flags INTERFACE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE)
target_include_directories(kb_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
if(KB_WERROR)
  target_compile_options(kb_flags INTERFACE -Werror)
endif()
if(KB_CT_LEVEL)
  target_compile_options(kb_flags INTERFACE -${KB_CT_LEVEL})
endif()
if(KB_SANITIZE)
  target_compile_options(kb_flags INTERFACE
    -fsanitize=${KB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(kb_flags INTERFACE -fsanitize=${KB_SANITIZE})
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(kb_flags INTERFACE
    -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  target_link_options(kb_flags INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
endif()
foreach(flag KB_VALGRIND_MARKS KB_PROFILE KB_SIMD KB_GUARD_PAGES)
  if(${flag})
    target_compile_definitions(kb_flags INTERFACE ${flag}=1)
  endif()
endforeach()

# Folders with counters of hash calls. Their objects are made twice: the second set, with KB_PROFILE,
# takes the place of the first in the library keybraid_profile.
set(KB_COUNTING "^(hash|sig_slhdsa)(_|$)")

# kb_library(NAME file.c ...): the objects of one folder below src/. All of them together are libkeybraid.
function(kb_library name)
  set(targets kb_${name})
  if(name MATCHES "${KB_COUNTING}")
    list(APPEND targets kb_${name}_profile)
  endif()
  foreach(target ${targets})
    add_library(${target} OBJECT ${ARGN})
    target_link_libraries(${target} PRIVATE kb_flags)
    set_target_properties(${target} PROPERTIES
      POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  endforeach()
  if(name MATCHES "${KB_COUNTING}")
    target_compile_definitions(kb_${name}_profile PRIVATE KB_PROFILE=1)
    set_property(GLOBAL APPEND PROPERTY KB_PROFILE_LIBRARIES kb_${name}_profile)
  else()
    set_property(GLOBAL APPEND PROPERTY KB_PROFILE_LIBRARIES kb_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY KB_OBJECT_LIBRARIES kb_${name})
endfunction()

# kb_simd_library(NAME "-mavx2;..." file.c ...): the same, with the instruction-set flags of a vector table.
function(kb_simd_library name flags)
  if(KB_SIMD)
    kb_library(${name} ${ARGN})
    target_compile_options(kb_${name} PRIVATE ${flags})
    if(TARGET kb_${name}_profile)
      target_compile_options(kb_${name}_profile PRIVATE ${flags})
    endif()
  endif()
endfunction()

# kb_test(LABEL NAME file.c ...): one test program of label LABEL, linked with the library's internals:
# KB_TEST_LIBRARY where that is set.
function(kb_test label name)
  add_executable(${label}_${name} ${ARGN})
  if(NOT KB_TEST_LIBRARY)
    set(KB_TEST_LIBRARY keybraid_static)
  endif()
  target_link_libraries(${label}_${name} PRIVATE ${KB_TEST_LIBRARY} kb_flags)
  target_include_directories(${label}_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${label}_${name} PRIVATE
    KB_VECTORS_DIR="${PROJECT_SOURCE_DIR}/vectors"
    KB_VECTORS_FULL_DIR="${PROJECT_BINARY_DIR}/vectors-full")
  add_test(NAME ${label}/${name} COMMAND ${label}_${name})
  set_tests_properties(${label}/${name} PROPERTIES LABELS ${label} TIMEOUT 300)
endfunction()
