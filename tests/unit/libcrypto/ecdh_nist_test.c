/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The curves' groups are made at first use: by whichever thread comes first. */
#include "libcrypto/ecdh.h"
#include "test.h"

#include <pthread.h>

#define THREAD_COUNT 8

/* RFC 5903, 8.1 to 8.3: a private key, the other side's public one, the shared x. */
typedef struct answer {
    const char *sk, *peer, *shared;
} answer;

static const answer answers[] = {
    [KB_LIBCRYPTO_P256] =
        {"c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433",
         "04d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf6356fbf3ca366cc"
         "2"
         "3e8157854c13c58d6aac23f046ada30f8353e74f33039872ab",
         "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"},
    [KB_LIBCRYPTO_P384] = {"099f3c7034d4a2c699884d73a375a67f7624ef7c6b3c0f160647b67414dce"
                           "655e35b538041e649ee"
                           "3faef896783ab194",
                           "04e558dbef53eecde3d3fccfc1aea08a89a987475d12fd950d83cfa41732b"
                           "c509d0d1ac43a0336de"
                           "f96fda41d0774a3571dcfbec7aacf3196472169e838430367f66eebe3c6e7"
                           "0c416dd5f0c68759dd1"
                           "fff83fa40142209dff5eaad96db9e6386c",
                           "11187331c279962d93d604243fd592cb9d0a926f422e47187521287e7156c"
                           "5c4d603135569b9e9d0"
                           "9cf5d4a270f59746"},
    [KB_LIBCRYPTO_P521] = {"0037ade9319a89f4dabdb3ef411aaccca5123c61acab57b5393dce4760817"
                           "2a095aa85a30fe1c295"
                           "2c6771d937ba9777f5957b2639bab072462f68c27a57382d4a52",
                           "0400d0b3975ac4b799f5bea16d5e13e9af971d5e9b984c9f39728b5e57397"
                           "35a219b97c356436adc"
                           "6e95bb0352f6be64a6c2912d4ef2d0433ced2b6171640012d9460f015c682"
                           "26383956e3bd066e797"
                           "b623c27ce0eac2f551a10c2c724d9852077b87220b6536c5c408a1d2aebb8"
                           "e86d678ae49cb57091f"
                           "4732296579ab44fcd17f0fc56a",
                           "01144c7d79ae6956bc8edb8e7c787c4521cb086fa64407f97894e5e6b2d79"
                           "b04d1427e73ca4baa24"
                           "0a34786859810c06b3c715a3a8cc3151f2bee417996d19f3ddea"},
};

static pthread_barrier_t start;

/* No checks in here: threads run it. Returns NULL when all three are right. */
static void *derive_all(void *self) {
    (void)pthread_barrier_wait(&start);
    for (size_t c = 0; c < sizeof answers / sizeof answers[0]; c++) {
        uint8_t sk[66], peer[133], shared[66], ss[66];
        long n = test_unhex(sk, sizeof sk, answers[c].sk);
        if (test_unhex(peer, sizeof peer, answers[c].peer) != 1 + 2 * n ||
            test_unhex(shared, sizeof shared, answers[c].shared) != n ||
            kb_libcrypto_ec_derive((kb_libcrypto_ec)c, NULL, ss, sk, peer) != KB_OK ||
            memcmp(ss, shared, (size_t)n) != 0) {
            return self;
        }
    }
    return NULL;
}

TEST(the_first_use_may_be_in_many_threads_at_once) {
    pthread_t threads[THREAD_COUNT];
    REQUIRE(pthread_barrier_init(&start, NULL, THREAD_COUNT) == 0);
    for (size_t i = 0; i < THREAD_COUNT; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, derive_all, threads) == 0);
    }
    for (size_t i = 0; i < THREAD_COUNT; i++) {
        void *failed = threads;
        REQUIRE(pthread_join(threads[i], &failed) == 0);
        CHECK(failed == NULL);
    }
    CHECK(pthread_barrier_destroy(&start) == 0);
}

int main(void) {
    RUN(the_first_use_may_be_in_many_threads_at_once);
    return TEST_END();
}
