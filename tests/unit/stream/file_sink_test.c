/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/file_sink.h"

#include "test.h"
#include "unit/stream/tmpdir.h"

#include <keybraid/stream.h>
#include <signal.h>
#include <sys/wait.h>

static void check_content(const char *path, const char *want) {
    char got[64];
    long n = tmpdir_read(path, got, sizeof got - 1);
    got[n < 0 ? 0 : n] = '\0';
    CHECK(n >= 0);
    CHECK_STR(got, want);
}

static void write_file(const char *path, const char *text, unsigned mode) {
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_file(&s, path, mode));
    CHECK_OK(kb_stream_feed(s, text, strlen(text)));
    CHECK_OK(kb_stream_finish(s));
    kb_stream_free(s);
}

TEST(a_file_appears_at_finish_and_not_before) {
    kb_stream *s = NULL;
    const char *path = tmpdir_file("out");
    REQUIRE_OK(kb_stream_to_file(&s, path, 0600));
    CHECK_OK(kb_stream_feed(s, "new", 3));
    CHECK_INT(tmpdir_mode(path), -1);
    CHECK_OK(kb_stream_finish(s));
    check_content(path, "new");
    CHECK_INT(tmpdir_count(), 1);
    kb_stream_free(s);
    check_content(path, "new");
    CHECK_INT(tmpdir_count(), 1);
    tmpdir_empty();
}

TEST(freed_unfinished_it_leaves_everything_as_it_was) {
    kb_stream *s = NULL;
    const char *path = tmpdir_file("out");
    REQUIRE_OK(kb_stream_to_file(&s, path, 0600));
    CHECK_OK(kb_stream_feed(s, "new", 3));
    kb_stream_free(s);
    CHECK_INT(tmpdir_count(), 0);
    tmpdir_write(path, "old", 3);
    REQUIRE_OK(kb_stream_to_file(&s, path, 0600));
    CHECK_OK(kb_stream_feed(s, "new", 3));
    kb_stream_free(s);
    check_content(path, "old");
    CHECK_INT(tmpdir_count(), 1);
    REQUIRE_OK(kb_stream_to_new_file(&s, tmpdir_file("other"), 0600));
    CHECK_OK(kb_stream_feed(s, "new", 3));
    kb_stream_free(s);
    CHECK_INT(tmpdir_count(), 1);
    tmpdir_empty();
}

TEST(modes_are_those_asked_for_or_those_of_the_old_file) {
    const char *path = tmpdir_file("out");
    mode_t old_mask = umask(0);
    write_file(path, "a", 0600);
    CHECK_INT(tmpdir_mode(path), 0600);
    chmod(path, 0640);
    write_file(path, "b", 0600);
    CHECK_INT(tmpdir_mode(path), 0640);
    chmod(path, 04755);
    write_file(path, "c", 0600);
    CHECK_INT(tmpdir_mode(path), 0755);
    tmpdir_empty();
    umask(027);
    write_file(path, "a", 0666);
    CHECK_INT(tmpdir_mode(path), 0640);
    umask(0777);
    write_file(path, "b", 0600);
    CHECK_INT(tmpdir_mode(path), 0640);
    umask(old_mask);
    kb_stream *s = NULL;
    CHECK_STATUS(kb_stream_to_file(&s, path, 04600), KB_ERR_ARGUMENT);
    tmpdir_empty();
}

TEST(the_owner_of_a_replaced_file_is_kept_where_allowed) {
    const char *path = tmpdir_file("out");
    tmpdir_write(path, "old", 3);
    /* Only root can give a file away; others test that nothing changes. */
    uid_t uid = geteuid() == 0 ? 12345 : getuid();
    gid_t gid = geteuid() == 0 ? 23456 : getgid();
    REQUIRE(chown(path, uid, gid) == 0);
    write_file(path, "new", 0600);
    struct stat st;
    REQUIRE(stat(path, &st) == 0);
    CHECK_INT(st.st_uid, uid);
    CHECK_INT(st.st_gid, gid);
    check_content(path, "new");
    tmpdir_empty();
}

TEST(while_it_is_written_nobody_else_may_read_it) {
    kb_stream *s = NULL;
    mode_t old_mask = umask(0);
    kb_file_sink_force_named(1);
    REQUIRE_OK(kb_stream_to_file(&s, tmpdir_file("out"), 0666));
    umask(old_mask);
    DIR *dir = opendir(tmpdir_path);
    int seen = 0;
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        if (strncmp(e->d_name, ".keybraid-", 10) == 0) {
            CHECK_INT(tmpdir_mode(tmpdir_file(e->d_name)), 0600);
            seen++;
        }
    }
    closedir(dir);
    CHECK_INT(seen, 1);
    CHECK_OK(kb_stream_finish(s));
    CHECK_INT(tmpdir_mode(tmpdir_file("out")), 0666);
    kb_stream_free(s);
    kb_file_sink_force_named(0);
    tmpdir_empty();
}

TEST(a_link_stays_and_its_target_is_replaced_or_made) {
    const char *target = tmpdir_file("target");
    const char *link = tmpdir_file("link");
    tmpdir_write(target, "old", 3);
    REQUIRE(symlink("target", link) == 0);
    write_file(link, "new", 0600);
    check_content(target, "new");
    struct stat st;
    CHECK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    CHECK_INT(tmpdir_count(), 2);
    REQUIRE(unlink(target) == 0);
    write_file(link, "made", 0600);
    check_content(target, "made");
    CHECK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    tmpdir_empty();
    /* A chain with an absolute link in it, and a circle. */
    REQUIRE(symlink(tmpdir_file("b"), tmpdir_file("a")) == 0);
    REQUIRE(symlink("c", tmpdir_file("b")) == 0);
    write_file(tmpdir_file("a"), "far", 0600);
    check_content(tmpdir_file("c"), "far");
    REQUIRE(symlink("loop", tmpdir_file("loop")) == 0);
    kb_stream *s = NULL;
    CHECK_STATUS(kb_stream_to_file(&s, tmpdir_file("loop"), 0600), KB_ERR_IO);
    tmpdir_empty();
}

TEST(a_new_file_never_replaces_anything) {
    kb_stream *s = NULL;
    const char *path = tmpdir_file("out");
    for (int named = 0; named < 2; named++) {
        kb_file_sink_force_named(named);
        REQUIRE_OK(kb_stream_to_new_file(&s, path, 0600));
        CHECK_OK(kb_stream_feed(s, "first", 5));
        CHECK_OK(kb_stream_finish(s));
        kb_stream_free(s);
        check_content(path, "first");
        CHECK_INT(tmpdir_mode(path), 0600);
        REQUIRE_OK(kb_stream_to_new_file(&s, path, 0600));
        CHECK_OK(kb_stream_feed(s, "second", 6));
        CHECK_STATUS(kb_stream_finish(s), KB_ERR_FILE_EXISTS);
        kb_stream_free(s);
        check_content(path, "first");
        CHECK_INT(tmpdir_count(), 1);
        unlink(path);
        /* Not even a link that leads nowhere. */
        REQUIRE(symlink("nowhere", path) == 0);
        REQUIRE_OK(kb_stream_to_new_file(&s, path, 0600));
        CHECK_STATUS(kb_stream_finish(s), KB_ERR_FILE_EXISTS);
        kb_stream_free(s);
        CHECK_INT(tmpdir_count(), 1);
        tmpdir_empty();
    }
    kb_file_sink_force_named(0);
}

TEST(what_cannot_be_a_file_is_refused_with_its_name) {
    kb_stream *s = NULL;
    CHECK_STATUS(kb_stream_to_file(&s, tmpdir_path, 0600), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "Is a directory") != NULL);
    CHECK_STATUS(kb_stream_to_file(&s, tmpdir_file("x/"), 0600), KB_ERR_IO);
    CHECK_STATUS(kb_stream_to_file(&s, tmpdir_file("."), 0600), KB_ERR_IO);
    CHECK_STATUS(kb_stream_to_file(&s, tmpdir_file("no/such"), 0600), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "no/such") != NULL);
    CHECK_STATUS(kb_stream_to_file(&s, "", 0600), KB_ERR_IO);
    CHECK_STATUS(kb_stream_to_file(&s, NULL, 0600), KB_ERR_ARGUMENT);
    char name[NAME_MAX + 2];
    memset(name, 'n', sizeof name);
    name[NAME_MAX + 1] = '\0';
    CHECK_STATUS(kb_stream_to_file(&s, tmpdir_file(name), 0600), KB_ERR_IO);
    static char longest[2 * PATH_MAX];
    memset(longest, '/', sizeof longest - 1);
    CHECK_STATUS(kb_stream_to_file(&s, longest, 0600), KB_ERR_IO);
    CHECK(s == NULL);
    CHECK_INT(tmpdir_count(), 0);
}

TEST(a_device_is_written_to_and_not_replaced) {
    write_file("/dev/null", "gone", 0600);
    struct stat st;
    CHECK(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
    REQUIRE(symlink("/dev/full", tmpdir_file("full")) == 0);
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_file(&s, tmpdir_file("full"), 0600));
    CHECK_STATUS(kb_stream_feed(s, "x", 1), KB_ERR_IO);
    kb_stream_free(s);
    CHECK(stat("/dev/full", &st) == 0 && S_ISCHR(st.st_mode));

    const char *fifo = tmpdir_file("fifo");
    REQUIRE(mkfifo(fifo, 0600) == 0);
    int reader = open(fifo, O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    write_file(fifo, "through", 0600);
    char got[16];
    CHECK_INT(read(reader, got, sizeof got), 7);
    close(reader);
    CHECK(lstat(fifo, &st) == 0 && S_ISFIFO(st.st_mode));
    tmpdir_empty();
}

TEST(a_folder_that_goes_away_is_an_error_at_finish) {
    char dir[PATH_MAX], file[PATH_MAX + 8];
    snprintf(dir, sizeof dir, "%s", tmpdir_file("sub"));
    snprintf(file, sizeof file, "%s/out", dir);
    kb_stream *s = NULL;
    REQUIRE(mkdir(dir, 0700) == 0);
    REQUIRE_OK(kb_stream_to_file(&s, file, 0600));
    CHECK_OK(kb_stream_feed(s, "x", 1));
    REQUIRE(rmdir(dir) == 0);
    CHECK_STATUS(kb_stream_finish(s), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "sub/out") != NULL);
    kb_stream_free(s);
    /* A folder of that name in the meantime is not replaced, nothing stays behind. */
    for (int named = 0; named < 2; named++) {
        kb_file_sink_force_named(named);
        REQUIRE_OK(kb_stream_to_file(&s, dir, 0600));
        REQUIRE(mkdir(dir, 0700) == 0);
        CHECK_STATUS(kb_stream_finish(s), KB_ERR_IO);
        kb_stream_free(s);
        REQUIRE(rmdir(dir) == 0);
        CHECK_INT(tmpdir_count(), 0);
    }
    kb_file_sink_force_named(0);
}

TEST(a_signal_handler_can_remove_the_temporary_names) {
    kb_stream *s[20];
    char name[16];
    kb_file_sink_force_named(1);
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "out%d", i);
        REQUIRE_OK(kb_stream_to_file(&s[i], tmpdir_file(name), 0600));
    }
    CHECK_INT(tmpdir_count(), 20);
    kb_file_sink_abandon_all();
    CHECK_INT(tmpdir_count(), 4);
    for (int i = 0; i < 20; i++) {
        kb_stream_free(s[i]);
    }
    CHECK_INT(tmpdir_count(), 0);
    /* Slots are given back, and finished files are no longer known. */
    write_file(tmpdir_file("kept"), "kept", 0600);
    REQUIRE_OK(kb_stream_to_file(&s[0], tmpdir_file("out"), 0600));
    kb_file_sink_abandon_all();
    CHECK_INT(tmpdir_count(), 1);
    check_content(tmpdir_file("kept"), "kept");
    kb_stream_free(s[0]);
    kb_file_sink_force_named(0);
    tmpdir_empty();
}

TEST(a_kill_at_any_moment_leaves_the_old_or_the_new_file_whole) {
    enum { SIZE = 1 << 20 };
    const char *path = tmpdir_file("out");
    static uint8_t block[SIZE], got[SIZE + 1];
    int old_seen = 0;
    for (int round = 0; round < 24; round++) {
        kb_file_sink_force_named(round % 2);
        memset(block, 'o', SIZE);
        tmpdir_write(path, block, SIZE);
        pid_t child = fork();
        if (child == 0) {
            memset(block, 'n', SIZE);
            for (;;) {
                kb_stream *s;
                if (kb_stream_to_file(&s, path, 0600) != KB_OK ||
                    kb_stream_feed(s, block, SIZE / 2) != KB_OK ||
                    kb_stream_feed(s, block, SIZE / 2) != KB_OK ||
                    kb_stream_finish(s) != KB_OK) {
                    _exit(1);
                }
                kb_stream_free(s);
            }
        }
        usleep((useconds_t)round * 400);
        kill(child, SIGKILL);
        int state = 0;
        CHECK(waitpid(child, &state, 0) == child && WIFSIGNALED(state));
        CHECK_INT(tmpdir_read(path, got, sizeof got), SIZE);
        size_t same = 0;
        for (size_t i = 0; i < SIZE; i++) {
            same += got[i] == got[0];
        }
        CHECK_INT(same, SIZE);
        CHECK(got[0] == 'o' || got[0] == 'n');
        old_seen += got[0] == 'o';
        tmpdir_empty();
    }
    kb_file_sink_force_named(0);
    TEST_NOTE("%d of 24 kills came before the first file was complete", old_seen);
}

/* Compares what was written with the text that self is; reads it twice. */
static kb_status compare_twice(void *self, kb_source *written) {
    const char *want = self;
    char got[16];
    size_t n = 0;
    for (int i = 0; i < 2; i++) {
        kb_status status = kb_source_rewind(written);
        if (status == KB_OK) {
            status = kb_source_read(written, got, sizeof got, &n);
        }
        if (status != KB_OK) {
            return status;
        }
        if (n != strlen(want) || memcmp(got, want, n) != 0) {
            return KB_ERR_AUTH;
        }
    }
    return KB_OK;
}

TEST(a_check_sees_the_whole_new_file_and_may_keep_the_old) {
    const char *path = tmpdir_file("out");
    for (int named = 0; named < 2; named++) {
        kb_stream *s = NULL;
        kb_file_sink_force_named(named);
        tmpdir_write(path, "old", 3);
        char want[] = "newer", other[] = "other";
        REQUIRE_OK(kb_file_sink_checked_new(&s, path, 0600, compare_twice, other));
        CHECK_OK(kb_stream_feed(s, "newer", 5));
        CHECK_STATUS(kb_stream_finish(s), KB_ERR_AUTH);
        kb_stream_free(s);
        check_content(path, "old");
        CHECK_INT(tmpdir_count(), 1);
        REQUIRE_OK(kb_file_sink_checked_new(&s, path, 0600, compare_twice, want));
        CHECK_OK(kb_stream_feed(s, "newer", 5));
        check_content(path, "old");
        CHECK_OK(kb_stream_finish(s));
        kb_stream_free(s);
        check_content(path, "newer");
        CHECK_INT(tmpdir_count(), 1);
        tmpdir_empty();
    }
    kb_file_sink_force_named(0);
    kb_stream *s = NULL;
    CHECK_STATUS(kb_file_sink_checked_new(&s, "/dev/null", 0600, compare_twice, NULL),
                 KB_ERR_IO);
}

static kb_status accept(void *self, kb_source *written) {
    (void)written;
    (*(int *)self)++;
    return KB_OK;
}

TEST(a_name_in_a_folder_is_replaced_through_its_descriptor) {
    kb_stream *s = NULL;
    int checks = 0;
    tmpdir_write(tmpdir_file("name"), "old", 3);
    int dir = open(tmpdir_path, O_RDONLY | O_DIRECTORY);
    REQUIRE(dir >= 0);
    REQUIRE_OK(kb_file_sink_checked_at(&s, dir, "name", accept, &checks));
    CHECK_OK(kb_stream_feed(s, "new", 3));
    check_content(tmpdir_file("name"), "old");
    CHECK_OK(kb_stream_finish(s));
    kb_stream_free(s);
    check_content(tmpdir_file("name"), "new");
    CHECK_INT(checks, 1);
    CHECK_INT(tmpdir_count(), 1);
    CHECK(fcntl(dir, F_GETFD) >= 0);
    /* No links, no paths. */
    CHECK(symlink("name", tmpdir_file("link")) == 0);
    CHECK_STATUS(kb_file_sink_checked_at(&s, dir, "link", accept, &checks), KB_ERR_IO);
    CHECK_STATUS(kb_file_sink_checked_at(&s, dir, "a/b", accept, &checks),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_file_sink_checked_at(&s, dir, "", accept, &checks), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_file_sink_checked_at(&s, -1, "name", accept, &checks),
                 KB_ERR_ARGUMENT);
    close(dir);
    tmpdir_empty();
}

#define TEMP_NAME ".keybraid-0123456789abcdef0123456789abcdef.tmp"

TEST(only_names_of_our_form_are_temporary_ones) {
    CHECK(kb_file_sink_is_temp_name(TEMP_NAME));
    CHECK(!kb_file_sink_is_temp_name(TEMP_NAME "x"));
    CHECK(!kb_file_sink_is_temp_name(".keybraid-.tmp"));
    CHECK(!kb_file_sink_is_temp_name(".keybraid-0123456789ABCDEF0123456789abcdef.tmp"));
    CHECK(!kb_file_sink_is_temp_name("keybraid-0123456789abcdef0123456789abcdef.tmp"));
    CHECK(!kb_file_sink_is_temp_name(".keybraid-00123456789abcdef0123456789abcdef.tmp"));
    CHECK(!kb_file_sink_is_temp_name(""));
}

static int find_temp(char name[256]) {
    int found = 0;
    DIR *dir = opendir(tmpdir_path);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        if (kb_file_sink_is_temp_name(e->d_name)) {
            snprintf(name, 256, "%s", e->d_name);
            found++;
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return found;
}

TEST(leftovers_of_the_dead_are_removed_and_files_of_the_living_are_not) {
    char name[256];
    int pipe_fd[2];
    int dir = open(tmpdir_path, O_RDONLY | O_DIRECTORY);
    REQUIRE(dir >= 0 && pipe(pipe_fd) == 0);
    pid_t child = fork();
    if (child == 0) {
        kb_stream *s = NULL;
        kb_file_sink_force_named(1);
        if (kb_stream_to_file(&s, tmpdir_file("out"), 0600) == KB_OK &&
            kb_stream_feed(s, "half", 4) == KB_OK && write(pipe_fd[1], "x", 1) == 1) {
            pause();
        }
        _exit(1);
    }
    REQUIRE(child > 0);
    CHECK_INT(read(pipe_fd[0], name, 1), 1);
    REQUIRE(find_temp(name) == 1);
    CHECK(!kb_file_sink_remove_stale(dir, name));
    CHECK_INT(tmpdir_count(), 1);
    CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
    CHECK_INT(find_temp(name), 1);
    CHECK(kb_file_sink_remove_stale(dir, name));
    CHECK_INT(tmpdir_count(), 0);
    CHECK(!kb_file_sink_remove_stale(dir, name));
    /* Other things under such a name stay. */
    CHECK(mkfifo(tmpdir_file(TEMP_NAME), 0600) == 0);
    CHECK(!kb_file_sink_remove_stale(dir, TEMP_NAME));
    CHECK(unlink(tmpdir_file(TEMP_NAME)) == 0);
    tmpdir_write(tmpdir_file("mine"), "x", 1);
    CHECK(symlink("mine", tmpdir_file(TEMP_NAME)) == 0);
    CHECK(!kb_file_sink_remove_stale(dir, TEMP_NAME));
    CHECK(!kb_file_sink_remove_stale(dir, "mine"));
    CHECK_INT(tmpdir_count(), 2);
    close(pipe_fd[0]);
    close(pipe_fd[1]);
    close(dir);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    RUN(a_file_appears_at_finish_and_not_before);
    RUN(freed_unfinished_it_leaves_everything_as_it_was);
    RUN(modes_are_those_asked_for_or_those_of_the_old_file);
    RUN(the_owner_of_a_replaced_file_is_kept_where_allowed);
    RUN(while_it_is_written_nobody_else_may_read_it);
    RUN(a_link_stays_and_its_target_is_replaced_or_made);
    RUN(a_new_file_never_replaces_anything);
    RUN(what_cannot_be_a_file_is_refused_with_its_name);
    RUN(a_device_is_written_to_and_not_replaced);
    RUN(a_folder_that_goes_away_is_an_error_at_finish);
    RUN(a_signal_handler_can_remove_the_temporary_names);
    RUN(a_check_sees_the_whole_new_file_and_may_keep_the_old);
    RUN(a_kill_at_any_moment_leaves_the_old_or_the_new_file_whole);
    RUN(a_name_in_a_folder_is_replaced_through_its_descriptor);
    RUN(only_names_of_our_form_are_temporary_ones);
    RUN(leftovers_of_the_dead_are_removed_and_files_of_the_living_are_not);
    tmpdir_remove();
    return TEST_END();
}
