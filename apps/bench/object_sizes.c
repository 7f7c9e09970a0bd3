/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A program of the build: adds up the sections of ELF objects and writes the table of
 * objects.h.
 *
 * usage: object_sizes LIST >FILE.c     lines of LIST: "FAMILY;object;object;..."
 */
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sizes {
    unsigned long long text, rodata, data, bss;
} sizes;

static void *read_file(const char *path, size_t *len) {
    FILE *in = fopen(path, "rb");
    long size = -1;
    if (in != NULL && fseek(in, 0, SEEK_END) == 0) {
        size = ftell(in);
    }
    void *data = size > 0 ? malloc((size_t)size) : NULL;
    if (data == NULL || fseek(in, 0, SEEK_SET) != 0 ||
        fread(data, 1, (size_t)size, in) != (size_t)size) {
        fprintf(stderr, "object_sizes: %s cannot be read\n", path);
        exit(1);
    }
    (void)fclose(in);
    *len = (size_t)size;
    return data;
}

static void add_section(sizes *s, const Elf64_Shdr *section) {
    if ((section->sh_flags & SHF_ALLOC) == 0) {
        return;
    }
    if (section->sh_type == SHT_NOBITS) {
        s->bss += section->sh_size;
    } else if ((section->sh_flags & SHF_EXECINSTR) != 0) {
        s->text += section->sh_size;
    } else if ((section->sh_flags & SHF_WRITE) != 0) {
        s->data += section->sh_size;
    } else {
        s->rodata += section->sh_size;
    }
}

static void add_object(sizes *s, const char *path) {
    size_t len = 0;
    unsigned char *data = read_file(path, &len);
    Elf64_Ehdr head;
    memcpy(&head, data, len < sizeof head ? len : sizeof head);
    bool is_elf64 = len >= sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
                    head.e_ident[EI_CLASS] == ELFCLASS64 &&
                    head.e_shentsize == sizeof(Elf64_Shdr) && head.e_shoff <= len &&
                    head.e_shnum <= (len - head.e_shoff) / sizeof(Elf64_Shdr);
    for (size_t i = 0; is_elf64 && i < head.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, data + head.e_shoff + i * sizeof section, sizeof section);
        add_section(s, &section);
    }
    free(data);
}

int main(int argc, char **argv) {
    size_t len = 0, count = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: object_sizes LIST\n");
        return 2;
    }
    char *text = read_file(argv[1], &len);
    text = realloc(text, len + 1);
    if (text == NULL) {
        return 1;
    }
    text[len] = '\0';
    printf("/* Made by the build. */\n#include \"objects.h\"\n\n"
           "const kb_bench_object kb_bench_objects[] = {\n");
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        sizes s = {0, 0, 0, 0};
        char *rest = strchr(line, ';');
        for (char *path = rest; path != NULL; path = rest) {
            *path++ = '\0';
            rest = strchr(path, ';');
            if (rest != NULL) {
                *rest = '\0';
                add_object(&s, path);
                *rest = ';';
            } else if (*path != '\0') {
                add_object(&s, path);
            }
        }
        printf("    {\"%s\", %llu, %llu, %llu, %llu},\n", line, s.text, s.rodata, s.data,
               s.bss);
        count++;
    }
    printf("};\nconst size_t kb_bench_object_count = %zu;\n", count);
    free(text);
    return 0;
}
