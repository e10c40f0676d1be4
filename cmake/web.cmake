# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# What the pages of reports are made with: a library, as the command and the Python module both have it.

embed(web_files web_style web/dist/report.css)
embed(web_files web_script web/dist/report.js)
embed(web_files web_module web/dist/farkas.wasm -DCOMPRESS=ON)
add_library(farkas_web STATIC ${web_files})
set_target_properties(farkas_web PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_link_libraries(farkas_web PRIVATE farkas_flags)
