// figure_check.c: see figure_check.h.
#include "golden/figure_check.h"

#include <dirent.h>

#include "golden/command.h"
#include "golden/markup_check.h"
#include "test.h"

static void check_file(const char *name) {
  static const char *const bad[] = {"nan", "inf"};
  char path[300];
  snprintf(path, sizeof path, "figs/%s", name);
  const char *svg = strstr(command_file(path), "<svg");  // behind the declaration of XML
  REQUIRE(svg != NULL);
  const char *wrong = markup_wrong(svg, strlen(svg));
  if (wrong) test_fail(__FILE__, __LINE__, "%s: %s", path, wrong);
  for (int i = 0; i < 2; i++)
    if (strstr(svg, bad[i])) test_fail(__FILE__, __LINE__, "%s holds %s", path, bad[i]);
}

int figures_beginning(const char *result, const char *prefix) {
  char path[4200];
  int n = 0, n_all = 0;
  REQUIRE(command_run("plot %s -o figs --format svg", result).status == 0);
  snprintf(path, sizeof path, "%s/figs", test_folder());
  DIR *folder = opendir(path);
  REQUIRE(folder != NULL);
  for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    check_file(entry->d_name);
    n_all++;
    n += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
  }
  closedir(folder);
  CHECK(n_all > 0);
  return n;
}
