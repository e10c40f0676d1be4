/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rows of two pieces for method `fm`, with proved errors: see method.h.
 *
 * A piece is origin + sum of z[k] edge[k]. With the columns g = [edges of a | -edges of b] a common point is a z in
 * both domains with
 *
 *     sum of g[k] z[k] = shift,   shift = origin of b - origin of a.
 *
 * The system is solved for the parameters of three independent columns p, q, r, the pivots: z[p] = n.(shift - sum of the
 * others g[k] z[k]) with n = (q x r) / det, det = p.(q x r). For pivots that are the edges of a cell, n are the rows of the
 * paper's inverse. Every row of a domain becomes a row in the up to three other parameters, the variables y.
 *
 * Two theorems carry the verdicts.
 *   Overlapping: y strictly inside all rows gives z in the interior of both domains. The columns span space, so the
 *   map from z to differences of points is open: the origin is inside a - b.
 *   Apart: a direction along which the projection intervals of both pieces are apart.
 * Everything else in `fm` is a search for one of these two, and needs no proof.
 *
 * Error bound. Let u = 2^-52, the largest relative error of one operation in any rounding mode. Columns and shift
 * are given doubles or one difference of two: relative error u. With P, Q, R the largest components of the pivots: a
 * component of q x r is at most 2QR, and off by 8.1u QR. n is that divided by det as computed: off by 12.2u QR/det. For
 * a column x with largest component X, n.x is at most 6.1 QRX/det and off by 58.6u QRX/det (36.6 from n, 6 from x, 16
 * from products and sums). To evaluate a row adds five roundings of its terms, 30.5u, and to add up a row of several
 * pivots four more, 24.4u: together 114u K, where K = QR (reach + sum X)/det, for each pivot times its factor in the
 * row. All this is about det z with the computed det, which is off by 46u PQR. The rest of the row, its bound and its
 * variables, is multiplied by the exact det, so 46u PQR/det times their size is added. PIVOT_ERROR and DET_ERROR are
 * 128u, which leaves room for the roundings of the bounds themselves.
 *
 * Range. All numbers are scaled so that the largest is about 1. Flushing to zero (FTZ) and reading small numbers as
 * zero (DAZ) change given numbers by at most 2^-1022 scale: FLUSHED scale is added to reach, and pivots must be larger
 * than it. With det >= 2^-300 and reach >= 2^-500, all products in the bounds stay far above 2^-1022. */

#include "method/method.h"

#include "exact/ball.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define PIVOT_ERROR      0x1p-45
#define DET_ERROR        0x1p-45
#define PROJECTION_ERROR 0x1p-48 /* 12u are needed: 5u for a product with a column, 7u for the sum */

/* det divided by the product of the sizes of the pivots: good enough to end the search, and the least that is usable. */
#define GOOD_PIVOT  0x1p-7
#define WEAK_PIVOT  0x1p-34
#define LEAST_DET   0x1p-300
#define LEAST_REACH 0x1p-500
#define FLUSHED     0x1p-960

#define LARGEST_SCALE 900

/* ---- Scale and columns --------------------------------------------------------------------------------- */

static double largest_number(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS], largest = 0;
    if (piece->kind == FK_KIND_HULL) {
        for (uint32_t i = 0; i < piece->as.hull.count; i++)
            largest = fk_larger(largest, fk_vec3_largest(fk_points_at(&piece->as.hull, i)));
        return largest;
    }
    fk_piece_to_numbers(piece, number);
    for (int i = 0; i < FK_PIECE_NUMBERS; i++)
        largest = fk_larger(largest, fabs(number[i]));
    return largest;
}

/* The power of two that brings the largest number near 1. */
static double choose_scale(const fk_piece *a, const fk_piece *b)
{
    int exponent = fk_exponent_of(fk_larger(largest_number(a), largest_number(b)));
    int kept = exponent < -LARGEST_SCALE ? -LARGEST_SCALE : exponent > 1000 ? 1000 : exponent;
    return fk_from_bits((uint64_t)(1023 - kept) << 52);
}

static void fill_fm_columns(fk_fm_system *s)
{
    s->shift = fk_vec3_sub(s->b.origin, s->a.origin);
    s->reach = fk_vec3_largest(s->shift) + FLUSHED * s->scale + LEAST_REACH;
    s->count = 0;
    for (uint32_t k = 0; k < s->a.count; k++)
        s->column[s->count++] = s->a.edge[k];
    for (uint32_t k = 0; k < s->b.count; k++)
        s->column[s->count++] = fk_vec3_negate(s->b.edge[k]);
    for (uint32_t k = 0; k < s->count; k++)
        s->size[k] = fk_vec3_largest(s->column[k]);
}

/* ---- Pivots -------------------------------------------------------------------------------------------- */

static double column_determinant(const fk_fm_system *s, uint32_t p, uint32_t q, uint32_t r)
{
    return fk_vec3_dot(s->column[p], fk_vec3_cross(s->column[q], s->column[r]));
}

static bool are_pivots(const fk_fm_system *s, double det, const uint32_t *p, double least)
{
    double sizes = s->size[p[0]] * s->size[p[1]] * s->size[p[2]];
    double smallest = fk_smaller(fk_smaller(s->size[p[0]], s->size[p[1]]), s->size[p[2]]);
    return fabs(det) >= LEAST_DET && fabs(det) >= least * sizes && smallest > FLUSHED * s->scale;
}

/* Chooses the edges of the larger one of two solid pieces: needs no search, and is mostly good. Returns det. */
static double pivot_on_solid(fk_fm_system *s)
{
    uint32_t b = s->a.count;
    double det_a = s->a.solid ? column_determinant(s, 0, 1, 2) : 0.0;
    double det_b = s->b.solid ? column_determinant(s, b, b + 1, b + 2) : 0.0;
    uint32_t first = fabs(det_a) >= fabs(det_b) ? 0 : b;
    for (uint32_t k = 0; k < 3; k++)
        s->pivot[k] = first + k;
    return first == 0 ? det_a : det_b;
}

/* Chooses the longest column, the one that spans the largest area with it, and the one that spans the largest volume with
 * both: within a small factor of the best three. There are at least three columns. Returns det. */
static double pivot_by_search(fk_fm_system *s)
{
    uint32_t *p = s->pivot;
    double best = -1, det = 0;
    fk_vec3 area = {0, 0, 0};
    p[0] = p[1] = p[2] = 0;
    for (uint32_t k = 1; k < s->count; k++)
        if (s->size[k] > s->size[p[0]])
            p[0] = k;
    for (uint32_t k = 0; k < s->count; k++) {
        fk_vec3 cross = fk_vec3_cross(s->column[p[0]], s->column[k]);
        if (k != p[0] && fk_vec3_largest(cross) > best) {
            best = fk_vec3_largest(cross);
            area = cross;
            p[1] = k;
        }
    }
    best = -1;
    for (uint32_t k = 0; k < s->count; k++) {
        double volume = fk_vec3_dot(s->column[k], area);
        if (k != p[0] && k != p[1] && fabs(volume) > best) {
            best = fabs(volume);
            det = volume;
            p[2] = k;
        }
    }
    return det;
}

/* False when the columns do not span space, or hardly. */
static bool choose_pivots(fk_fm_system *s)
{
    if (s->count < 3 || s->a.thin || s->b.thin)
        return false;
    if ((s->a.solid || s->b.solid) && are_pivots(s, pivot_on_solid(s), s->pivot, GOOD_PIVOT))
        return true;
    return are_pivots(s, pivot_by_search(s), s->pivot, WEAK_PIVOT);
}

/* Whether these columns, three or fewer, are all the parameters of a piece that is a simplex. */
static bool are_simplex(const fk_fm_system *s, const uint32_t *column, uint32_t count)
{
    bool in_a = count > 0 && column[0] < s->a.count;
    const fk_fm_piece *piece = in_a ? &s->a : &s->b;
    for (uint32_t k = 0; k < count; k++)
        if ((column[k] < s->a.count) != in_a)
            return false;
    return piece->simplex && piece->count == count;
}

static void list_free(fk_fm_system *s)
{
    s->free_count = 0;
    for (uint32_t k = 0; k < s->count; k++)
        if (k != s->pivot[0] && k != s->pivot[1] && k != s->pivot[2])
            s->free[s->free_count++] = k;
    s->pivot_simplex = are_simplex(s, s->pivot, 3);
    s->free_simplex = are_simplex(s, s->free, s->free_count);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static const fk_fm_row *column_range(const fk_fm_system *s, uint32_t column)
{
    return column < s->a.count ? &s->a.range[column] : &s->b.range[column - s->a.count];
}

/* The parameters of the pivots in terms of the variables, while rows are built. */
typedef struct pivot_solution {
    double error[3];    /* of each parameter, except for that of det */
    double det_error;   /* relative */
    double constant[3]; /* z = constant + c.y */
    double c[3][3];
    int place[6]; /* of a column: 0 to 2, a pivot; 3 to 5, a variable */
} pivot_solution;

static void solve_pivots(fk_fm_system *s, pivot_solution *out)
{
    fk_vec3 p = s->column[s->pivot[0]], q = s->column[s->pivot[1]], r = s->column[s->pivot[2]];
    double size[3] = {s->size[s->pivot[0]], s->size[s->pivot[1]], s->size[s->pivot[2]]};
    fk_vec3 cross = fk_vec3_cross(q, r);
    double inverse = 1.0 / fk_vec3_dot(p, cross), spread = s->reach;
    s->normal[0] = fk_vec3_scale(cross, inverse);
    s->normal[1] = fk_vec3_scale(fk_vec3_cross(r, p), inverse);
    s->normal[2] = fk_vec3_scale(fk_vec3_cross(p, q), inverse);
    for (uint32_t j = 0; j < s->free_count; j++)
        spread += s->size[s->free[j]];
    for (int i = 0; i < 3; i++) {
        double area = size[(i + 1) % 3] * size[(i + 2) % 3];
        out->error[i] = PIVOT_ERROR * spread * (area * fabs(inverse));
        out->constant[i] = fk_vec3_dot(s->normal[i], s->shift);
        out->place[s->pivot[i]] = i;
        for (uint32_t j = 0; j < 3; j++)
            out->c[i][j] = j < s->free_count ? -fk_vec3_dot(s->normal[i], s->column[s->free[j]]) : 0.0;
    }
    out->det_error = DET_ERROR * (size[0] * size[1] * size[2]) * fabs(inverse);
    for (uint32_t j = 0; j < s->free_count; j++)
        out->place[s->free[j]] = 3 + (int)j;
}

static void add_pivot_range(fk_fm_system *s, const pivot_solution *p, int i)
{
    const fk_fm_row *range = column_range(s, s->pivot[i]);
    fk_fm_row *row = &s->row[s->row_count];
    for (int j = 0; j < 3; j++)
        row->c[j] = p->c[i][j];
    row->mid = range->mid - p->constant[i];
    row->half = range->half;
    row->error = p->error[i] + p->det_error + range->error;
    s->direction[s->row_count++] = s->normal[i];
}

/* Adds a row of a domain, whose parameters are columns from `first`, in terms of the variables. */
static void add_system_row(fk_fm_system *s, const pivot_solution *p, const fk_fm_row *in, uint32_t first,
                           uint32_t count)
{
    fk_fm_row row = {{0, 0, 0}, in->mid, in->half, in->error};
    fk_vec3 direction = {0, 0, 0};
    double rest = fabs(in->mid) + in->half;
    for (uint32_t k = 0; k < count; k++) {
        int place = p->place[first + k];
        if (place >= 3) {
            row.c[place - 3] += in->c[k];
            rest += fabs(in->c[k]);
            continue;
        }
        for (int j = 0; j < 3; j++)
            row.c[j] += in->c[k] * p->c[place][j];
        row.mid -= in->c[k] * p->constant[place];
        row.error += fabs(in->c[k]) * p->error[place];
        direction = fk_vec3_add(direction, fk_vec3_scale(s->normal[place], in->c[k]));
    }
    row.error += p->det_error * rest;
    s->row[s->row_count] = row;
    s->direction[s->row_count++] = direction;
}

static void add_piece_rows(fk_fm_system *s, const pivot_solution *p, const fk_fm_piece *piece, uint32_t first)
{
    static const fk_fm_row sum = {{1, 1, 1}, 0.5, 0.5, 0x1p-50};
    if (piece->simplex && piece->count > 1)
        add_system_row(s, p, &sum, first, piece->count);
    for (uint32_t i = 0; i < piece->row_count; i++)
        add_system_row(s, p, &piece->row[i], first, piece->count);
}

static void fill_rows(fk_fm_system *s)
{
    static const fk_fm_row unit = {{0, 0, 0}, 0.5, 0.5, 0x1p-50};
    pivot_solution p;
    solve_pivots(s, &p);
    s->row_count = 0;
    for (int i = 0; i < 3; i++)
        add_pivot_range(s, &p, i);
    add_piece_rows(s, &p, &s->a, 0);
    add_piece_rows(s, &p, &s->b, s->a.count);
    for (uint32_t j = 0; j < 3; j++) {
        fk_fm_row row = j < s->free_count ? *column_range(s, s->free[j]) : unit;
        row.c[0] = j == 0;
        row.c[1] = j == 1;
        row.c[2] = j == 2;
        s->row[s->row_count] = row;
        s->direction[s->row_count++] = fk_vec3_make(0, 0, 0);
    }
}

fk_fm_form fk_fm_system_make(fk_fm_system *system, const fk_piece *a, const fk_piece *b)
{
    system->scale = choose_scale(a, b);
    if (!fk_fm_piece_make(&system->a, a, system->scale) || !fk_fm_piece_make(&system->b, b, system->scale))
        return FK_FM_NOTHING;
    fill_fm_columns(system);
    if (!choose_pivots(system))
        return FK_FM_FLAT;
    list_free(system);
    fill_rows(system);
    return FK_FM_ROWS_MADE;
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

bool fk_fm_is_inside(const fk_fm_system *system, const double y[3])
{
    for (uint32_t i = 0; i < system->row_count; i++) {
        const fk_fm_row *row = &system->row[i];
        double value = (row->c[0] * y[0] + row->c[1] * y[1] + row->c[2] * y[2]) - row->mid;
        if (!(fabs(value) < row->half - row->error))
            return false;
    }
    return true;
}

/* The projection interval of a piece on n, from its origin. Returns the size of the numbers, for the error. */
static double project_piece(const fk_fm_piece *piece, fk_vec3 n, double *lo, double *hi)
{
    double size = 0;
    *lo = *hi = 0;
    if (piece->point_count > 0) {
        for (uint32_t i = 0; i < piece->point_count; i++) {
            double value = fk_vec3_dot(n, piece->point[i]);
            *lo = i == 0 ? value : fk_smaller(*lo, value);
            *hi = i == 0 ? value : fk_larger(*hi, value);
            size = fk_larger(size, fk_vec3_largest(piece->point[i]));
        }
        return size;
    }
    for (uint32_t k = 0; k < piece->count; k++) {
        double value = fk_vec3_dot(n, piece->edge[k]);
        double below = fk_smaller(value, 0), above = fk_larger(value, 0);
        *lo = piece->simplex ? fk_smaller(*lo, below) : *lo + below;
        *hi = piece->simplex ? fk_larger(*hi, above) : *hi + above;
        size += fk_vec3_largest(piece->edge[k]);
    }
    return size;
}

/* The projection intervals of both pieces, from the origin of a, and the error of the difference of an end of a and one of
 * b. */
typedef struct piece_intervals {
    double lo_a, hi_a, lo_b, hi_b, error;
} piece_intervals;

static piece_intervals project_pieces(const fk_fm_system *system, fk_vec3 n)
{
    piece_intervals s;
    double size = system->reach + project_piece(&system->a, n, &s.lo_a, &s.hi_a) +
                  project_piece(&system->b, n, &s.lo_b, &s.hi_b);
    double along = fk_vec3_dot(n, system->shift);
    s.lo_b += along;
    s.hi_b += along;
    s.error = PROJECTION_ERROR * fk_vec3_norm1(n) * size;
    return s;
}

bool fk_fm_separates(const fk_fm_system *system, fk_vec3 *direction)
{
    int exponent = fk_exponent_of(fk_vec3_largest(*direction));
    if (exponent < -900 || exponent > 900)
        return false;
    fk_vec3 n = fk_vec3_scale(*direction, fk_from_bits((uint64_t)(1023 - exponent) << 52));
    piece_intervals s = project_pieces(system, n);
    bool forward = s.lo_b - s.hi_a > s.error;
    *direction = forward ? n : fk_vec3_negate(n);
    return forward || s.lo_a - s.hi_b > s.error;
}

double fk_fm_separation(const fk_fm_system *system, fk_vec3 normal, double *middle)
{
    piece_intervals s = project_pieces(system, normal);
    *middle = 0.5 * (s.hi_a + s.lo_b);
    return (s.lo_b - s.hi_a - s.error) * (1 - 0x1p-50);
}
