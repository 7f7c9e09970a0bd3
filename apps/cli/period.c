/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Dates and lengths of time as people write them, in UTC. */
#include "period.h"

#include "core/clock.h"
#include "core/error.h"
#include "ui.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define DAY_S        INT64_C(86400)
#define FAR_S        (36525 * DAY_S)
#define DATE_LEN     10 /* 2027-01-31 */
#define DATE_ALL_LEN 20 /* 2027-01-31T12:00:00Z */

static bool is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_days(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

static int64_t days_before(int year, int month, int day) {
    int64_t days = day - 1;
    for (int y = 1970; y < year; y++) {
        days += is_leap(y) ? 366 : 365;
    }
    for (int m = 1; m < month; m++) {
        days += month_days(year, m);
    }
    return days;
}

/* Whether text has the form, in which 0 stands for a digit. */
static bool has_form(const char *text, const char *form) {
    for (; *form != '\0'; text++, form++) {
        if (*form == '0' ? *text < '0' || *text > '9' : *text != *form) {
            return false;
        }
    }
    return *text == '\0';
}

static int digits(const char *text, size_t count) {
    int n = 0;
    for (size_t i = 0; i < count; i++) {
        n = n * 10 + (text[i] - '0');
    }
    return n;
}

static bool parse_date(int64_t *out, const char *text) {
    size_t len = strlen(text);
    if (!(len == DATE_LEN && has_form(text, "0000-00-00")) &&
        !(len == DATE_ALL_LEN && has_form(text, "0000-00-00T00:00:00Z"))) {
        return false;
    }
    int year = digits(text, 4), month = digits(text + 5, 2), day = digits(text + 8, 2);
    int hour = 0, minute = 0, second = 0;
    if (len == DATE_ALL_LEN) {
        hour = digits(text + 11, 2);
        minute = digits(text + 14, 2);
        second = digits(text + 17, 2);
    }
    if (year < 1970 || month < 1 || month > 12 || day < 1 ||
        day > month_days(year, month) || hour > 23 || minute > 59 || second > 59) {
        return false;
    }
    *out = days_before(year, month, day) * DAY_S + hour * 3600 + minute * 60 + second;
    return true;
}

static bool parse_length(int64_t *out, const char *text) {
    static const char units[] = "smhdw";
    static const int64_t seconds[] = {1, 60, 3600, DAY_S, 7 * DAY_S};
    size_t count = strspn(text, "0123456789");
    const char *unit = text[count] == '\0' ? NULL : strchr(units, text[count]);
    if (count == 0 || count > 9 || unit == NULL || text[count + 1] != '\0') {
        return false;
    }
    *out = digits(text, count) * seconds[unit - units];
    return true;
}

kb_status kb_cli_period_parse(int64_t *out, const char *text, int64_t now_s) {
    int64_t at = 0;
    if (parse_length(&at, text)) {
        at += now_s;
    } else if (!parse_date(&at, text)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--expires %.40s: wanted is a time from now such as 365d, 12h or "
                       "30m, or a date such as 2027-01-31",
                       kb_cli_escape(text));
    }
    if (at <= now_s || at - now_s > FAR_S) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--expires %.40s: %s", kb_cli_escape(text),
                       at <= now_s ? "that is not in the future"
                                   : "that is more than 100 years ahead");
    }
    *out = at;
    return KB_OK;
}

void kb_cli_date(char out[KB_CLI_DATE_BYTES], int64_t at_s) {
    time_t at = (time_t)at_s;
    struct tm tm;
    if (gmtime_r(&at, &tm) == NULL ||
        strftime(out, KB_CLI_DATE_BYTES, "%Y-%m-%d %H:%M:%S UTC", &tm) == 0) {
        snprintf(out, KB_CLI_DATE_BYTES, "%lld s", (long long)at_s);
    }
}

void kb_cli_age(char out[KB_CLI_DATE_BYTES], int64_t seconds) {
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {{DAY_S, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    size_t i = 0;
    while (i < 3 && seconds < units[i].seconds) {
        i++;
    }
    int64_t n = seconds / units[i].seconds;
    snprintf(out, KB_CLI_DATE_BYTES, "%lld %s%s", (long long)n, units[i].name,
             n == 1 ? "" : "s");
}

kb_status kb_cli_limits(kb_key_limits *limits, const kb_cli_args *args) {
    const char *expires = args->value[KB_CLI_EXPIRES];
    const char *uses = args->value[KB_CLI_MAX_USES];
    if (expires != NULL && strcmp(expires, "never") == 0) {
        limits->protect_until_s = 0;
    } else if (expires != NULL) {
        KB_TRY(kb_cli_period_parse(&limits->protect_until_s, expires, kb_clock_now_s()));
    }
    if (uses != NULL && strcmp(uses, "none") == 0) {
        limits->max_uses = 0;
    } else if (uses != NULL) {
        KB_TRY(kb_cli_args_number(&limits->max_uses, args, KB_CLI_MAX_USES, INT64_MAX));
    }
    return KB_OK;
}
