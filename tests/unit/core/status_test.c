/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "core/error.h"
#include "core/status_table.h"
#include "test.h"

TEST(every_code_has_one_row_in_its_group) {
    size_t n;
    const kb_status_row *rows = kb_status_table(&n);
    static const int exits_of_group[10] = {0, 2, 3, 1, 4, 5, 6, -1, -1, 70};
    for (size_t i = 0; i < n; i++) {
        int group = (int)rows[i].status / 100;
        CHECK(i == 0 || rows[i].status > rows[i - 1].status);
        CHECK_INT(rows[i].exit_code, exits_of_group[group]);
        CHECK_STR(kb_status_name(rows[i].status), rows[i].name);
        CHECK(strncmp(rows[i].name, i == 0 ? "KB_OK" : "KB_ERR_", i == 0 ? 5 : 7) == 0);
        CHECK(rows[i].text[0] != '\0');
        CHECK((rows[i].http == 200) == (rows[i].status == KB_OK));
    }
    CHECK_STR(kb_status_name((kb_status)7), "?");
    CHECK_INT(kb_status_exit_code((kb_status)7), 70);
}

TEST(detail_is_kept_until_the_next_failure) {
    CHECK_INT(KB_FAIL_AT(KB_ERR_FORMAT, 42, "iv has %d bytes", 3), KB_ERR_FORMAT);
    CHECK_STR(kb_last_error()->text, "iv has 3 bytes");
    CHECK(kb_last_error()->has_offset && kb_last_error()->offset == 42);
    CHECK_INT(kb_error_prefix(KB_ERR_FORMAT, "%s", "a.jwe"), KB_ERR_FORMAT);
    CHECK_STR(kb_last_error()->text, "a.jwe: iv has 3 bytes");
    char big[400];
    memset(big, 'x', sizeof big);
    big[sizeof big - 1] = '\0';
    CHECK_INT(KB_FAIL(KB_ERR_IO, "%s", big), KB_ERR_IO);
    CHECK_INT(strlen(kb_last_error()->text), sizeof kb_last_error()->text - 1);
    CHECK_INT(kb_error_prefix(KB_ERR_IO, "%s", big), KB_ERR_IO);
    CHECK_INT(strlen(kb_last_error()->text), sizeof kb_last_error()->text - 1);
}

int main(void) {
    RUN(every_code_has_one_row_in_its_group);
    RUN(detail_is_kept_until_the_next_failure);
    return TEST_END();
}
