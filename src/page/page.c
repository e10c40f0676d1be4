/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A page, section after section: see page.h. It goes out as it is made, and is never in memory as a whole. */

#include "farkas/page.h"

#include "page/page.h"

fk_status fk_page_write(const fk_page *page, fk_write_function *write, void *user)
{
    fk_sheet sheet = fk_sheet_make(page, write, user);
    fk_sheet_put_head(&sheet);
    fk_sheet_put_table(&sheet);
    fk_sheet_put_clashes(&sheet);
    fk_sheet_put_timeline(&sheet);
    fk_sheet_put_lists(&sheet);
    fk_sheet_put_inputs(&sheet);
    fk_sheet_put_repeat(&sheet);
    fk_sheet_put_data(&sheet);
    return fk_text_end(&sheet.text);
}
