# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The Python package: the module farkas/_core.abi3.so beside links to python/farkas, in build/python, so that
# PYTHONPATH=build/python is all that a program needs. One module fits Python 3.11 and all later versions.

if(NOT FARKAS_SCENE AND FARKAS_PYTHON STREQUAL "AUTO")
    return()
elseif(NOT FARKAS_SCENE)
    message(FATAL_ERROR "The Python module needs the library of scenes: -DFARKAS_SCENE=ON.")
endif()

set(FARKAS_PYTHON_EXECUTABLE "" CACHE FILEPATH "The interpreter whose Python.h is used, and which runs the tests")
option(FARKAS_PYTHON_SHARED "Link the Python module with the shared libraries, as packages want it" OFF)
set(FARKAS_PYTHON_OUTPUT "${PROJECT_BINARY_DIR}/python/farkas" CACHE PATH "Where the Python module is made")

# Where an interpreter has its headers, and whether it has numpy: "FOLDER;yes". Empty when it has no headers.
function(ask_python interpreter out)
    execute_process(
        COMMAND "${interpreter}" -c
                "import os, sys, sysconfig, importlib.util as u
folder = sysconfig.get_paths()['include']
there = os.path.exists(os.path.join(folder, 'Python.h')) and sys.version_info >= (3, 11)
print(folder + ';' + ('yes' if u.find_spec('numpy') else 'no') if there else '')"
        OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    set(${out} "${answer}" PARENT_SCOPE)
endfunction()

# The interpreter that was named, or the first of those here that has numpy, or the first.
set(candidates "${FARKAS_PYTHON_EXECUTABLE}")
if(NOT FARKAS_PYTHON_EXECUTABLE)
    find_program(PATH_PYTHON python3)
    set(candidates "${PATH_PYTHON}" /usr/bin/python3)
    if(DEFINED ENV{PYTHON})
        set(candidates "$ENV{PYTHON}")
    endif()
endif()
set(python_interpreter "")
foreach(candidate ${candidates})
    ask_python("${candidate}" answer)
    if(answer)
        list(GET answer 0 folder)
        list(GET answer 1 has_numpy)
        if(NOT python_interpreter OR (has_numpy STREQUAL "yes" AND python_has_numpy STREQUAL "no"))
            set(python_interpreter "${candidate}")
            set(python_headers "${folder}")
            set(python_has_numpy ${has_numpy})
        endif()
    endif()
endforeach()

if(NOT python_interpreter)
    set(explained "The Python module needs Python 3.11 or later with its headers. Install python3-dev and python3-numpy, or "
                  "name an interpreter: -DFARKAS_PYTHON_EXECUTABLE=PATH.")
    if(NOT FARKAS_PYTHON STREQUAL "AUTO")
        message(FATAL_ERROR ${explained})
    endif()
    message(STATUS ${explained})
    return()
endif()

file(GLOB python_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/src/*.c")
# Proofs are written and read, and other formats read, as by the command.
add_library(farkas_python MODULE ${python_sources} "${PROJECT_SOURCE_DIR}/tools/certificate_json.c"
    "${PROJECT_SOURCE_DIR}/tools/import_assimp.c")
set_target_properties(farkas_python PROPERTIES
    PREFIX "" OUTPUT_NAME _core SUFFIX .abi3.so C_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY "${FARKAS_PYTHON_OUTPUT}")
target_include_directories(farkas_python PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tools")
target_include_directories(farkas_python SYSTEM PRIVATE "${python_headers}")
target_link_libraries(farkas_python PRIVATE PkgConfig::JANSSON farkas_assimp)
# What the static libraries export to C programs is not exported by the module.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_link_options(farkas_python PRIVATE LINKER:--exclude-libs,ALL)
endif()
set(linked static)
if(FARKAS_PYTHON_SHARED)
    set(linked shared)
endif()
target_link_libraries(farkas_python PRIVATE farkas_flags farkas_web farkas_scene_${linked} farkas_${linked})
if(FARKAS_VIEW)
    target_compile_definitions(farkas_python PRIVATE FARKAS_VIEW)
    target_link_libraries(farkas_python PRIVATE farkas_view_${linked})
endif()

# Links, so that what is changed in python/farkas is never stale here.
file(GLOB python_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/farkas/*.py"
     "${PROJECT_SOURCE_DIR}/python/farkas/*.pyi" "${PROJECT_SOURCE_DIR}/python/farkas/py.typed")
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/python/farkas")
foreach(file ${python_files})
    cmake_path(GET file FILENAME name)
    file(CREATE_LINK "${file}" "${PROJECT_BINARY_DIR}/python/farkas/${name}" SYMBOLIC)
endforeach()

# How the tests are run, here and by ctest. Python itself is not built with sanitizers: their library is loaded first, and what
# the interpreter leaks is not ours.
set(python_environment "PYTHONPATH=${PROJECT_BINARY_DIR}/python" "PYTHONDONTWRITEBYTECODE=1")
if(FARKAS_SANITIZE MATCHES "address")
    execute_process(COMMAND "${CMAKE_C_COMPILER}" -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
                    OUTPUT_VARIABLE asan_library OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND python_environment "LD_PRELOAD=${asan_library}" "PYTHONMALLOC=malloc"
         "ASAN_OPTIONS=detect_leaks=0:strict_string_checks=1:allocator_may_return_null=1")
endif()
set(python_test "${python_interpreter}" "${PROJECT_SOURCE_DIR}/python/tests/run.py")
add_custom_target(python_tests
    COMMAND ${CMAKE_COMMAND} -E env ${python_environment} ${python_test}
    DEPENDS farkas_python WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" USES_TERMINAL VERBATIM)

# What python/bench/bench.py measures the package beside: built only when it is asked for.
add_executable(python_bench EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/python/bench/bench.c")
set_target_properties(python_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
target_link_libraries(python_bench PRIVATE farkas_flags farkas_static)
