/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A refusal leaves nothing in libcrypto's error queue, which belongs to the application.
 */
#include "kem/kem.h"
#include "test.h"

#include <openssl/err.h>

static void refuse_once(const kb_kem *kem, const uint8_t *point) {
    uint8_t sk[66] = {0}, ss[66];
    sk[kem->sk_bytes - 1] = 1;
    CHECK_STATUS(kem->decaps(ss, point, sk), KB_ERR_AUTH);
    CHECK_INT(ERR_peek_error(), 0);
}

TEST(refused_points_leave_no_error) {
    uint8_t point[133] = {4};
    refuse_once(&kb_p256, point);
    CHECK_STATUS(kb_p256.check_pk(point), KB_ERR_KEY);
    CHECK_INT(ERR_peek_error(), 0);
    memset(point + 1, 0xff, sizeof point - 1);
    refuse_once(&kb_p256, point);
    refuse_once(&kb_p384, point);
    refuse_once(&kb_p521, point);
}

TEST(zero_secrets_leave_no_error) {
    const uint8_t zero[56] = {0};
    refuse_once(&kb_x25519, zero);
    refuse_once(&kb_x448, zero);
}

int main(void) {
    RUN(refused_points_leave_no_error);
    RUN(zero_secrets_leave_no_error);
    return TEST_END();
}
