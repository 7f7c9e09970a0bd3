/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of a family. No cell holds a comma, a quote or a line feed. */
#include "table.h"

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static size_t count_of(const char *text, const char *end, char wanted) {
    size_t n = 0;
    for (; text < end && *text != '\0'; text++) {
        n += *text == wanted;
    }
    return n;
}

/* Cuts text at commas and line feeds into cells. */
static kb_status cut(kb_bench_table *t) {
    char *p = t->text, *end = t->text + t->csv_len;
    for (size_t i = 0; i < (t->rows + 1) * t->columns; i++) {
        size_t len = strcspn(p, ",\n");
        char wanted = (i + 1) % t->columns == 0 ? '\n' : ',';
        if (p + len >= end || p[len] != wanted) {
            return KB_FAIL(KB_ERR_INTERNAL, "line %zu of a table has not %zu cells",
                           i / t->columns + 1, t->columns);
        }
        t->cells[i] = p;
        p[len] = '\0';
        p += len + 1;
    }
    return KB_OK;
}

kb_status kb_bench_table_from_csv(kb_bench_table *out, char *csv, size_t len) {
    const char *end = csv + len;
    *out = (kb_bench_table){.csv = csv, .csv_len = len};
    out->columns = 1 + count_of(csv, strchr(csv, '\n'), ',');
    out->rows = count_of(csv, end, '\n') - 1;
    out->text = strdup(csv);
    out->cells = calloc((out->rows + 1) * out->columns, sizeof *out->cells);
    kb_status status = KB_FAIL(KB_ERR_MEMORY, "table of %zu rows", out->rows);
    if (out->text != NULL && out->cells != NULL) {
        status = cut(out);
    }
    if (status != KB_OK) {
        kb_bench_table_free(out);
    }
    return status;
}

kb_status kb_bench_table_of(kb_bench_table *out, const kb_bench_suite *suite,
                            const kb_bench_record *records, size_t count) {
    char *csv = NULL;
    size_t len = 0;
    *out = (kb_bench_table){.rows = 0};
    FILE *to = open_memstream(&csv, &len);
    if (to == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "table of %s", suite->name);
    }
    (void)fprintf(to, "%s\n", suite->csv_header);
    for (size_t i = 0; i < count; i++) {
        suite->csv(to, &records[i]);
    }
    bool is_bad = ferror(to) != 0;
    is_bad |= fclose(to) != 0;
    if (is_bad) {
        free(csv);
        return KB_FAIL(KB_ERR_MEMORY, "table of %s", suite->name);
    }
    return kb_bench_table_from_csv(out, csv, len);
}

void kb_bench_table_free(kb_bench_table *table) {
    free(table->csv);
    free(table->text);
    free(table->cells);
    *table = (kb_bench_table){.rows = 0};
}

static size_t column_of(const kb_bench_table *t, const char *name) {
    size_t i = 0;
    while (i < t->columns && strcmp(t->cells[i], name) != 0) {
        i++;
    }
    return i;
}

const char *kb_bench_table_cell(const kb_bench_table *table, size_t row,
                                const char *column) {
    size_t i = column_of(table, column);
    return i == table->columns || row >= table->rows
               ? NULL
               : table->cells[(row + 1) * table->columns + i];
}

static bool is_number(const char *cell) {
    return cell[0] != '\0' && strspn(cell, "0123456789.") == strlen(cell);
}

/* Whether a column has numbers, which stand at the right. */
static bool is_right(const kb_bench_table *t, size_t column) {
    for (size_t row = 1; row <= t->rows; row++) {
        const char *cell = t->cells[row * t->columns + column];
        if (cell[0] != '\0' && !is_number(cell)) {
            return false;
        }
    }
    return true;
}

void kb_bench_table_console(FILE *out, const kb_bench_table *table,
                            const char *const *shown) {
    for (size_t row = 0; row <= table->rows; row++) {
        for (size_t k = 0; shown[k] != NULL; k++) {
            size_t column = column_of(table, shown[k]), width = 0;
            if (column == table->columns) {
                continue;
            }
            for (size_t i = 0; i <= table->rows; i++) {
                size_t len = strlen(table->cells[i * table->columns + column]);
                width = len > width ? len : width;
            }
            const char *cell = table->cells[row * table->columns + column];
            const char *before = k == 0 ? "" : "  ";
            (void)fprintf(out, is_right(table, column) ? "%s%*s" : "%s%-*s", before,
                          (int)width, cell);
        }
        (void)fputc('\n', out);
    }
}

bool kb_bench_table_is_right(const kb_bench_table *table, const char *column) {
    size_t i = column_of(table, column);
    return i < table->columns && is_right(table, i);
}

void kb_bench_table_json(FILE *out, const kb_bench_table *table) {
    (void)fputc('[', out);
    for (size_t row = 1; row <= table->rows; row++) {
        (void)fprintf(out, "%s{", row == 1 ? "" : ",");
        for (size_t i = 0; i < table->columns; i++) {
            const char *cell = table->cells[row * table->columns + i];
            const char *quote = is_number(cell) || cell[0] == '\0' ? "" : "\"";
            (void)fprintf(out, "%s\"%s\":%s%s%s", i == 0 ? "" : ",", table->cells[i],
                          quote, cell[0] == '\0' ? "null" : cell, quote);
        }
        (void)fputc('}', out);
    }
    (void)fprintf(out, "]\n");
}
