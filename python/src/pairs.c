/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many pairs of cells at once.
 *
 * The library takes cells as twelve arrays, one for each number of a cell. A Python array with this layout, such as one
 * of shape (4, 3, n) or its transpose, is read in place. All others are gathered in blocks that fit into the cache, so
 * that (n, 4, 3) takes little more time, and no memory. */

#include "core.h"

#include "base/bits.h"

#define BLOCK   256         /* two sides of 12 doubles each: 48 KiB */
#define ROW     (BLOCK + 8) /* rows a power of two apart would evict each other from the cache */
#define NUMBERS 12

/* Cells of one side: number k of cell i is at base + offset[k] + i * stride. */
typedef struct cell_side {
    core_array held;
    Py_buffer buffer;
    bool has_buffer, is_float;
    const char *base;
    Py_ssize_t stride, offset[NUMBERS];
    size_t count;
    fk_kind kind;
    bool is_direct; /* the library can read it in place */
    bool is_packed; /* twelve doubles in a row for each cell */
} cell_side;

typedef struct cell_batch {
    cell_side a, b;
    const fk_index_pair *pair; /* or NULL */
    size_t count;
    uint8_t *verdict;
    size_t task_size;
} cell_batch;

/* ---- Arrays in ----------------------------------------------------------------------------------------- */

/* Gets numbers in native byte order, in any layout. */
static bool get_buffer(PyObject *object, cell_side *out)
{
    if (!PyObject_CheckBuffer(object))
        return false;
    if (PyObject_GetBuffer(object, &out->buffer, PyBUF_STRIDES | PyBUF_FORMAT) < 0) {
        PyErr_Clear();
        return false;
    }
    out->is_float = core_array_has(&out->buffer, 'f');
    out->has_buffer = out->is_float || core_array_has(&out->buffer, 'd');
    if (!out->has_buffer)
        PyBuffer_Release(&out->buffer);
    return out->has_buffer;
}

/* Accepts (n, 4, 3), (4, 3, n), or one cell, (4, 3), for all cells of the other side. */
static int set_layout(const Py_buffer *buffer, const char *what, cell_side *out)
{
    const Py_ssize_t *shape = buffer->shape, *strides = buffer->strides;
    int dimensions = buffer->ndim, cells, rows;
    if (dimensions == 3 && shape[1] == 4 && shape[2] == 3) {
        cells = 0;
        rows = 1;
    } else if ((dimensions == 3 || dimensions == 2) && shape[0] == 4 && shape[1] == 3) {
        cells = 2;
        rows = 0;
    } else {
        PyErr_Format(
            PyExc_ValueError,
            "%s: an array of shape (n, 4, 3) or (4, 3, n) is needed: origin and three edges of each cell",
            what);
        return -1;
    }
    out->base = buffer->buf;
    out->count = dimensions == 2 ? 1 : (size_t)shape[cells];
    out->stride = dimensions == 2 ? 0 : strides[cells];
    for (int k = 0; k < NUMBERS; k++)
        out->offset[k] = strides[rows] * (k / 3) + strides[rows + 1] * (k % 3);
    return 0;
}

/* Whether the twelve arrays have the layout that the library needs. */
static bool is_direct(const cell_side *s)
{
    size_t size = s->is_float ? sizeof(float) : sizeof(double);
    bool is_aligned = (uintptr_t)s->base % size == 0;
    for (int k = 0; k < NUMBERS; k++)
        is_aligned = is_aligned && s->offset[k] % (Py_ssize_t)size == 0;
    return is_aligned && (s->stride == (Py_ssize_t)size || s->count == 1);
}

/* Whether each cell is twelve consecutive doubles, as in a contiguous (n, 4, 3). */
static bool is_packed(const cell_side *s)
{
    bool packed = !s->is_float && (uintptr_t)s->base % sizeof(double) == 0 &&
                  s->stride % (Py_ssize_t)sizeof(double) == 0;
    for (int k = 0; k < NUMBERS; k++)
        packed = packed && s->offset[k] == k * (Py_ssize_t)sizeof(double);
    return packed;
}

static int get_side(core_state *state, PyObject *object, const char *what, cell_side *out)
{
    core_want want = {what, 'd', -1, {0}};
    const Py_buffer *buffer = &out->buffer;
    if (!get_buffer(object, out)) {
        if (core_array_get(state, object, &want, &out->held) < 0)
            return -1;
        buffer = &out->held.buffer;
    }
    if (set_layout(buffer, what, out) < 0)
        return -1;
    if (out->count == 1)
        out->stride = 0; /* the same cell for all */
    out->is_direct = is_direct(out);
    out->is_packed = is_packed(out);
    return 0;
}

static void release_side(cell_side *s)
{
    if (s->has_buffer)
        PyBuffer_Release(&s->buffer);
    core_array_release(&s->held);
}

/* ---- Work ---------------------------------------------------------------------------------------------- */

/* Sets twelve pointers, from cell `begin` on. */
static void set_pointers(const cell_side *s, size_t begin, const void *number[NUMBERS])
{
    for (int k = 0; k < NUMBERS; k++)
        number[k] = s->base + s->offset[k] + (Py_ssize_t)begin * s->stride;
}

static fk_cells make_cells(fk_kind kind, size_t count, const void *const number[NUMBERS])
{
    fk_cells cells = {.kind = kind, .count = count};
    for (int k = 0; k < 3; k++) {
        cells.origin[k] = number[k];
        for (int edge = 0; edge < 3; edge++)
            cells.edge[edge][k] = number[3 + 3 * edge + k];
    }
    return cells;
}

static fk_cells_float make_cells_float(fk_kind kind, size_t count, const void *const number[NUMBERS])
{
    fk_cells_float cells = {.kind = kind, .count = count};
    for (int k = 0; k < 3; k++) {
        cells.origin[k] = number[k];
        for (int edge = 0; edge < 3; edge++)
            cells.edge[edge][k] = number[3 + 3 * edge + k];
    }
    return cells;
}

/* Reads one number of one cell. */
static double read_number_at(const cell_side *s, const char *at)
{
    double wide;
    float narrow;
    if (!s->is_float) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return (double)narrow;
}

static void gather_packed(const cell_side *s, size_t begin, size_t count, double room[NUMBERS][ROW])
{
    Py_ssize_t stride = s->stride / (Py_ssize_t)sizeof(double);
    const double *cell = (const double *)(const void *)s->base + (Py_ssize_t)begin * stride;
    for (size_t i = 0; i < count; i++, cell += stride) {
        /* Prefetches the next block while this one is used. */
        uintptr_t next = (uintptr_t)cell + BLOCK * NUMBERS * sizeof *cell;
        fk_prefetch((const void *)next);
        fk_prefetch((const void *)(next + 64));
        for (int k = 0; k < NUMBERS; k++)
            room[k][i] = cell[k];
    }
}

/* Gathers the cells of pairs begin to begin + count. */
static void gather(const cell_batch *job, const cell_side *s, size_t begin, size_t count,
                   double room[NUMBERS][ROW])
{
    if (!job->pair && s->is_packed) {
        gather_packed(s, begin, count, room);
        return;
    }
    const uint32_t *index = job->pair ? (s == &job->a ? &job->pair[begin].a : &job->pair[begin].b) : NULL;
    for (size_t i = 0; i < count; i++) {
        size_t cell = index ? index[2 * i] : begin + i;
        const char *at = s->base + (Py_ssize_t)cell * s->stride;
        for (int k = 0; k < NUMBERS; k++)
            room[k][i] = read_number_at(s, at + s->offset[k]);
    }
}

/* Loads one side of a block: in place, or gathered. */
static fk_cells load_block(const cell_batch *job, const cell_side *s, size_t begin, size_t count,
                           double room[NUMBERS][ROW])
{
    const void *number[NUMBERS];
    bool is_in_place = s->is_direct && !s->is_float && !job->pair && s->count == job->count;
    if (is_in_place) {
        set_pointers(s, begin, number);
    } else {
        gather(job, s, begin, count, room);
        for (int k = 0; k < NUMBERS; k++)
            number[k] = room[k];
    }
    return make_cells(s->kind, count, number);
}

static void run_blocks(const cell_batch *job, size_t begin, size_t end)
{
    double room_a[NUMBERS][ROW], room_b[NUMBERS][ROW];
    for (size_t at = begin; at < end; at += BLOCK) {
        size_t count = end - at < BLOCK ? end - at : BLOCK;
        fk_cells a = load_block(job, &job->a, at, count, room_a);
        fk_cells b = load_block(job, &job->b, at, count, room_b);
        fk_cells_verdict(&a, &b, NULL, count, job->verdict + at);
    }
}

/* Runs all at once, if the library can read both sides in place. */
static void run_direct(const cell_batch *job, size_t begin, size_t end)
{
    const void *number_a[NUMBERS], *number_b[NUMBERS];
    size_t first = job->pair ? 0 : begin, count = end - begin;
    const fk_index_pair *pair = job->pair ? job->pair + begin : NULL;
    size_t count_a = job->pair ? job->a.count : count, count_b = job->pair ? job->b.count : count;
    set_pointers(&job->a, first, number_a);
    set_pointers(&job->b, first, number_b);
    if (job->a.is_float) {
        fk_cells_float a = make_cells_float(job->a.kind, count_a, number_a);
        fk_cells_float b = make_cells_float(job->b.kind, count_b, number_b);
        fk_cells_verdict_float(&a, &b, pair, count, job->verdict + begin);
    } else {
        fk_cells a = make_cells(job->a.kind, count_a, number_a);
        fk_cells b = make_cells(job->b.kind, count_b, number_b);
        fk_cells_verdict(&a, &b, pair, count, job->verdict + begin);
    }
}

static void run_task(void *data, uint32_t index)
{
    const cell_batch *job = data;
    size_t begin = index * job->task_size, end = begin + job->task_size;
    end = end < job->count ? end : job->count;
    bool fits = job->pair || (job->a.count == job->count && job->b.count == job->count);
    if (fits && job->a.is_direct && job->b.is_direct && job->a.is_float == job->b.is_float)
        run_direct(job, begin, end);
    else
        run_blocks(job, begin, end);
}

/* Runs in this thread, or in those of a pool: four tasks for each, because some take longer. */
static fk_status run_batch(cell_batch *job, uint32_t threads)
{
    job->task_size = job->count;
    if (threads == 1 || job->count < 4 * BLOCK) {
        run_task(job, 0);
        return FK_OK;
    }
    fk_pool *pool;
    fk_status status = fk_pool_create(core_context(), threads, &pool);
    if (status != FK_OK)
        return status;
    const fk_workers *workers = fk_pool_workers(pool);
    size_t tasks = (size_t)workers->count * 4;
    job->task_size = (job->count + tasks - 1) / tasks;
    job->task_size = (job->task_size + BLOCK - 1) / BLOCK * BLOCK;
    workers->run(workers->user, (uint32_t)((job->count + job->task_size - 1) / job->task_size), run_task,
                 job);
    fk_pool_destroy(pool);
    return FK_OK;
}

/* ---- pairs(...) ---------------------------------------------------------------------------------------- */

enum { A, B, KIND, INDEX, THREADS, ARGUMENTS };
static const core_signature signature = {"pairs", 2, 3, {"a", "b", "kind", "index", "threads"}};

static int find_kind(PyObject *object, fk_kind *out)
{
    bool is_word = PyUnicode_Check(object);
    bool is_box = is_word && PyUnicode_CompareWithASCIIString(object, "box") == 0;
    bool is_tetra = is_word && PyUnicode_CompareWithASCIIString(object, "tetra") == 0;
    if (!is_box && !is_tetra) {
        PyErr_Format(PyExc_ValueError, "kind: 'box', 'tetra', or one of them for each side is needed, not %R",
                     object);
        return -1;
    }
    *out = is_box ? FK_KIND_BOX : FK_KIND_TETRA;
    return 0;
}

static int read_kinds(PyObject *object, cell_batch *out)
{
    out->a.kind = out->b.kind = FK_KIND_BOX;
    if (!core_is_given(object))
        return 0;
    if (PyTuple_Check(object) && PyTuple_Size(object) == 2)
        return find_kind(PyTuple_GetItem(object, 0), &out->a.kind) < 0 ||
                       find_kind(PyTuple_GetItem(object, 1), &out->b.kind) < 0
                   ? -1
                   : 0;
    int failed = find_kind(object, &out->a.kind);
    out->b.kind = out->a.kind;
    return failed;
}

/* Finds the pairs of cells: those of the same index, all of one side with the only one of the other, or those of
 * `index`. */
static int read_index(core_state *state, PyObject *object, core_array *index, cell_batch *out)
{
    static const core_want want = {"index", 'I', 2, {-1, 2}};
    size_t a = out->a.count, b = out->b.count;
    if (!core_is_given(object)) {
        out->count = a == 1 ? b : a;
        if (a == b || a == 1 || b == 1)
            return 0;
        PyErr_Format(PyExc_ValueError, "a and b: %zu cells and %zu cells are no pairs; index says which are",
                     a, b);
        return -1;
    }
    /* A copy, because checked numbers must stay valid. */
    if (core_array_get(state, object, &want, index) < 0 || core_array_keep(index) < 0)
        return -1;
    out->pair = index->data;
    out->count = (size_t)index->rows;
    for (size_t i = 0; i < out->count; i++) {
        if (out->pair[i].a >= a || out->pair[i].b >= b) {
            PyErr_Format(PyExc_ValueError, "index: pair %zu names a cell that is not there", i);
            return -1;
        }
    }
    return 0;
}

static PyObject *compute_verdicts(core_state *state, PyObject **given, cell_batch *job, core_array *index)
{
    core_array out = {0};
    uint64_t threads = 1;
    fk_status status = FK_OK;
    if (read_kinds(given[KIND], job) < 0 || get_side(state, given[A], "a", &job->a) < 0 ||
        get_side(state, given[B], "b", &job->b) < 0 || read_index(state, given[INDEX], index, job) < 0 ||
        (given[THREADS] && core_whole(given[THREADS], "threads", 1024, &threads) < 0))
        return NULL;
    core_want form = {"pairs", 'B', 1, {(Py_ssize_t)job->count}};
    PyObject *result = core_array_new(state, &form, &out);
    if (result && job->count > 0) {
        job->verdict = out.buffer.buf;
        Py_BEGIN_ALLOW_THREADS
        status = run_batch(job, (uint32_t)threads);
        Py_END_ALLOW_THREADS
    }
    core_array_release(&out);
    if (status == FK_OK)
        return result;
    Py_XDECREF(result);
    return core_error(state, status, "pairs", NULL);
}

static PyObject *pairs(CORE_ARGUMENTS)
{
    PyObject *given[ARGUMENTS];
    cell_batch job = {0};
    core_array index = {0};
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    PyObject *result = compute_verdicts(core_state_of(self), given, &job, &index);
    release_side(&job.a);
    release_side(&job.b);
    core_array_release(&index);
    return result;
}

int core_add_pairs(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "pairs", pairs,
            "pairs(a, b, kind='box', *, index=None, threads=1)\n--\n\n"
            "Returns the exact verdicts on many pairs of cells, as an array of uint8: 1 apart, 2 touching, 3 "
            "overlapping; 0, undecided,\n"
            "only for numbers that are not finite. farkas.VERDICTS has the words.\n\n"
            "a and b are arrays of shape (n, 4, 3), origin and three edges of each cell; or (4, 3, n), which "
            "is read in place,\n"
            "without a copy; or one cell, (4, 3), for all of the other side. float64 and float32 are read in "
            "any layout.\n"
            "kind is 'box', 'tetra', or a tuple of one for each side; index, (m, 2), gives the pairs. "
            "threads=0 uses all\n"
            "processors. No other thread may write to the arrays meanwhile.\n\n"
            ">>> import farkas, numpy\n"
            ">>> unit = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)\n"
            ">>> moved = numpy.stack([unit, unit, unit])\n"
            ">>> moved[:, 0, 0] = [0.5, 1, 1.5]\n"
            ">>> farkas.pairs(unit, moved).tolist()\n"
            "[3, 2, 1]\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
