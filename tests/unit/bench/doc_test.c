/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One document in its two shapes. */
#include "doc.h"

#include "test.h"

static char *text;
static size_t len;

static kb_bench_doc open_doc(bool is_html) {
    return (kb_bench_doc){.out = open_memstream(&text, &len), .is_html = is_html};
}

static void check(kb_bench_doc *doc, const char *want) {
    REQUIRE(fclose(doc->out) == 0);
    CHECK_STR(text, want);
    free(text);
}

static void write_table(kb_bench_doc *doc) {
    static const char *const heads[] = {"ALG", "P50_US", NULL};
    kb_bench_doc_table_begin(doc, "Times", heads, "lr");
    kb_bench_doc_cell(doc, "a|b");
    kb_bench_doc_cell(doc, "%.1f", 1.5);
    kb_bench_doc_table_end(doc);
}

TEST(what_means_something_in_html_is_escaped) {
    kb_bench_doc doc = open_doc(true);
    kb_bench_doc_paragraph(&doc, "%s", "<script>\"a\" & b</script>");
    check(&doc, "<p>&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;</p>\n");
}

TEST(marks_become_elements_and_code_is_left_alone) {
    kb_bench_doc doc = open_doc(true);
    kb_bench_doc_paragraph(&doc, "**is** `a**b` ok");
    check(&doc, "<p><strong>is</strong> <code>a**b</code> ok</p>\n");
}

TEST(markdown_keeps_marks_and_escapes_bars_and_tags) {
    kb_bench_doc doc = open_doc(false);
    kb_bench_doc_paragraph(&doc, "**is** `code` a|b <i>");
    check(&doc, "\n**is** `code` a\\|b \\<i>\n");
}

TEST(a_table_in_markdown) {
    kb_bench_doc doc = open_doc(false);
    write_table(&doc);
    check(&doc, "\nTimes:\n\n| ALG | P50_US |\n|---|---:|\n| a\\|b | 1.5 |\n");
}

TEST(a_table_in_html_has_a_name_and_scrolls_by_itself) {
    kb_bench_doc doc = open_doc(true);
    write_table(&doc);
    check(&doc,
          "<div><p class=\"cap\">Times</p>\n<div class=\"wide\" role=\"region\" "
          "tabindex=\"0\" aria-label=\"Times\">\n<table>\n<thead><tr>"
          "<th scope=\"col\">ALG</th><th scope=\"col\" class=\"r\">P50_<wbr>US</th></tr>"
          "</thead>\n<tbody>\n<tr><td>a|b</td><td class=\"r\">1.5</td></tr>\n</tbody>\n"
          "</table>\n</div></div>\n");
}

int main(void) {
    RUN(what_means_something_in_html_is_escaped);
    RUN(marks_become_elements_and_code_is_left_alone);
    RUN(markdown_keeps_marks_and_escapes_bars_and_tags);
    RUN(a_table_in_markdown);
    RUN(a_table_in_html_has_a_name_and_scrolls_by_itself);
    return TEST_END();
}
