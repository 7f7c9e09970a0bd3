# What cmake --install puts where: library, headers, pkg-config file, command.
# SPDX-License-Identifier: Apache-2.0 OR MIT

include(GNUInstallDirs)
foreach(dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(KB_PC_${dir} "${CMAKE_INSTALL_${dir}}")
  else()
    set(KB_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/keybraid.pc.in
  ${PROJECT_BINARY_DIR}/keybraid.pc @ONLY)

install(TARGETS keybraid_shared keybraid_static)
install(DIRECTORY include/keybraid DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_BINARY_DIR}/keybraid.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET keybraid)
  install(TARGETS keybraid keybraid-bench keybraid-bench-profile)
endif()
