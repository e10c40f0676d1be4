/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The widgets: what the mouse and keys do to them, who has the focus, what is cut and scrolled. No graphics are needed:
 * every letter is taken to be half as wide as it is high. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui.h"

#include "context_fixture.h"

static float half_wide(void *user, float size, const char *text)
{
    (void)user;
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return size / 2 * (float)count;
}

/* A page with one of each. */
typedef struct page {
    ui_state *u;
    int presses;
    bool is_on;
    double value;
    uint32_t selected;
    float scroll, area_scroll;
    ui_list_answer answer;
    bool has_changed, is_taken;
} page;

enum { BUTTON = 1, TOGGLE, SLIDER, LIST, DEEP };

#define BUTTON_BOX ((ui_box){10, 10, 100, 26})
#define TOGGLE_BOX ((ui_box){10, 40, 100, 26})
#define SLIDER_BOX ((ui_box){10, 70, 210, 26})
#define LIST_BOX   ((ui_box){10, 100, 200, 100})
#define AREA_BOX   ((ui_box){300, 0, 100, 100})

static void draw_row(void *user, ui_state *u, uint32_t row, ui_box box, bool is_selected)
{
    char text[32];
    (void)user;
    snprintf(text, sizeof text, "row %u%s", row, is_selected ? " selected" : "");
    ui_label(u, box, UI_LEFT, UI_TEXT, text);
}

static void pass(page *p, ui_event event)
{
    ui_begin(p->u, &event);
    p->presses += ui_button(p->u, BUTTON, BUTTON_BOX, "Press", NULL);
    ui_toggle(p->u, TOGGLE, TOGGLE_BOX, "Toggle", "T", &p->is_on);
    ui_range range = {-1, 1, 0.1, 0.5, 0, NULL};
    p->has_changed = ui_slider(p->u, SLIDER, SLIDER_BOX, &range, &p->value);
    ui_list_options list = {10, 20, draw_row, NULL};
    p->answer = ui_list(p->u, LIST, LIST_BOX, &list, &p->selected, &p->scroll);
    ui_box area = ui_begin_area(p->u, AREA_BOX, 300, &p->area_scroll);
    p->presses += 100 * ui_button(p->u, DEEP, (ui_box){area.x, area.y + 250, 90, 26}, "Deep", NULL);
    ui_end_area(p->u, &p->area_scroll);
    p->is_taken = ui_end(p->u);
}

static page make_page(void)
{
    page p = {.u = ui_create(context, half_wide, NULL), .selected = FK_NONE};
    assert_non_null(p.u);
    pass(&p, (ui_event){.kind = UI_NOTHING});
    return p;
}

static void key(page *p, uint32_t code, unsigned modifiers)
{
    pass(p, (ui_event){.kind = UI_KEY, .key = code, .modifiers = modifiers, .x = -1, .y = -1});
}

static void mouse(page *p, ui_event_kind kind, float x, float y)
{
    pass(p, (ui_event){.kind = kind, .x = x, .y = y, .clicks = 1});
}

static void click(page *p, float x, float y)
{
    mouse(p, UI_PRESS, x, y);
    mouse(p, UI_RELEASE, x, y);
}

/* ---- Mouse --------------------------------------------------------------------------------------------- */

static void test_button_counts_when_released_over_itself(void **state)
{
    (void)state;
    page p = make_page();
    mouse(&p, UI_PRESS, 20, 20);
    assert_int_equal(p.presses, 0);
    assert_true(p.is_taken);
    mouse(&p, UI_RELEASE, 30, 20);
    assert_int_equal(p.presses, 1);
    mouse(&p, UI_PRESS, 20, 20);
    mouse(&p, UI_RELEASE, 20, 300);
    assert_int_equal(p.presses, 1);
    /* Beside all widgets it is somebody else's. */
    mouse(&p, UI_PRESS, 250, 300);
    assert_false(p.is_taken);
    ui_free(p.u);
}

static void test_toggle_and_focus(void **state)
{
    (void)state;
    page p = make_page();
    click(&p, 20, 50);
    assert_true(p.is_on);
    assert_int_equal(ui_focus(p.u), TOGGLE);
    click(&p, 20, 50);
    assert_false(p.is_on);
    mouse(&p, UI_PRESS, 250, 300);
    assert_int_equal(ui_focus(p.u), 0);
    ui_free(p.u);
}

static void test_slider_follows_the_mouse(void **state)
{
    (void)state;
    page p = make_page();
    /* The knob is 10 wide: the line goes from 15 to 215. */
    mouse(&p, UI_PRESS, 165, 80);
    assert_true(p.has_changed);
    assert_true(fabs(p.value - 0.5) < 1e-6);
    assert_true(ui_holds_mouse(p.u));
    mouse(&p, UI_MOVE, 1000, 500);
    assert_true(p.value == 1);
    mouse(&p, UI_MOVE, -1000, 500);
    assert_true(p.value == -1);
    mouse(&p, UI_RELEASE, -1000, 500);
    assert_false(ui_holds_mouse(p.u));
    mouse(&p, UI_MOVE, 100, 80);
    assert_true(p.value == -1);
    /* A press on the knob alone does not move it. */
    mouse(&p, UI_PRESS, 18, 80);
    assert_true(p.value == -1);
    mouse(&p, UI_RELEASE, 18, 80);
    ui_free(p.u);
}

static void test_list_scrolls_and_is_clicked(void **state)
{
    (void)state;
    page p = make_page();
    mouse(&p, UI_PRESS, 20, 145);
    assert_int_equal(p.answer, UI_LIST_CHOSEN);
    assert_int_equal(p.selected, 2);
    mouse(&p, UI_RELEASE, 20, 145);
    pass(&p, (ui_event){.kind = UI_SCROLL, .x = 20, .y = 150, .amount = -1});
    assert_true(p.is_taken);
    assert_true(p.scroll == 52);
    pass(&p, (ui_event){.kind = UI_SCROLL, .x = 20, .y = 150, .amount = -100});
    assert_true(p.scroll == 100); /* ten rows of 20 in a box of 100 */
    mouse(&p, UI_PRESS, 20, 199);
    assert_int_equal(p.selected, 9);
    ui_free(p.u);
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static void test_tab_goes_around(void **state)
{
    (void)state;
    static const uint32_t order[] = {BUTTON, TOGGLE, SLIDER, LIST, DEEP, 0, BUTTON};
    page p = make_page();
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        key(&p, UI_KEY_TAB, 0);
        assert_true(p.is_taken);
        assert_int_equal(ui_focus(p.u), order[i]);
    }
    key(&p, UI_KEY_TAB, UI_SHIFT);
    assert_int_equal(ui_focus(p.u), 0);
    key(&p, UI_KEY_TAB, UI_SHIFT);
    assert_int_equal(ui_focus(p.u), DEEP);
    /* What has the focus is brought into sight. */
    assert_true(p.area_scroll > 150);
    key(&p, UI_KEY_ENTER, 0);
    assert_int_equal(p.presses, 100);
    ui_free(p.u);
}

static void test_keys_of_widgets(void **state)
{
    (void)state;
    page p = make_page();
    key(&p, ' ', 0);
    assert_false(p.is_taken); /* nobody has the focus */
    ui_set_focus(p.u, BUTTON);
    key(&p, ' ', 0);
    assert_int_equal(p.presses, 1);
    ui_set_focus(p.u, TOGGLE);
    key(&p, UI_KEY_ENTER, 0);
    assert_true(p.is_on);
    ui_set_focus(p.u, SLIDER);
    key(&p, UI_KEY_RIGHT, 0);
    assert_true(fabs(p.value - 0.1) < 1e-12 && p.has_changed);
    key(&p, UI_KEY_PAGE_UP, 0);
    assert_true(fabs(p.value - 0.6) < 1e-12);
    key(&p, UI_KEY_END, 0);
    assert_true(p.value == 1);
    key(&p, UI_KEY_RIGHT, 0);
    assert_true(p.value == 1 && !p.has_changed && p.is_taken);
    key(&p, UI_KEY_HOME, 0);
    assert_true(p.value == -1);
    key(&p, 'n', 0);
    assert_false(p.is_taken);
    ui_free(p.u);
}

static void test_keys_of_a_list(void **state)
{
    (void)state;
    page p = make_page();
    ui_set_focus(p.u, LIST);
    key(&p, UI_KEY_ENTER, 0);
    assert_int_equal(p.answer, UI_LIST_SAME);
    key(&p, UI_KEY_DOWN, 0);
    assert_int_equal(p.selected, 0);
    assert_int_equal(p.answer, UI_LIST_MOVED);
    key(&p, UI_KEY_END, 0);
    assert_int_equal(p.selected, 9);
    assert_true(p.scroll == 100);
    key(&p, UI_KEY_PAGE_UP, 0);
    assert_int_equal(p.selected, 5);
    key(&p, UI_KEY_HOME, 0);
    assert_int_equal(p.selected, 0);
    assert_true(p.scroll == 0);
    key(&p, UI_KEY_UP, 0);
    assert_int_equal(p.selected, 0);
    key(&p, UI_KEY_ENTER, 0);
    assert_int_equal(p.answer, UI_LIST_CHOSEN);
    ui_free(p.u);
}

/* ---- What is on top, what is drawn --------------------------------------------------------------------- */

static void test_what_is_below_gets_nothing(void **state)
{
    (void)state;
    ui_state *u = ui_create(context, half_wide, NULL);
    ui_event press = {.kind = UI_PRESS, .x = 20, .y = 20}, release = {.kind = UI_RELEASE, .x = 20, .y = 20};
    int below = 0, above = 0;
    for (int i = 0; i < 2; i++) {
        ui_begin(u, i == 0 ? &press : &release);
        ui_block(u, true);
        below += ui_button(u, 1, BUTTON_BOX, "Below", NULL);
        ui_block(u, false);
        above += ui_button(u, 2, BUTTON_BOX, "Above", NULL);
        ui_end(u);
    }
    assert_int_equal(below, 0);
    assert_int_equal(above, 1);
    ui_event tab = {.kind = UI_KEY, .key = UI_KEY_TAB};
    ui_begin(u, &tab);
    assert_int_equal(ui_focus(u), 0); /* behind the last one */
    ui_end(u);
    ui_free(u);
}

/* The first text that is drawn. */
static const char *first_text(ui_state *u)
{
    size_t count;
    const ui_command *command = ui_commands(u, &count);
    for (size_t i = 0; i < count; i++)
        if (command[i].kind == UI_WRITING)
            return ui_command_text(u, &command[i]);
    return "";
}

static void test_long_texts(void **state)
{
    (void)state;
    ui_state *u = ui_create(context, half_wide, NULL);
    ui_event nothing = {.kind = UI_NOTHING};
    ui_begin(u, &nothing);
    /* Seven pixels for each letter. */
    float width = ui_label(u, (ui_box){0, 0, 50, 20}, UI_LEFT, UI_TEXT,
                           "gr\xC3\xB6\xC3\x9F"
                           "er als das");
    assert_string_equal(first_text(u), "gr\xC3\xB6\xC3\x9F"
                                       "er\xE2\x80\xA6");
    assert_true(width <= 50);
    ui_end(u);
    ui_begin(u, &nothing);
    float height = ui_text(u, (ui_box){0, 0, 70, 500}, UI_TEXT, "one two three\n\nabcdefghijklmnop");
    assert_true(height == 5 * 19); /* one two | three | | abcdefghij | klmnop */
    assert_string_equal(first_text(u), "one two");
    ui_end(u);
    ui_free(u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_button_counts_when_released_over_itself),
        cmocka_unit_test(test_toggle_and_focus),
        cmocka_unit_test(test_slider_follows_the_mouse),
        cmocka_unit_test(test_list_scrolls_and_is_clicked),
        cmocka_unit_test(test_tab_goes_around),
        cmocka_unit_test(test_keys_of_widgets),
        cmocka_unit_test(test_keys_of_a_list),
        cmocka_unit_test(test_what_is_below_gets_nothing),
        cmocka_unit_test(test_long_texts),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
