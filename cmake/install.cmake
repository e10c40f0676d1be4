# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# What `make install` installs, so that find_package(farkas) and pkg-config find it under any prefix.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/farkas")
set(pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/farkas" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(TARGETS farkas_shared farkas_static EXPORT farkasTargets)
if(FARKAS_SCENE)
    install(TARGETS farkas_scene_shared farkas_scene_static EXPORT farkasSceneTargets)
    install(EXPORT farkasSceneTargets NAMESPACE farkas:: DESTINATION "${package_dir}")
endif()
if(FARKAS_VIEW)
    install(TARGETS farkas_view_shared farkas_view_static EXPORT farkasViewTargets)
    install(EXPORT farkasViewTargets NAMESPACE farkas:: DESTINATION "${package_dir}")
endif()
install(EXPORT farkasTargets NAMESPACE farkas:: DESTINATION "${package_dir}")

# In a folder of their own: with build/ on the PATH, find_package would take them for an installed copy.
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/farkasConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/package/farkasConfig.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/farkasConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/farkasConfig.cmake" "${PROJECT_BINARY_DIR}/package/farkasConfigVersion.cmake"
        DESTINATION "${package_dir}")

# The path from farkas.pc up to the prefix, so that an installed tree may be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE pkgconfig_to_prefix)
configure_file("${PROJECT_SOURCE_DIR}/cmake/farkas.pc.in" "${PROJECT_BINARY_DIR}/farkas.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/farkas.pc" DESTINATION "${pkgconfig_dir}")
if(FARKAS_SCENE)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/farkas-scene.pc.in" "${PROJECT_BINARY_DIR}/farkas-scene.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/farkas-scene.pc" DESTINATION "${pkgconfig_dir}")
    install(FILES "${PROJECT_SOURCE_DIR}/docs/scene.schema.json" DESTINATION "${CMAKE_INSTALL_DATADIR}/farkas")
endif()

if(FARKAS_VIEW)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/farkas-view.pc.in" "${PROJECT_BINARY_DIR}/farkas-view.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/farkas-view.pc" DESTINATION "${pkgconfig_dir}")
    # That of the font, which is part of the library.
    install(FILES "${PROJECT_SOURCE_DIR}/data/font/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.font)
endif()

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(FARKAS_TOOL)
    install(TARGETS farkas farkas_lab)
    if(FARKAS_OMPL)
        install(TARGETS farkas_plan)
    endif()
    install(FILES "${PROJECT_SOURCE_DIR}/tools/farkas.bash"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME farkas)
    if(SCDOC)
        install(FILES ${manual_pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    endif()
endif()
