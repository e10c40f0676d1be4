# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Writes a file as a C array, so that a program carries it along:
#
#     cmake -DINPUT=papers/x.txt -DOUTPUT=x.c -DNAME=x -P embed.cmake
#
# declares `const char x_text[]` and `const size_t x_size`. With -DCOMPRESS=ON the array is what gzip makes of the file.

if(COMPRESS)
    file(ARCHIVE_CREATE OUTPUT "${OUTPUT}.gz" PATHS "${INPUT}" FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
    file(READ "${OUTPUT}.gz" bytes HEX)
    # Without the time, so that the same file gives the same bytes.
    string(REGEX REPLACE "^(1f8b0800)........" "\\100000000" bytes "${bytes}")
    file(REMOVE "${OUTPUT}.gz")
else()
    file(READ "${INPUT}" bytes HEX)
endif()
# As characters, since a char may not hold a number above 127.
string(REGEX REPLACE "([0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f])" "\\1\n    " bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
cmake_path(GET INPUT FILENAME file)
file(WRITE "${OUTPUT}" "/* Made from ${file}: change that instead. */

#include <stddef.h>

extern const char ${NAME}_text[];
extern const size_t ${NAME}_size;
const char ${NAME}_text[] = {
    ${bytes}};
const size_t ${NAME}_size = sizeof ${NAME}_text;
")
