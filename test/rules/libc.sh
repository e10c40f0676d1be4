#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: of libc and libm the library uses only what is listed here. So it never prints, exits or aborts, memory comes
# through the context alone, files are touched by io/file.c alone, and threads by base/pool.c.
#
#     libc.sh STATIC_LIBRARY [PREFIX [PREFIX]]
#
# PREFIX: functions of other libraries that this one may use, as json_.

set -u
prefix=${2:-fk_}
second=${3:-fk_}
allowed="memcpy memmove memset memcmp memchr strlen snprintf vsnprintf clock_gettime fabs fmax floor ldexp nextafter sqrt sqrtf"
allowed=" $allowed context.c.o:malloc context.c.o:free cpu.c.o:getenv cpu.c.o:strcmp "
for name in fopen fread fwrite fseek ftell ferror fclose rename remove getcwd __errno_location; do
    allowed="${allowed}file.c.o:$name "
done

for name in create join mutex_init mutex_lock mutex_unlock mutex_destroy \
    cond_init cond_wait cond_timedwait cond_signal cond_broadcast cond_destroy; do
    allowed="${allowed}pool.c.o:pthread_$name "
done
allowed="${allowed}pool.c.o:sysconf pool.c.o:fegetenv pool.c.o:fesetenv "

# Expressions of xacro: functions of math, and $(env NAME).
for name in sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log log10 log2 log1p pow hypot fmod \
    ceil trunc copysign __errno_location; do
    allowed="${allowed}xacro_math.c.o:$name "
done
allowed="${allowed}xacro_evaluate.c.o:fmod xacro_text.c.o:getenv "

# For size, gcc makes strcpy of an snprintf of a constant.
allowed="${allowed}strcpy "

# A hardened compiler calls __memcpy_chk for memcpy, and so on.
uses=$(nm -u "$1" | awk '
    /:$/ { object = $1 }
    $1 == "U" && $2 !~ /^(fk_|_GLOBAL_OFFSET|__stack_chk)/ {
        if ($2 ~ /^__.*_chk$/) $2 = substr($2, 3, length($2) - 6)
        print object $2
    }')
count=0
for use in $uses; do
    count=$((count + 1))
    case "$allowed" in
    *" $use "* | *" ${use#*:} "*) continue ;;
    esac
    case "${use#*:}" in
    "$prefix"* | "$second"*) ;;
    *)
        echo "the library may not use $use" >&2
        exit 1
        ;;
    esac
done
if [ $count = 0 ]; then
    echo "$1: no use of libc was found, so nothing was checked" >&2
    exit 1
fi
echo "$count uses of libc, all allowed"
