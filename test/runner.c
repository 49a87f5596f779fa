// runner.c: runs every TEST, each in a separate process, a few at a time.
//
// The parent forks, waits (sigtimedwait on SIGCHLD, so there is no handler and no race) and decides. A test fails if a check failed, if it
// ended by a signal or with another exit status, or if it exceeded its time. Its output goes to a file and is shown only then. The outcome
// crosses the process border in shared memory, one record per test. The parent never calls the library: OpenMP threads do not survive a
// fork.
#define _GNU_SOURCE  // MAP_ANONYMOUS, nftw
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define MAX_FILTER 64
#define MAX_JOB 64
#define SHOWN_OUTPUT (64 * 1024)  // bytes of a failed test's output, counted from its end

#define TEST_ENTRY(name, file, is_long) void test_##name(void);
#include "test_list.h"
#undef TEST_ENTRY

typedef struct test_case {
  const char *name, *file;  // file: "unit/json" for test/unit/json.c
  void (*run)(void);
  bool is_long;
} test_case;

static const test_case cases[] = {
#define TEST_ENTRY(name, file, is_long) {#name, file, test_##name, is_long},
#include "test_list.h"
#undef TEST_ENTRY
    {NULL, NULL, NULL, false}};
#define N_CASE ((int)(sizeof cases / sizeof cases[0]) - 1)

// What a test says about itself; lives in memory shared with its process.
typedef struct outcome {
  atomic_int n_failed;
  atomic_bool skipped;
  char reason[256];
} outcome;

typedef struct job {
  pid_t pid;  // 0: the slot is free
  int i_case;
  double start;
  bool timed_out;
} job;

typedef struct options {
  const char *filter[MAX_FILTER];
  int n_filter, n_job;
  double timeout, budget;
  bool list, slow, verbose, here;
} options;

static char scratch_root[PATH_MAX];  // one folder per run; "" until made
static outcome *own_outcome;         // of the test that runs in this process
static int own_case;

// ---- what tests call ----

bool test_says(const char *text, const char *part) {
  if (*part != '[') return strstr(text, part) != NULL;
  while (*part) {
    char one[400];
    size_t n = strcspn(part, "|");
    snprintf(one, sizeof one, "%.*s", (int)n, part);
    if (!strstr(text, one)) return false;
    part += n + (part[n] == '|');
  }
  return true;
}

void test_fail(const char *file, int line, const char *format, ...) {
  char text[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  atomic_fetch_add(&own_outcome->n_failed, 1);
  fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

void test_skip(const char *reason) {
  snprintf(own_outcome->reason, sizeof own_outcome->reason, "%s", reason);
  atomic_store(&own_outcome->skipped, true);
}

// _exit, not exit: after a failed REQUIRE the leak checker would only add noise.
_Noreturn void test_stop(void) {
  fflush(NULL);
  _exit(1);
}

static bool is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

const char *test_shared_data(void) {
  const char *path = getenv("PLIANT_SHARED_DATA");
  if (path == NULL || path[0] == 0) path = PLIANT_SOURCE_DIR "/../shared/data";
  return is_folder(path) ? path : NULL;
}

const char *test_folder(void) {
  static char path[PATH_MAX + 64];
  if (path[0] == 0) {
    snprintf(path, sizeof path, "%s/%d", scratch_root, own_case);
    if (mkdir(path, 0700) != 0) {
      test_fail(__FILE__, __LINE__, "cannot make %s: %s", path, strerror(errno));
      test_stop();
    }
  }
  return path;
}

// ---- the scratch folder ----

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk) {
  (void)info, (void)kind, (void)walk;
  remove(path);
  return 0;
}

static void remove_tree(const char *path) {
  if (path[0] != 0) nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static bool make_scratch(void) {
  const char *base = getenv("TMPDIR");
  snprintf(scratch_root, sizeof scratch_root, "%s/pliant-test-XXXXXX", base != NULL && base[0] != 0 ? base : "/tmp");
  if (mkdtemp(scratch_root) != NULL) return true;
  fprintf(stderr, "pliant-test: cannot make a scratch folder %s: %s\n", scratch_root, strerror(errno));
  scratch_root[0] = 0;
  return false;
}

static void output_path(char path[PATH_MAX + 64], int i_case) { snprintf(path, PATH_MAX + 64, "%s/%d.out", scratch_root, i_case); }

// ---- one test in its process ----

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void run_here(int i_case, outcome *o) {
  own_case = i_case;
  own_outcome = o;
  cases[i_case].run();
  fflush(NULL);
  exit(atomic_load(&o->n_failed) > 0);  // exit: the leak checker looks at a test that ran to its end
}

static pid_t start_test(int i_case, outcome *o, const sigset_t *child_mask) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid < 0) return pid;
  if (pid > 0) {
    setpgid(pid, pid);  // in both processes, whichever comes first
    return pid;
  }
  setpgid(0, 0);  // a separate group, so that a timeout also ends what the test started
  sigprocmask(SIG_SETMASK, child_mask, NULL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  char path[PATH_MAX + 64];
  output_path(path, i_case);
  int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600), in = open("/dev/null", O_RDONLY);
  if (out < 0 || in < 0) _exit(2);
  dup2(in, 0), dup2(out, 1), dup2(out, 2);
  close(in), close(out);
  setvbuf(stdout, NULL, _IOLBF, 0);  // keeps its lines in order with those of stderr
  run_here(i_case, o);
}

static void show_output(int i_case) {
  char path[PATH_MAX + 64], block[4096];
  output_path(path, i_case);
  FILE *f = fopen(path, "rb");
  if (f == NULL) return;
  fseek(f, 0, SEEK_END);
  long size = ftell(f), skip = size > SHOWN_OUTPUT ? size - SHOWN_OUTPUT : 0;
  fseek(f, skip, SEEK_SET);
  if (skip > 0) printf("... (%ld bytes not shown)\n", skip);
  size_t n;
  char last = '\n';
  while ((n = fread(block, 1, sizeof block, f)) > 0) {
    fwrite(block, 1, n, stdout);
    last = block[n - 1];
  }
  if (last != '\n') putchar('\n');
  fclose(f);
}

// ---- the whole run ----

typedef struct tally {
  int n_passed, n_failed, n_skipped;
} tally;

static void judge(const job *j, int wait_status, const outcome *o, double seconds, const options *opt, tally *t) {
  const test_case *c = &cases[j->i_case];
  char why[128] = "";
  int n_failed = atomic_load(&o->n_failed);
  if (j->timed_out)
    snprintf(why, sizeof why, "still running after %.0f s", opt->timeout);
  else if (WIFSIGNALED(wait_status))
    snprintf(why, sizeof why, "ended by signal %d (%s)", WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
  else if (n_failed > 0)
    snprintf(why, sizeof why, "%d check%s failed", n_failed, n_failed == 1 ? "" : "s");
  else if (WEXITSTATUS(wait_status) != 0)
    snprintf(why, sizeof why, "exit status %d", WEXITSTATUS(wait_status));

  if (why[0] != 0) {
    t->n_failed++;
    printf("FAIL %s: %s: %s (%.2f s)\n", c->file, c->name, why, seconds);
    show_output(j->i_case);
  } else if (atomic_load(&o->skipped)) {
    t->n_skipped++;
    printf("skip %s: %s: %s\n", c->file, c->name, o->reason);
  } else {
    t->n_passed++;
    if (opt->verbose) printf("ok   %s: %s (%.2f s)\n", c->file, c->name, seconds);
  }
  fflush(stdout);
}

static void clean_up_test(int i_case) {
  char path[PATH_MAX + 64];
  output_path(path, i_case);
  unlink(path);
  snprintf(path, sizeof path, "%s/%d", scratch_root, i_case);
  remove_tree(path);
}

// Collect every process that ended. Returns how many slots became free.
static int collect(job jobs[], const options *opt, outcome outcomes[], double seconds[], tally *t) {
  int n_freed = 0, wait_status;
  pid_t pid;
  while ((pid = waitpid(-1, &wait_status, WNOHANG)) > 0) {
    for (int k = 0; k < opt->n_job; k++) {
      job *j = &jobs[k];
      if (j->pid != pid) continue;
      kill(-pid, SIGKILL);  // whatever the test started and left behind
      seconds[j->i_case] = now() - j->start;
      judge(j, wait_status, &outcomes[j->i_case], seconds[j->i_case], opt, t);
      clean_up_test(j->i_case);
      j->pid = 0;
      n_freed++;
    }
  }
  return n_freed;
}

static void stop_late(job jobs[], const options *opt) {
  for (int k = 0; k < opt->n_job; k++) {
    if (jobs[k].pid == 0 || jobs[k].timed_out || now() - jobs[k].start < opt->timeout) continue;
    jobs[k].timed_out = true;
    kill(-jobs[k].pid, SIGKILL);
  }
}

// The tests from i_next on are not started: the budget is over.
static void leave_out(const int chosen[], int n_chosen, int i_next, const options *opt, tally *t) {
  for (int k = i_next; k < n_chosen; k++)
    printf("skip %s: %s: not started within %.0f s\n", cases[chosen[k]].file, cases[chosen[k]].name, opt->budget);
  t->n_skipped += n_chosen - i_next;
}

// Returns false when the user interrupted the run.
static bool run_all(const int chosen[], int n_chosen, const options *opt, outcome outcomes[], double seconds[], tally *t) {
  job jobs[MAX_JOB] = {0};
  sigset_t watched, before;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD), sigaddset(&watched, SIGINT), sigaddset(&watched, SIGTERM), sigaddset(&watched, SIGHUP);
  sigprocmask(SIG_BLOCK, &watched, &before);

  int n_running = 0, i_next = 0;
  double end = now() + opt->budget;
  while (n_running > 0 || i_next < n_chosen) {
    if (i_next < n_chosen && now() > end) {
      leave_out(chosen, n_chosen, i_next, opt, t);
      i_next = n_chosen;
    }
    for (int k = 0; k < opt->n_job && i_next < n_chosen; k++) {
      if (jobs[k].pid != 0) continue;
      int i = chosen[i_next++];
      pid_t pid = start_test(i, &outcomes[i], &before);
      if (pid < 0) {
        t->n_failed++;
        printf("FAIL %s: %s: cannot fork: %s\n", cases[i].file, cases[i].name, strerror(errno));
        continue;
      }
      jobs[k] = (job){.pid = pid, .i_case = i, .start = now()};
      n_running++;
    }
    int signal = sigtimedwait(&watched, NULL, &(struct timespec){.tv_nsec = 200 * 1000 * 1000});
    if (signal > 0 && signal != SIGCHLD) {
      for (int k = 0; k < opt->n_job; k++)
        if (jobs[k].pid != 0) kill(-jobs[k].pid, SIGKILL), waitpid(jobs[k].pid, NULL, 0);
      return false;
    }
    n_running -= collect(jobs, opt, outcomes, seconds, t);
    stop_late(jobs, opt);
  }
  return true;
}

static const double *sort_seconds;
static int slower_first(const void *a, const void *b) {
  double x = sort_seconds[*(const int *)a], y = sort_seconds[*(const int *)b];
  return (x < y) - (x > y);
}

static void print_slowest(int chosen[], int n_chosen, const double seconds[]) {
  sort_seconds = seconds;
  qsort(chosen, (size_t)n_chosen, sizeof chosen[0], slower_first);
  for (int k = 0; k < n_chosen && k < 10; k++)
    printf("%8.2f s  %s: %s\n", seconds[chosen[k]], cases[chosen[k]].file, cases[chosen[k]].name);
}

// ---- the command line ----

static const char usage[] =
    "usage: pliant-test [-j N] [--filter TEXT]... [--timeout SECONDS] [--budget SECONDS] [--slow] [-v] [--list] [--here]\n"
    "  -j N            run N tests at a time (default: one per core)\n"
    "  --filter TEXT   only tests whose file or name contains TEXT; may be repeated\n"
    "  --timeout S     end a test that runs longer than S seconds (default 900, with sanitizers 1800)\n"
    "  --budget S      start no test after S seconds, the long ones last; those left out count as skipped\n"
    "  --slow          print the ten slowest tests\n"
    "  -v              also print the tests that pass\n"
    "  --list          print the tests, run none\n"
    "  --here          run the one chosen test in this process, for a debugger\n";

static bool matches(const test_case *c, const options *opt) {
  for (int k = 0; k < opt->n_filter; k++)
    if (strstr(c->file, opt->filter[k]) != NULL || strstr(c->name, opt->filter[k]) != NULL) return true;
  return opt->n_filter == 0;
}

static void wrong_usage(const char *message, const char *argument) {
  fprintf(stderr, "pliant-test: %s %s\n%s", message, argument, usage);
  exit(2);
}

static double number_after(int argc, char **argv, int *i, double low, double high) {
  const char *flag = argv[*i];
  char *end;
  if (++*i >= argc) wrong_usage("a number is missing after", flag);
  double value = strtod(argv[*i], &end);
  if (*end != 0 || !(value >= low && value <= high)) wrong_usage("wrong number after", flag);
  return value;
}

static options parse(int argc, char **argv) {
  long n_core = sysconf(_SC_NPROCESSORS_ONLN);
  // the time limit ends what hangs: no machine is so slow that a test which works comes near it
  options opt = {.n_job = n_core < 1 ? 2 : n_core > MAX_JOB ? MAX_JOB : (int)n_core, .timeout = SANITIZED ? 1800 : 900, .budget = INFINITY};
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (strcmp(a, "--list") == 0)
      opt.list = true;
    else if (strcmp(a, "--slow") == 0)
      opt.slow = true;
    else if (strcmp(a, "-v") == 0 || strcmp(a, "--verbose") == 0)
      opt.verbose = true;
    else if (strcmp(a, "--here") == 0)
      opt.here = true;
    else if (strcmp(a, "-j") == 0)
      opt.n_job = (int)number_after(argc, argv, &i, 1, MAX_JOB);
    else if (strcmp(a, "--timeout") == 0)
      opt.timeout = number_after(argc, argv, &i, 0.1, 1e6);
    else if (strcmp(a, "--budget") == 0)
      opt.budget = number_after(argc, argv, &i, 1, 1e6);
    else if (strcmp(a, "--filter") == 0) {
      if (++i >= argc) wrong_usage("a text is missing after", a);
      if (opt.n_filter == MAX_FILTER) wrong_usage("too many", a);
      opt.filter[opt.n_filter++] = argv[i];
    } else if (strcmp(a, "-h") == 0 || strcmp(a, "--help") == 0) {
      fputs(usage, stdout);
      exit(0);
    } else
      wrong_usage("unknown argument", a);
  }
  return opt;
}

int main(int argc, char **argv) {
  options opt = parse(argc, argv);
  static int chosen[N_CASE + 1];
  static double seconds[N_CASE + 1];
  int n_chosen = 0;
  bool long_first = isinf(opt.budget);  // what is started last should be short, unless it may be left out
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < N_CASE; i++)
      if (cases[i].is_long == (long_first == (pass == 0)) && matches(&cases[i], &opt)) chosen[n_chosen++] = i;
  }

  if (opt.list) {
    for (int k = 0; k < n_chosen; k++) printf("%s: %s\n", cases[chosen[k]].file, cases[chosen[k]].name);
    return n_chosen == 0;
  }
  if (opt.here && n_chosen != 1) {
    fprintf(stderr, "pliant-test: --here runs one test, the filter chose %d\n", n_chosen);
    return 2;
  }

  size_t outcome_bytes = sizeof(outcome) * (N_CASE + 1);
  outcome *outcomes = mmap(NULL, outcome_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (outcomes == MAP_FAILED || !make_scratch()) return 2;
  if (opt.here) {
    fprintf(stderr, "scratch folder (kept): %s\n", scratch_root);
    run_here(chosen[0], &outcomes[chosen[0]]);
  }

  tally t = {0};
  double start = now();
  bool finished = run_all(chosen, n_chosen, &opt, outcomes, seconds, &t);
  remove_tree(scratch_root);
  if (!finished) {
    fprintf(stderr, "pliant-test: interrupted\n");
    return 130;
  }
  if (opt.slow) print_slowest(chosen, n_chosen, seconds);
  if (n_chosen == 0) fprintf(stderr, "pliant-test: no test %s\n", opt.n_filter > 0 ? "matches the filter" : "was built in");
  printf("%d tests in %.1f s\n", n_chosen, now() - start);
  printf("%d passed, %d failed", t.n_passed, t.n_failed);
  if (t.n_skipped > 0) printf(", %d skipped", t.n_skipped);
  putchar('\n');
  return t.n_failed > 0 || n_chosen == 0;
}
