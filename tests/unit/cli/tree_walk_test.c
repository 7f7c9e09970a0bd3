/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The walk: order, what is left out, what it survives. */
#include "tree_walk.h"

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static char base[64];

typedef struct seen {
    char text[4096]; /* relative names with a space after each; gaps in brackets */
    size_t len;
    unsigned files;
    unsigned stop_after; /* 0 is never */
    unsigned gaps[4];
    bool opens; /* every file is opened */
} seen;

static void add(seen *s, const char *a, const char *b, const char *c) {
    int n = snprintf(s->text + s->len, sizeof s->text - s->len, "%s%s%s", a, b, c);
    s->len += n > 0 && s->len + (size_t)n < sizeof s->text ? (size_t)n : 0;
}

static kb_status on_file(void *self, const kb_cli_tree_file *file) {
    seen *s = self;
    int fd = -1;
    s->files++;
    add(s, "", file->relative, " ");
    if (s->opens) {
        CHECK_OK(kb_cli_tree_open(&fd, file));
        CHECK(fd >= 0 && close(fd) == 0);
    }
    return s->files == s->stop_after ? KB_ERR_IO : KB_OK;
}

static void on_gap(void *self, const char *path, kb_cli_tree_gap why, int system) {
    seen *s = self;
    s->gaps[why]++;
    CHECK(strncmp(path, base, strlen(base)) == 0);
    CHECK((system != 0) == (why == KB_CLI_TREE_FAILED));
    add(s, "[", path + strlen(base), "] ");
}

static const char *at(const char *name) {
    static char path[2][512];
    static int turn;
    turn ^= 1;
    snprintf(path[turn], sizeof path[turn], "%s/%s", base, name);
    return path[turn];
}

static void make(const char *name) {
    int fd = open(at(name), O_WRONLY | O_CREAT | O_EXCL, 0600);
    CHECK(fd >= 0 && close(fd) == 0);
}

static void folder(const char *name) {
    CHECK(mkdir(at(name), 0700) == 0);
}

static void new_base(void) {
    snprintf(base, sizeof base, "/tmp/kb_walk_XXXXXX");
    CHECK(mkdtemp(base) != NULL);
}

static void drop_base(void) {
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", base, base);
    CHECK(system(command) == 0);
}

static kb_status walk(seen *s, const char *root) {
    kb_cli_tree_visitor v = {on_file, on_gap, s};
    return kb_cli_tree_walk(root, &v);
}

TEST(names_come_in_the_order_of_their_bytes_and_folders_where_they_stand) {
    seen s = {.opens = true};
    new_base();
    make("b");
    make("B");
    make(".hidden");
    folder("a");
    make("a/2");
    make("a/10");
    folder("empty");
    make("a.txt");
    make("\xC3\xA9");
    CHECK_OK(walk(&s, base));
    CHECK_STR(s.text, ".hidden B a/10 a/2 a.txt b \xC3\xA9 ");
    drop_base();
}

TEST(links_pipes_and_closed_folders_are_gaps_and_the_walk_goes_on) {
    seen s = {.opens = true};
    new_base();
    make("file");
    folder("in");
    make("in/side");
    CHECK(symlink("file", at("link")) == 0);
    CHECK(symlink("in", at("linked_folder")) == 0);
    CHECK(symlink("..", at("loop")) == 0);
    CHECK(mkfifo(at("pipe"), 0600) == 0);
    make("z");
    CHECK_OK(walk(&s, base));
    CHECK_STR(s.text, "file in/side [/link] [/linked_folder] [/loop] [/pipe] z ");
    CHECK_INT(s.gaps[KB_CLI_TREE_LINK], 3);
    CHECK_INT(s.gaps[KB_CLI_TREE_SPECIAL], 1);
    if (geteuid() != 0) {
        seen closed = {.opens = false};
        CHECK(chmod(at("in"), 0) == 0);
        CHECK_OK(walk(&closed, base));
        CHECK_INT(closed.gaps[KB_CLI_TREE_FAILED], 1);
        CHECK(strstr(closed.text, "[/in]") != NULL && strstr(closed.text, " z ") != NULL);
    }
    drop_base();
}

TEST(an_error_of_the_visitor_ends_the_walk) {
    seen s = {.stop_after = 2};
    new_base();
    make("1");
    folder("2");
    make("2/x");
    make("3");
    CHECK_STATUS(walk(&s, base), KB_ERR_IO);
    CHECK_STR(s.text, "1 2/x ");
    drop_base();
}

TEST(folders_deeper_than_the_limit_are_gaps) {
    seen s = {.opens = true};
    int here, down;
    new_base();
    here = open(base, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < KB_CLI_TREE_DEPTH_MAX + 5; i++) {
        CHECK(mkdirat(here, "d", 0700) == 0);
        down = openat(here, "f", O_WRONLY | O_CREAT, 0600);
        CHECK(down >= 0 && close(down) == 0);
        down = openat(here, "d", O_RDONLY | O_DIRECTORY);
        CHECK(down >= 0 && close(here) == 0);
        here = down;
    }
    CHECK(close(here) == 0);
    CHECK_OK(walk(&s, base));
    CHECK_INT(s.files, KB_CLI_TREE_DEPTH_MAX);
    CHECK_INT(s.gaps[KB_CLI_TREE_DEEP], 1);
    drop_base();
}

/* What the batches must hold to: nothing lost, nothing twice, still in order. */
typedef struct ordered {
    unsigned files;
    bool is_ordered;
    char last[16];
} ordered;

static kb_status on_ordered(void *self, const kb_cli_tree_file *file) {
    ordered *o = self;
    o->is_ordered &= strcmp(o->last, file->relative) < 0;
    snprintf(o->last, sizeof o->last, "%.15s", file->relative);
    o->files++;
    return KB_OK;
}

static void no_gap(void *self, const char *path, kb_cli_tree_gap why, int system) {
    (void)why;
    (void)system;
    ((ordered *)self)->is_ordered = false;
    TEST_NOTE("left out: %s", path);
}

TEST(a_folder_of_more_than_a_batch_is_walked_whole_and_in_order) {
    const unsigned count = 2 * KB_CLI_TREE_BATCH + 3;
    ordered o = {.is_ordered = true};
    unsigned failed = 0;
    new_base();
    for (unsigned i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%05u", (unsigned)((uint64_t)i * 7919 % count));
        failed += mknod(at(name), S_IFREG | 0600, 0) != 0;
    }
    CHECK_INT(failed, 0);
    kb_cli_tree_visitor v = {on_ordered, no_gap, &o};
    CHECK_OK(kb_cli_tree_walk(base, &v));
    CHECK_INT(o.files, count);
    CHECK(o.is_ordered);
    drop_base();
}

TEST(the_root_may_be_a_file_a_link_or_end_in_a_slash) {
    seen file = {.opens = true}, link = {.opens = true}, slash = {.opens = true};
    char path[80];
    new_base();
    folder("in");
    make("in/x");
    CHECK(symlink("in", at("link")) == 0);
    CHECK_OK(walk(&file, at("in/x")));
    CHECK_STR(file.text, "x ");
    CHECK_OK(walk(&link, at("link")));
    CHECK_STR(link.text, "x ");
    snprintf(path, sizeof path, "%s//", base);
    CHECK_OK(walk(&slash, path));
    CHECK_STR(slash.text, "in/x [//link] ");
    drop_base();
}

TEST(a_root_that_is_missing_or_neither_folder_nor_file_is_refused) {
    seen s = {.files = 0};
    new_base();
    CHECK_STATUS(walk(&s, at("nothing")), KB_ERR_IO);
    CHECK_STATUS(walk(&s, ""), KB_ERR_IO);
    CHECK_STATUS(walk(&s, "/dev/null"), KB_ERR_ARGUMENT);
    CHECK_INT(s.files, 0);
    drop_base();
}

/* Replaces the file by another one before it is opened. */
static kb_status on_replaced(void *self, const kb_cli_tree_file *file) {
    int fd = -1;
    const char *kind = self;
    CHECK(unlink(file->path) == 0);
    if (kind[0] == 'l') {
        CHECK(symlink("/etc/passwd", file->path) == 0);
    } else if (kind[0] == 'p') {
        CHECK(mkfifo(file->path, 0600) == 0);
    }
    CHECK_STATUS(kb_cli_tree_open(&fd, file), KB_ERR_IO);
    CHECK_INT(fd, -1);
    return KB_OK;
}

static void on_no_gap(void *self, const char *path, kb_cli_tree_gap why, int system) {
    (void)self;
    (void)why;
    (void)system;
    CHECK(path == NULL);
}

TEST(a_file_that_is_replaced_before_it_is_opened_is_refused) {
    static char kinds[][8] = {"link", "pipe", "gone"};
    for (size_t i = 0; i < 3; i++) {
        kb_cli_tree_visitor v = {on_replaced, on_no_gap, kinds[i]};
        new_base();
        make("file");
        CHECK_OK(kb_cli_tree_walk(base, &v));
        drop_base();
    }
}

int main(void) {
    RUN(names_come_in_the_order_of_their_bytes_and_folders_where_they_stand);
    RUN(links_pipes_and_closed_folders_are_gaps_and_the_walk_goes_on);
    RUN(an_error_of_the_visitor_ends_the_walk);
    RUN(folders_deeper_than_the_limit_are_gaps);
    RUN(a_folder_of_more_than_a_batch_is_walked_whole_and_in_order);
    RUN(the_root_may_be_a_file_a_link_or_end_in_a_slash);
    RUN(a_root_that_is_missing_or_neither_folder_nor_file_is_refused);
    RUN(a_file_that_is_replaced_before_it_is_opened_is_refused);
    return TEST_END();
}
