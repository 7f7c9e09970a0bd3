/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A document that comes out as Markdown or as HTML. */
#include "doc.h"

#include "page.h"

#include <stdarg.h>
#include <string.h>

#define TEXT_BYTES 4096

static void put(FILE *out, const char *text) {
    (void)fputs(text, out);
}

static void escape_char(FILE *out, char c) {
    switch (c) {
    case '&':
        put(out, "&amp;");
        break;
    case '<':
        put(out, "&lt;");
        break;
    case '>':
        put(out, "&gt;");
        break;
    case '"':
        put(out, "&quot;");
        break;
    default:
        (void)fputc(c, out);
    }
}

void kb_bench_doc_escape(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        escape_char(out, *text);
    }
}

/* HTML of a text with marks. */
static void put_html(FILE *out, const char *text) {
    bool is_code = false, is_strong = false;
    for (; *text != '\0'; text++) {
        if (*text == '`') {
            put(out, is_code ? "</code>" : "<code>");
            is_code = !is_code;
        } else if (!is_code && text[0] == '*' && text[1] == '*') {
            put(out, is_strong ? "</strong>" : "<strong>");
            is_strong = !is_strong;
            text++;
        } else {
            escape_char(out, *text);
        }
    }
}

/* Markdown has the marks already; a bar would end a cell and a bracket begin a tag. */
static void put_markdown(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '|' || *text == '<') {
            (void)fputc('\\', out);
        }
        (void)fputc(*text, out);
    }
}

__attribute__((format(printf, 2, 0))) static void
put_text(kb_bench_doc *doc, const char *format, va_list args) {
    char text[TEXT_BYTES];
    (void)vsnprintf(text, sizeof text, format, args);
    (doc->is_html ? put_html : put_markdown)(doc->out, text);
}

void kb_bench_doc_begin(kb_bench_doc *doc, const char *title) {
    if (!doc->is_html) {
        (void)fprintf(doc->out, "# %s\n", title);
        return;
    }
    put(doc->out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    kb_bench_doc_escape(doc->out, title);
    put(doc->out, "</title>\n<style>\n");
    put(doc->out, kb_bench_page_style);
    put(doc->out, kb_bench_page_plots);
    put(doc->out, kb_bench_page_print);
    put(doc->out, "</style>\n</head>\n<body>\n");
    put(doc->out, kb_bench_page_patterns);
    put(doc->out, "<main>\n<h1>");
    kb_bench_doc_escape(doc->out, title);
    put(doc->out, "</h1>\n");
}

void kb_bench_doc_end(kb_bench_doc *doc) {
    if (doc->is_html) {
        put(doc->out, "</main>\n</body>\n</html>\n");
    }
}

void kb_bench_doc_heading(kb_bench_doc *doc, int level, const char *anchor,
                          const char *text) {
    if (doc->is_html) {
        (void)fprintf(doc->out, "<h%d id=\"%s\">", level, anchor);
        kb_bench_doc_escape(doc->out, text);
        (void)fprintf(doc->out, "</h%d>\n", level);
    } else {
        (void)fprintf(doc->out, "\n%.*s %s\n", level, "######", text);
    }
}

void kb_bench_doc_paragraph(kb_bench_doc *doc, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put(doc->out, doc->is_html ? "<p>" : "\n");
    put_text(doc, format, args);
    put(doc->out, doc->is_html ? "</p>\n" : "\n");
    va_end(args);
}

void kb_bench_doc_list_begin(kb_bench_doc *doc) {
    put(doc->out, doc->is_html ? "<ul class=\"labels\">\n" : "\n");
}

void kb_bench_doc_item(kb_bench_doc *doc, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put(doc->out, doc->is_html ? "<li>" : "* ");
    put_text(doc, format, args);
    put(doc->out, doc->is_html ? "</li>\n" : "\n");
    va_end(args);
}

void kb_bench_doc_list_end(kb_bench_doc *doc) {
    put(doc->out, doc->is_html ? "</ul>\n" : "");
}

void kb_bench_doc_group_begin(kb_bench_doc *doc) {
    put(doc->out, doc->is_html ? "<div class=\"tables\">\n" : "");
}

void kb_bench_doc_group_end(kb_bench_doc *doc) {
    put(doc->out, doc->is_html ? "</div>\n" : "");
}

/* Names of columns may break at their underscores. */
static void put_head(FILE *out, const char *head) {
    for (; *head != '\0'; head++) {
        escape_char(out, *head);
        if (*head == '_') {
            put(out, "<wbr>");
        }
    }
}

static void table_begin_html(kb_bench_doc *doc, const char *caption,
                             const char *const *heads) {
    put(doc->out, "<div><p class=\"cap\">");
    kb_bench_doc_escape(doc->out, caption);
    put(doc->out, "</p>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" "
                  "aria-label=\"");
    kb_bench_doc_escape(doc->out, caption);
    put(doc->out, "\">\n<table>\n<thead><tr>");
    for (size_t i = 0; heads[i] != NULL; i++) {
        put(doc->out, doc->aligns[i] == 'r' ? "<th scope=\"col\" class=\"r\">"
                                            : "<th scope=\"col\">");
        put_head(doc->out, heads[i]);
        put(doc->out, "</th>");
    }
    put(doc->out, "</tr></thead>\n<tbody>\n");
}

void kb_bench_doc_table_begin(kb_bench_doc *doc, const char *caption,
                              const char *const *heads, const char *aligns) {
    doc->aligns = aligns;
    doc->column = 0;
    if (doc->is_html) {
        table_begin_html(doc, caption, heads);
        return;
    }
    (void)fprintf(doc->out, "\n%s:\n\n", caption);
    for (size_t i = 0; heads[i] != NULL; i++) {
        (void)fprintf(doc->out, "| %s ", heads[i]);
    }
    put(doc->out, "|\n");
    for (size_t i = 0; heads[i] != NULL; i++) {
        put(doc->out, aligns[i] == 'r' ? "|---:" : "|---");
    }
    put(doc->out, "|\n");
}

void kb_bench_doc_cell(kb_bench_doc *doc, const char *format, ...) {
    bool is_first = doc->column == 0;
    char align = doc->aligns[doc->column];
    va_list args;
    va_start(args, format);
    if (doc->is_html) {
        put(doc->out, is_first ? "<tr>" : "");
        put(doc->out, align == 'r'   ? "<td class=\"r\">"
                      : align == 'w' ? "<td class=\"w\">"
                                     : "<td>");
    } else {
        put(doc->out, "| ");
    }
    put_text(doc, format, args);
    put(doc->out, doc->is_html ? "</td>" : " ");
    va_end(args);
    doc->column++;
    if (doc->aligns[doc->column] == '\0') {
        doc->column = 0;
        put(doc->out, doc->is_html ? "</tr>\n" : "|\n");
    }
}

void kb_bench_doc_table_end(kb_bench_doc *doc) {
    doc->aligns = NULL;
    put(doc->out, doc->is_html ? "</tbody>\n</table>\n</div></div>\n" : "");
}
