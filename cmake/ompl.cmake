# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# OMPL, where it is installed, with a C++ compiler: FARKAS_OMPL, and the target `ompl`, with its headers as those of the system.
#
# Debian's package names libraries that its users need not link, and folders that do not exist; so the library is found by its name, and
# what it needs is known to itself.

set(FARKAS_OMPL OFF)
include(CheckLanguage)
check_language(CXX)
find_package(PkgConfig)
pkg_check_modules(OMPL QUIET ompl)
if(FARKAS_SANITIZE)
    message(STATUS "with sanitizers: no planner of OMPL")
elseif(NOT CMAKE_CXX_COMPILER OR NOT OMPL_FOUND)
    message(STATUS "OMPL is not installed: no farkas-plan (libompl-dev, libboost-filesystem-dev, libboost-serialization-dev, libboost-system-dev and g++ are needed)")
else()
    enable_language(CXX)
    find_library(OMPL_LIBRARY ompl HINTS ${OMPL_LIBRARY_DIRS})
    list(REMOVE_ITEM OMPL_INCLUDE_DIRS "")
    add_library(ompl INTERFACE)
    target_include_directories(ompl SYSTEM INTERFACE ${OMPL_INCLUDE_DIRS})
    target_compile_features(ompl INTERFACE cxx_std_14)
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_INCLUDES ${OMPL_INCLUDE_DIRS})
    set(CMAKE_REQUIRED_LIBRARIES ${OMPL_LIBRARY})
    check_cxx_source_compiles("
        #include <ompl/geometric/SimpleSetup.h>
        #include <ompl/base/spaces/RealVectorStateSpace.h>
        #include <ompl/geometric/planners/rrt/RRTConnect.h>
        int main()
        {
            ompl::geometric::SimpleSetup setup(std::make_shared<ompl::base::RealVectorStateSpace>(2));
            setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(setup.getSpaceInformation()));
        }" FARKAS_OMPL_LINKS)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(FARKAS_OMPL_LINKS)
        set(FARKAS_OMPL ON)
        target_link_libraries(ompl INTERFACE "${OMPL_LIBRARY}")
    else()
        message(STATUS "OMPL is installed, but programs with it do not link: no farkas-plan (libboost-filesystem-dev, libboost-serialization-dev, libboost-system-dev and libeigen3-dev are needed)")
    endif()
endif()

# The program `farkas plan`, beside the command.
if(FARKAS_OMPL)
    set(plan "${PROJECT_SOURCE_DIR}/tools/plan")
    add_library(farkas_plan_ompl STATIC "${plan}/plan_ompl.cpp")
    target_include_directories(farkas_plan_ompl PUBLIC "${PROJECT_SOURCE_DIR}/tools")
    target_link_libraries(farkas_plan_ompl PUBLIC ompl farkas_static PRIVATE farkas_cxx_flags)
    file(GLOB plan_sources CONFIGURE_DEPENDS "${plan}/*.c")
    add_executable(farkas_plan ${plan_sources} tools/part_list.c tools/pair_rules.c)
    set_target_properties(farkas_plan PROPERTIES
        OUTPUT_NAME farkas-plan LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    target_compile_definitions(farkas_plan PRIVATE _GNU_SOURCE) # readlink
    target_link_libraries(farkas_plan PRIVATE farkas_flags farkas_plan_ompl farkas_command farkas_scene_static farkas_static m)
endif()
