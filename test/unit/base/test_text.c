// test_text.c: texts, numbers, files, paths, hashes, phases.
#include "said.h"
#include "test.h"

#include "base/rng.h"
#include "base/text.h"
#include "base/timer.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(text_grows) {
  pl_context *ctx = pl_context_create(NULL);
  pl_text text;
  pl_text_init(&text, ctx);
  CHECK_TEXT(text.data, "");
  pl_text_add_bytes(&text, "", 0);
  for (int i = 0; i < 1000; i++) pl_text_printf(&text, "%d,", i);
  pl_text_add(&text, "end");
  pl_text_repeat(&text, "─", 3);
  CHECK(text.size == strlen(text.data) && text.size == 3890 + 3 + 9 && !text.failed);
  CHECK(strncmp(text.data, "0,1,2,", 6) == 0);
  CHECK_TEXT(text.data + 3890, "end───");
  pl_text_clear(&text);
  CHECK_TEXT(text.data, "");
  pl_text_clear(&text);
  pl_context_destroy(ctx);
}

TEST(text_distance_counts_typing_errors) {
  CHECK(pl_text_distance("force", "force") == 0);
  CHECK(pl_text_distance("FORCE", "force") == 0);
  CHECK(pl_text_distance("froce", "force") == 1);
  CHECK(pl_text_distance("forc", "force") == 1);
  CHECK(pl_text_distance("fource", "force") == 1);
  CHECK(pl_text_distance("kitten", "sitting") == 3);
  CHECK(pl_text_distance("", "abc") == 3);
  CHECK(pl_text_distance("abc", "") == 3);
  char large[400];
  memset(large, 'a', sizeof large - 1);
  large[sizeof large - 1] = '\0';
  CHECK(pl_text_distance(large, "a") == 399);
  CHECK(pl_text_distance(large, large) == 0);
}

TEST(text_nearest_is_silent_when_nothing_is_near) {
  const char *const names[] = {"length", "width", "force", "displacement"};
  CHECK_TEXT(pl_text_nearest("lenght", 4, names), "length");
  CHECK_TEXT(pl_text_nearest("Displacment", 4, names), "displacement");
  CHECK(pl_text_nearest("colour", 4, names) == NULL);
  CHECK(pl_text_nearest("", 4, names) == NULL);
  CHECK(pl_text_nearest("x", 0, names) == NULL);
  CHECK(pl_text_same("Warp", "wARP") && !pl_text_same("warp", "warps") && !pl_text_same("warps", "warp"));
  CHECK(pl_text_width("g/m²") == 4 && pl_text_width("") == 0);
}

TEST(text_numbers_print_shortest) {
  char buffer[40];
  CHECK_TEXT(pl_number_print(0.1, buffer, sizeof buffer), "0.1");
  CHECK_TEXT(pl_number_print(1e-9, buffer, sizeof buffer), "1e-09");
  CHECK_TEXT(pl_number_print(-2, buffer, sizeof buffer), "-2");
  CHECK_TEXT(pl_number_print(0, buffer, sizeof buffer), "0");
  CHECK_TEXT(pl_number_print(5e-324, buffer, sizeof buffer), "5e-324");
  CHECK_TEXT(pl_number_print(100000, buffer, sizeof buffer), "100000");
  CHECK_TEXT(pl_number_print(1.0 / 3, buffer, sizeof buffer), "0.3333333333333333");
  CHECK_TEXT(pl_number_print(NAN, buffer, sizeof buffer), "nan");
  CHECK_TEXT(pl_number_print(-INFINITY, buffer, sizeof buffer), "-inf");
}

TEST(text_numbers_for_people) {
  char buffer[40];
  CHECK_TEXT(pl_number_people(0, buffer, sizeof buffer), "0");
  CHECK_TEXT(pl_number_people(12345.6, buffer, sizeof buffer), "12346");
  CHECK_TEXT(pl_number_people(12.34567, buffer, sizeof buffer), "12.35");
  CHECK_TEXT(pl_number_people(0.001234567, buffer, sizeof buffer), "0.001235");
  CHECK_TEXT(pl_number_people(-1.2345e7, buffer, sizeof buffer), "-1.23e+07");
  CHECK_TEXT(pl_number_people(1.2345e-5, buffer, sizeof buffer), "1.23e-05");
  CHECK_TEXT(pl_number_people(2, buffer, sizeof buffer), "2");
}

TEST(text_numbers_read_back_exactly) {
  pl_rng rng;
  pl_rng_init(&rng, 9);
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = pl_rng_next(&rng);
    double value, back;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    char buffer[40];
    pl_number_print(value, buffer, sizeof buffer);
    if (!pl_number_parse(buffer, &back) || memcmp(&back, &value, sizeof back) != 0)
      test_fail(__FILE__, __LINE__, "%.17g prints as %s", value, buffer);
    // The fast path agrees with the C library.
    snprintf(buffer, sizeof buffer, "%.*e", i % 18, pl_rng_normal(&rng) * pow(10, i % 40 - 20));
    if (!pl_number_parse(buffer, &back) || back != strtod(buffer, NULL)) test_fail(__FILE__, __LINE__, "%s is read as %.17g", buffer, back);
  }
}

TEST(text_numbers_are_parsed_strictly) {
  static const char *const good[] = {"1",     "-1", "+1", "1.", ".5", "1e5", "1E-5", "-0.25e+2", "00012", "123456789012345678901234567890",
                                     "1e-999"};
  static const char *const bad[] = {"",  " 1",  "1 ",    "1,5",  "nan",   "inf",    "0x10", "1e",    "e5",  ".",
                                    "-", "--1", "1.2.3", "1e5.", "1e999", "-1e999", "1f",   "1_000", "1e+", "١"};
  double value;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    if (!pl_number_parse(good[i], &value) || value != strtod(good[i], NULL)) test_fail(__FILE__, __LINE__, "\"%s\" is not read", good[i]);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    value = 42;
    if (pl_number_parse(bad[i], &value) || value != 42) test_fail(__FILE__, __LINE__, "\"%s\" is read", bad[i]);
  }
  char zeros[1000];
  memset(zeros, '9', sizeof zeros - 1);
  zeros[sizeof zeros - 1] = '\0';
  CHECK(!pl_number_parse(zeros, &value));
}

TEST(text_numbers_do_not_depend_on_the_locale) {
  static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
  bool set = false;
  for (int i = 0; i < 4 && !set; i++) set = setlocale(LC_ALL, locales[i]) != NULL;
  if (!set) {
    test_skip("no locale with a decimal comma is installed");
    return;
  }
  char buffer[40];
  double value;
  CHECK_TEXT(pl_number_print(1.0 / 3, buffer, sizeof buffer), "0.3333333333333333");
  CHECK_TEXT(pl_number_people(12.34567, buffer, sizeof buffer), "12.35");
  CHECK(pl_number_parse("0.333333333333333314829616256247390992939472198486328125", &value) && value == 1.0 / 3);
  CHECK(!pl_number_parse("0,5", &value));
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) {
    test_fail(__FILE__, __LINE__, "cannot write %s", path);
    return;
  }
  fputs(text, file);
  fclose(file);
}

TEST(text_files_are_read_whole_or_refused) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  char *path = pl_path_join(arena, test_folder(), "a.txt"), *data;
  size_t size;
  write_text(path, "hello");
  CHECK(pl_file_read(arena, path, 5, &data, &size) == PL_OK);
  CHECK(size == 5);
  CHECK_TEXT(data, "hello");
  CHECK(pl_file_read(arena, path, 4, &data, &size) == PL_ERROR_FILE);
  CHECK(data == NULL);
  CHECK_CONTAINS(said_error(ctx), "at most");
  CHECK_TEXT(pl_context_error(ctx)->file, path);
  pl_context_clear_error(ctx);
  CHECK(pl_file_read(arena, test_folder(), 100, &data, &size) == PL_ERROR_FILE);
  CHECK_CONTAINS(said_error(ctx), "folder");
  pl_context_clear_error(ctx);
  CHECK(pl_file_read(arena, pl_path_join(arena, test_folder(), "none"), 100, &data, &size) == PL_ERROR_FILE);
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "name");
  pl_context_clear_error(ctx);
  char *pipe_path = pl_path_join(arena, test_folder(), "pipe");
  REQUIRE(mkfifo(pipe_path, 0600) == 0);
  CHECK(pl_file_read(arena, pipe_path, 100, &data, &size) == PL_ERROR_FILE);  // and does not wait
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The cause is that of the failed mkdir, not of the look that follows it.
TEST(text_directory_says_why) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  char *file = pl_path_join(arena, test_folder(), "file"), *link = pl_path_join(arena, test_folder(), "link");
  REQUIRE(pl_file_write(ctx, file, "x", 1) == PL_OK && symlink("nowhere", link) == 0);
  CHECK(pl_directory_create(ctx, pl_path_join(arena, file, "d/e")) == PL_ERROR_FILE);
  CHECK_TEXT(pl_context_error(ctx)->file, file);
  CHECK_CONTAINS(said_error(ctx), "[file.failed]");
  CHECK_CONTAINS(said_error(ctx), strerror(ENOTDIR));
  pl_context_clear_error(ctx);
  // mkdir finds the link, the look behind it finds nothing
  CHECK(pl_directory_create(ctx, link) == PL_ERROR_FILE);
  CHECK_CONTAINS(said_error(ctx), strerror(ENOTDIR));
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(text_files_are_written_whole_or_not_at_all) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  char *folder = pl_path_join(arena, test_folder(), "a/b//c"), *data;
  size_t size;
  CHECK(pl_directory_create(ctx, folder) == PL_OK);
  CHECK(pl_directory_create(ctx, folder) == PL_OK);
  CHECK(pl_directory_exists(folder) && !pl_file_exists(folder));
  char *path = pl_path_join(arena, folder, "x.txt");
  CHECK(pl_file_write(ctx, path, "one", 3) == PL_OK);
  CHECK(pl_file_write(ctx, path, "second", 6) == PL_OK);
  CHECK(pl_file_exists(path));
  CHECK(pl_file_read(arena, path, 100, &data, &size) == PL_OK);
  CHECK_TEXT(data, "second");
  CHECK(pl_context_error(ctx)->status == PL_OK);
  // A folder cannot be made below a file, nor a file written in place of a folder or in a missing one.
  CHECK(pl_directory_create(ctx, pl_path_join(arena, path, "d")) == PL_ERROR_FILE);
  CHECK(pl_file_write(ctx, folder, "x", 1) == PL_ERROR_FILE);
  CHECK(pl_file_write(ctx, pl_path_join(arena, folder, "none/x"), "x", 1) == PL_ERROR_FILE);
  CHECK(pl_directory_create(ctx, "") == PL_ERROR_FILE);
  // No temporary file stays behind.
  CHECK(unlink(path) == 0);
  CHECK(rmdir(folder) == 0);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(text_a_failed_write_leaves_the_old_file) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  char *folder = pl_path_join(arena, test_folder(), "full"), *path = pl_path_join(arena, folder, "x"), *data;
  size_t size;
  REQUIRE(pl_directory_create(ctx, folder) == PL_OK && pl_file_write(ctx, path, "old", 3) == PL_OK);
  // Files may not grow beyond 10 bytes: as if the disk were full.
  struct rlimit before, small;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  small = before;
  small.rlim_cur = 10;
  signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  pl_status status = pl_file_write(ctx, path, "a text of more than ten bytes", 29);
  setrlimit(RLIMIT_FSIZE, &before);
  CHECK(status == PL_ERROR_FILE);
  CHECK(pl_context_error(ctx)->hint[0] != '\0');
  CHECK(pl_file_read(arena, path, 100, &data, &size) == PL_OK && size == 3);
  CHECK(unlink(path) == 0);
  CHECK(rmdir(folder) == 0);  // nothing else is in it
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(text_paths) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  CHECK_TEXT(pl_path_join(arena, "a/b", "c"), "a/b/c");
  CHECK_TEXT(pl_path_join(arena, "a/", "c"), "a/c");
  CHECK_TEXT(pl_path_join(arena, "a", "/c"), "/c");
  CHECK_TEXT(pl_path_join(arena, "", "c"), "c");
  CHECK_TEXT(pl_path_directory(arena, "a/b/c"), "a/b");
  CHECK_TEXT(pl_path_directory(arena, "c"), ".");
  CHECK_TEXT(pl_path_directory(arena, "/c"), "/");
  CHECK_TEXT(pl_path_name("a/b/c"), "c");
  CHECK_TEXT(pl_path_name("c"), "c");
  CHECK_TEXT(pl_path_name("a/"), "");
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(text_hash_known_answers) {
  char hash[65];
  pl_hash_bytes("", 0, hash);
  CHECK_TEXT(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  pl_hash_bytes("abc", 3, hash);
  CHECK_TEXT(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";  // 56 bytes: padding takes a second block
  pl_hash_bytes(two, 56, hash);
  CHECK_TEXT(hash, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(text_hash_of_a_file_is_that_of_its_bytes) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  enum { N = 20000 };
  char *data = pl_arena_alloc(arena, N, 1), of_file[65], of_bytes[65];
  for (int i = 0; i < N; i++) data[i] = (char)(i * i);
  char *path = pl_path_join(arena, test_folder(), "h");
  for (int n = N - 66; n <= N; n += 33) {
    CHECK(pl_file_write(ctx, path, data, (size_t)n) == PL_OK);
    CHECK(pl_hash_file(ctx, path, of_file) == PL_OK);
    pl_hash_bytes(data, (size_t)n, of_bytes);
    CHECK_TEXT(of_file, of_bytes);
  }
  CHECK(pl_hash_file(ctx, pl_path_join(arena, test_folder(), "none"), of_file) == PL_ERROR_FILE);
  CHECK_TEXT(of_file, "");
  pl_context_clear_error(ctx);
  CHECK(pl_hash_file(ctx, test_folder(), of_file) == PL_ERROR_FILE);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(text_timer_phases) {
  double start = pl_seconds();
  CHECK(pl_seconds() >= start);
  CHECK_TEXT(pl_phase_name(PL_PHASE_FACTOR), "factorise");
  CHECK_TEXT(pl_phase_name(PL_PHASE_COUNT), "unknown");
  pl_times sum = {{1, 2, 3, 4, 5}}, part = {{10, 20, 30, 40, 50}};
  pl_times_add(&sum, &part);
  CHECK(sum.seconds[PL_PHASE_ASSEMBLE] == 11 && sum.seconds[PL_PHASE_OTHER] == 55);
}
