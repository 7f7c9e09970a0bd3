/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test.h"

#include <keybraid/policy.h>

/* Design: exactly these 20, under both profiles. */
static const char *const wanted[] = {
    "X25519+ML-KEM-768", "X25519+HQC-128",    "X25519+HQC-192", "X448+ML-KEM-768",
    "X448+ML-KEM-1024",  "X448+HQC-128",      "X448+HQC-192",   "X448+HQC-256",
    "P-256+ML-KEM-768",  "P-256+HQC-128",     "P-256+HQC-192",  "P-384+ML-KEM-768",
    "P-384+ML-KEM-1024", "P-384+HQC-128",     "P-384+HQC-192",  "P-384+HQC-256",
    "P-521+ML-KEM-768",  "P-521+ML-KEM-1024", "P-521+HQC-192",  "P-521+HQC-256",
};
#define WANTED (sizeof wanted / sizeof wanted[0])

static void check_profile(const char *profile) {
    kb_pair pairs[32];
    char name[64];
    CHECK_INT(kb_policy_pairs(profile, pairs, 32), WANTED);
    for (size_t i = 0; i < WANTED; i++) {
        snprintf(name, sizeof name, "%s+%s", pairs[i].classical->name,
                 pairs[i].pqc->name);
        CHECK_STR(name, wanted[i]);
        CHECK_OK(kb_policy_check_pair(pairs[i].classical->id, pairs[i].pqc->id, false));
    }
}

TEST(both_profiles_give_the_same_pairs) {
    check_profile(NULL);
    check_profile(KB_POLICY_PROFILE_NIST);
    check_profile(KB_POLICY_PROFILE_SECURECORE);
}

TEST(the_list_counts_beyond_its_buffer_and_knows_its_profiles) {
    kb_pair pairs[3];
    CHECK_INT(kb_policy_pairs(NULL, pairs, 3), WANTED);
    CHECK_INT(kb_policy_pairs("other", pairs, 3), 0);
}

TEST(levels_differ_between_profiles_where_stated) {
    CHECK_INT(kb_policy_level(NULL, "X25519"), 1);
    CHECK_INT(kb_policy_level(KB_POLICY_PROFILE_SECURECORE, "X25519"), 2);
    CHECK_INT(kb_policy_level(KB_POLICY_PROFILE_SECURECORE, "P-256"), 2);
    CHECK_INT(kb_policy_level(NULL, "P-521"), 5);
    CHECK_INT(kb_policy_level(KB_POLICY_PROFILE_SECURECORE, "P-521"), 4);
    CHECK_INT(kb_policy_level(KB_POLICY_PROFILE_SECURECORE, "ML-KEM-768"), 3);
    CHECK_INT(kb_policy_level("other", "X25519"), 0);
    CHECK_INT(kb_policy_level(NULL, "ROT-13"), 0);
}

TEST(statuses_decide_single_uses) {
    CHECK_OK(kb_policy_check_use("ML-KEM-512", KB_USE_PROTECT, false));
    CHECK_OK(kb_policy_check_use("HQC-128", KB_USE_PROTECT, false));
    CHECK_OK(kb_policy_check_use("HQC-128-V500", KB_USE_PROCESS, false));
    CHECK_OK(kb_policy_check_use("RSA-3072-PS256", KB_USE_PROCESS, false));
    CHECK_STATUS(kb_policy_check_use("RSA-3072-PS256", KB_USE_PROTECT, true),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_policy_check_use("DKEM-256", KB_USE_PROCESS, false), KB_ERR_POLICY);
    CHECK_OK(kb_policy_check_use("DKEM-256", KB_USE_PROTECT, true));
    CHECK_STATUS(kb_policy_check_use("ROT-13", KB_USE_PROCESS, true), KB_ERR_UNSUPPORTED);
}

TEST(pairs_outside_the_rule_are_refused_with_the_reason) {
    CHECK_STATUS(kb_policy_check_pair("X25519", "ML-KEM-512", false), KB_ERR_POLICY);
    CHECK(strstr(kb_last_error()->text, "not recommended") != NULL);
    CHECK_STATUS(kb_policy_check_pair("X25519", "ML-KEM-1024", false), KB_ERR_POLICY);
    CHECK(strstr(kb_last_error()->text, "more than 2 apart") != NULL);
    CHECK_STATUS(kb_policy_check_pair("ML-KEM-768", "X25519", false), KB_ERR_POLICY);
    CHECK_STATUS(kb_policy_check_pair("X25519", "X448", false), KB_ERR_POLICY);
    CHECK_STATUS(kb_policy_check_pair("X25519", "A256GCM", false), KB_ERR_POLICY);
    CHECK_STATUS(kb_policy_check_pair("P-521", "DKEM-512", false), KB_ERR_POLICY);
    CHECK(strstr(kb_last_error()->text, "--allow-experimental") != NULL);
    CHECK_OK(kb_policy_check_pair("P-521", "DKEM-512", true));
    CHECK_STATUS(kb_policy_check_pair("P-521", "DKEM-512-SHAKE", true), KB_ERR_POLICY);
    CHECK_STATUS(kb_policy_check_pair("X25519", "ML-DSA-65", true), KB_ERR_POLICY);
    CHECK_STATUS(kb_policy_check_pair("X25519", "HQC-999", false), KB_ERR_UNSUPPORTED);
}

int main(void) {
    RUN(both_profiles_give_the_same_pairs);
    RUN(the_list_counts_beyond_its_buffer_and_knows_its_profiles);
    RUN(levels_differ_between_profiles_where_stated);
    RUN(statuses_decide_single_uses);
    RUN(pairs_outside_the_rule_are_refused_with_the_reason);
    return TEST_END();
}
