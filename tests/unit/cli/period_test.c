/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "period.h"

#include "test.h"

/* 2026-11-30 16:00:00 UTC, as `date -u -d ... +%s` says. */
#define NOW INT64_C(1796054400)

static int64_t parsed(const char *text) {
    int64_t at = -1;
    return kb_cli_period_parse(&at, text, NOW) == KB_OK ? at : -1;
}

/* The figures are those of `date -u -d DATE +%s`. */
TEST(dates_are_those_of_the_calendar) {
    CHECK_INT(parsed("2027-01-31"), INT64_C(1801353600));
    CHECK_INT(parsed("2028-02-29"), INT64_C(1835395200));
    CHECK_INT(parsed("2096-02-29"), INT64_C(3981312000));
    CHECK_INT(parsed("2099-12-31T23:59:59Z"), INT64_C(4102444799));
    CHECK_INT(parsed("2100-03-01"), INT64_C(4107542400));
    CHECK_INT(parsed("2026-11-30T16:00:01Z"), NOW + 1);
}

TEST(lengths_count_from_now) {
    CHECK_INT(parsed("1s"), NOW + 1);
    CHECK_INT(parsed("30m"), NOW + 1800);
    CHECK_INT(parsed("12h"), NOW + 43200);
    CHECK_INT(parsed("365d"), NOW + 31536000);
    CHECK_INT(parsed("52w"), NOW + 31449600);
    CHECK_INT(parsed("36525d"), NOW + INT64_C(3155760000));
}

TEST(what_does_not_exist_or_is_past_or_too_far_is_refused) {
    static const char *const bad[] = {"",
                                      "d",
                                      "0d",
                                      "0s",
                                      "-1d",
                                      "1",
                                      "1y",
                                      "1dd",
                                      " 1d",
                                      "1d ",
                                      "1.5d",
                                      "36526d",
                                      "999999999w",
                                      "9999999999s",
                                      "2027-02-29",
                                      "2100-02-29",
                                      "2027-00-10",
                                      "2027-13-01",
                                      "2027-01-00",
                                      "2027-01-32",
                                      "2027-04-31",
                                      "2027-1-31",
                                      "20270131",
                                      "2026-11-30",
                                      "2026-11-30T16:00:00Z",
                                      "1969-12-31",
                                      "9999-12-31",
                                      "2027-01-31T24:00:00Z",
                                      "2027-01-31T12:60:00Z",
                                      "2027-01-31T12:00:60Z",
                                      "2027-01-31 12:00:00",
                                      "2027-01-31T12:00:00",
                                      "\xd9\xa1 d"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t at = 7;
        CHECK_STATUS(kb_cli_period_parse(&at, bad[i], NOW), KB_ERR_ARGUMENT);
        CHECK_INT(at, 7);
    }
}

TEST(times_are_written_as_people_read_them) {
    char text[KB_CLI_DATE_BYTES];
    kb_cli_date(text, NOW);
    CHECK_STR(text, "2026-11-30 16:00:00 UTC");
    kb_cli_date(text, 0);
    CHECK_STR(text, "1970-01-01 00:00:00 UTC");
    kb_cli_age(text, 0);
    CHECK_STR(text, "0 seconds");
    kb_cli_age(text, 1);
    CHECK_STR(text, "1 second");
    kb_cli_age(text, 59);
    CHECK_STR(text, "59 seconds");
    kb_cli_age(text, 7199);
    CHECK_STR(text, "1 hour");
    kb_cli_age(text, 86400);
    CHECK_STR(text, "1 day");
    kb_cli_age(text, 863999);
    CHECK_STR(text, "9 days");
}

int main(void) {
    RUN(dates_are_those_of_the_calendar);
    RUN(lengths_count_from_now);
    RUN(what_does_not_exist_or_is_past_or_too_far_is_refused);
    RUN(times_are_written_as_people_read_them);
    return TEST_END();
}
