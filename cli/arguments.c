// arguments.c: command-line arguments against a command's flags and its option tables, and the help made from both.
//
// Two passes. The first sorts the arguments into flags with values and plain ones, and finds --help and --threads; it needs no library
// memory. Then the context is made. The second passes the values of settings to their option tables.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const cli_flag global_flags[] = {
    {"json", 0, NULL, false, "print one JSON object instead of tables"},
    {"quiet", 'q', NULL, false, "no progress on standard error"},
    {"threads", 0, "N", false, "worker threads; all cores by default"},
    {"help", 'h', NULL, false, "print this"},
    {"version", 0, NULL, false, "print the version"},
};
enum { N_GLOBAL = sizeof global_flags / sizeof global_flags[0], NAME_SIZE = 80, MAX_NAMES = 128, MAX_OPTIONS = 4096 };

// ---- what can be given ----

typedef struct known {
  const cli_flag *flag;          // of the command or global, or
  const cli_settings *settings;  // a setting: its table
  const pl_option *option;       // and its row
  char name[NAME_SIZE];
} known;

typedef struct parser {
  cli *c;
  int kind;  // of settings that the context owns, or -1
  int n_known;
  known known[MAX_NAMES];
  int n_pending;
  struct {
    const known *setting;
    const char *text;
  } * pending;  // [argc], settings to apply
} parser;

static void add_known(parser *p, const cli_flag *flag, const cli_settings *settings, const pl_option *option) {
  PL_ASSERT(p->n_known < MAX_NAMES);
  known *k = &p->known[p->n_known++];
  *k = (known){flag, settings, option, ""};
  if (flag)
    snprintf(k->name, sizeof k->name, "%s", flag->name);
  else
    pl_setting_name(settings->table, option, k->name, sizeof k->name);
}

static const known *find_long(const parser *p, const char *name, size_t n) {
  for (int i = 0; i < p->n_known; i++)
    if (strlen(p->known[i].name) == n && strncmp(p->known[i].name, name, n) == 0) return &p->known[i];
  return NULL;
}

static const known *find_letter(const parser *p, char letter) {
  for (int i = 0; i < p->n_known; i++)
    if (p->known[i].flag && p->known[i].flag->letter == letter) return &p->known[i];
  return NULL;
}

static int unknown_flag(parser *p, const char *given) {
  const char *names[MAX_NAMES];
  char bare[NAME_SIZE];
  snprintf(bare, sizeof bare, "%.*s", (int)strcspn(given + strspn(given, "-"), "="), given + strspn(given, "-"));
  int n = 0;
  for (int i = 0; i < p->n_known; i++)
    if (!p->known[i].flag || p->known[i].flag->help) names[n++] = p->known[i].name;
  const char *near = pl_text_nearest(bare, n, names);
  int shown = (int)strcspn(given, "=");
  if (near) return cli_usage(p->c, "unknown flag %.*s of '%s'; did you mean --%s?", shown, given, p->c->command->name, near);
  return cli_usage(p->c, "unknown flag %.*s of '%s'; 'pliant %s --help' lists the flags", shown, given, p->c->command->name,
                   p->c->command->name);
}

// ---- first pass ----

// "-3..3 mm" is a value, "-o" and "--json" are not.
static bool is_flag(const char *argument) {
  return argument[0] == '-' && argument[1] != '\0' && !isdigit((unsigned char)argument[1]) && argument[1] != '.';
}

static bool is_switch(const char *text) {
  static const char *const words[] = {"true", "false", "on", "off", "yes", "no"};
  for (int i = 0; i < 6; i++)
    if (strcmp(words[i], text) == 0) return true;
  return false;
}

static cli_given *given_of(cli *c, const cli_flag *flag) {
  for (int i = 0; i < c->n_given; i++)
    if (c->given[i].flag == flag) return &c->given[i];
  c->given[c->n_given] = (cli_given){.flag = flag};
  return &c->given[c->n_given++];
}

static int read_threads(cli *c, const char *text) {
  double number;
  if (!pl_number_parse(text, &number) || number < 1 || number > 1024 || number != (int)number)
    return cli_usage(c, "--threads: '%s' must be a whole number from 1 to 1024", text);
  c->threads = (int)number;
  return CLI_CONTINUE;
}

static int take_global(cli *c, const cli_flag *flag, const char *value, bool *help) {
  if (strcmp(flag->name, "json") == 0)
    c->json = true;
  else if (strcmp(flag->name, "quiet") == 0)
    c->quiet = true;
  else if (strcmp(flag->name, "help") == 0)
    *help = true;
  else if (strcmp(flag->name, "threads") == 0)
    return read_threads(c, value);
  else if (strcmp(flag->name, "version") == 0) {
    printf("pliant %s\n", pl_version());
    return CLI_DONE;
  }
  return CLI_CONTINUE;
}

static bool is_global(const cli_flag *flag) { return flag >= global_flags && flag < global_flags + N_GLOBAL; }

// One flag at argv[*at]; moves *at to the next argument. `slot` is where values of flags are kept.
static int take_flag(parser *p, int argc, char **argv, int *at, const char **slot, bool *help) {
  cli *c = p->c;
  const char *argument = argv[(*at)++], *value = NULL;
  const known *k;
  if (argument[1] == '-') {
    size_t n = strcspn(argument + 2, "=");
    k = find_long(p, argument + 2, n);
    if (k && argument[2 + n] == '=') value = argument + 2 + n + 1;
  } else {
    k = find_letter(p, argument[1]);
    if (k && argument[2]) value = argument + 2 + (argument[2] == '=');
  }
  if (!k) return unknown_flag(p, argument);
  bool wants = k->option || k->flag->value;
  if (!wants && value) return cli_usage(c, "--%s takes no value", k->name);
  if (k->option && k->option->type == PL_OPTION_BOOL && !value) value = *at < argc && is_switch(argv[*at]) ? argv[(*at)++] : "true";
  if (wants && !value) {
    if (*at >= argc || is_flag(argv[*at]))
      return cli_usage(c, "--%s needs a value; 'pliant %s --help' explains it", k->name, c->command->name);
    value = argv[(*at)++];
  }
  if (k->option) {
    p->pending[p->n_pending].setting = k;
    p->pending[p->n_pending++].text = value;
    return CLI_CONTINUE;
  }
  if (is_global(k->flag)) return take_global(c, k->flag, value, help);
  cli_given *given = given_of(c, k->flag);
  if (!wants) return CLI_CONTINUE;
  if (!k->flag->many && given->n_value > 0) return cli_usage(c, "--%s is given twice", k->name);
  if (!given->value) given->value = slot;
  given->value[given->n_value++] = value;
  while (k->flag->many && *at < argc && !is_flag(argv[*at])) given->value[given->n_value++] = argv[(*at)++];
  return CLI_CONTINUE;
}

// ---- help ----

static void print_wrapped(const char *text, int indent, int width) {
  int column = indent;
  while (*text) {
    int word = (int)strcspn(text, " ");
    if (column > indent && column + 1 + word > width) {
      printf("\n%*s", indent, "");
      column = indent;
    } else if (column > indent) {
      putchar(' ');
      column++;
    }
    printf("%.*s", word, text);
    column += word;
    text += word;
    while (*text == ' ') text++;
  }
  putchar('\n');
}

enum { HELP_INDENT = 34, HELP_WIDTH = 112 };

static void print_entry(const char *left, const char *text) {
  printf("  %-*s", HELP_INDENT - 2, left);
  if ((int)strlen(left) > HELP_INDENT - 4) printf("\n%*s", HELP_INDENT, "");
  print_wrapped(text, HELP_INDENT, HELP_WIDTH);
}

static void print_flag(const cli_flag *flag) {
  char left[128];
  snprintf(left, sizeof left, "%c%c%s--%s%s%s%s", flag->letter ? '-' : ' ', flag->letter ? flag->letter : ' ', flag->letter ? ", " : "  ",
           flag->name, flag->value ? " " : "", flag->value ? flag->value : "", flag->many ? "..." : "");
  print_entry(left, flag->help);
}

static void print_setting(const cli_settings *settings, const pl_option *option) {
  char left[160], name[NAME_SIZE], value[128], text[1024], lower[64], upper[64];
  pl_setting_name(settings->table, option, name, sizeof name);
  const char *kind = option->type == PL_OPTION_INT    ? "N"
                     : option->type == PL_OPTION_REAL ? "X"
                     : option->type == PL_OPTION_BOOL ? "true|false"
                     : option->type == PL_OPTION_TEXT ? "NAME"
                                                      : "CHOICE";
  snprintf(left, sizeof left, "    --%s %s", name, kind);
  double usual[(MAX_OPTIONS + sizeof(double) - 1) / sizeof(double)];
  const void *options = settings->options;
  if (!options) {
    PL_ASSERT(settings->table->struct_size <= sizeof usual);
    pl_options_default(settings->table, usual);
    options = usual;
  }
  pl_options_print(option, options, value, sizeof value);
  int length = (int)strlen(option->help);
  if (length > 0 && option->help[length - 1] == '.') length--;
  int n = snprintf(text, sizeof text, "%.*s (", length, option->help);
  if (option->type == PL_OPTION_CHOICE) n += snprintf(text + n, sizeof text - (size_t)n, "%s; ", option->choices);
  if (option->type == PL_OPTION_INT || option->type == PL_OPTION_REAL)
    n += snprintf(text + n, sizeof text - (size_t)n, "%s to %s; ", pl_quantity_print(option->lower, option->dim, lower, sizeof lower),
                  pl_quantity_print(option->upper, option->dim, upper, sizeof upper));
  snprintf(text + n, sizeof text - (size_t)n, "default %s)", value);
  print_entry(left, text);
}

static void print_usage(const cli_command *command) {
  const char *line = command->usage, *lead = "usage: ";
  while (*line) {
    int n = (int)strcspn(line, "\n");
    printf("%spliant %s %.*s\n", lead, command->name, n, line);
    line += n + (line[n] == '\n');
    lead = "       ";
  }
}

// The models for a protocol (`pliant fit --help PROTOCOL`).
static void print_models(const char *protocol) {
  const char *name, *help;
  printf("\nModels for %s (--model)\n", protocol);
  for (int i = 0; (name = pl_model_name(protocol, i, &help)) != NULL; i++) {
    char left[80];
    snprintf(left, sizeof left, "    %s", name);
    print_entry(left, help);
  }
  const char *more = pl_model_more(protocol);
  if (more) printf("\n%s\n", more);
}

// The settings of a table that the protocol reads (NULL: all), below its title; nothing where it reads none.
static void print_table(const cli_settings *settings, const char *protocol) {
  const pl_option_table *table = settings->table;
  bool titled = false;
  for (int i = 0; i < table->n_option; i++) {
    if (protocol && !pl_setting_is_read(protocol, table, &table->option[i])) continue;
    if (!titled) printf(protocol && table->audience ? "\n%s, read for %s\n" : "\n%s\n", table->title, protocol);
    titled = true;
    print_setting(settings, &table->option[i]);
  }
}

// `fit --help bulg`: a word that is neither a protocol nor the name of a file or folder.
static int check_help_word(cli *c, int n_settings, const cli_settings *settings) {
  enum { MOST = 32 };
  const char *names[MOST], *help;
  int n = 0;
  if (c->n_arg != 1 || n_settings == 0 || !pl_options_find(settings[0].table, "model") || strpbrk(c->arg[0], "./")) return CLI_CONTINUE;
  if (pl_protocol_index(c->arg[0]) >= 0 || pl_file_exists(c->arg[0]) || pl_directory_exists(c->arg[0])) return CLI_CONTINUE;
  for (int i = 0; i < pl_protocol_count() && n < MOST; i++)
    if (pl_model_name(pl_protocol_name(i), 0, &help)) names[n++] = pl_protocol_name(i);
  return cli_start(c) ? cli_unknown(c, "protocol", c->arg[0], n, names) : CLI_INTERNAL;
}

static int print_help(cli *c, int n_flag, const cli_flag *flag, int n_settings, const cli_settings *settings, const char *more) {
  print_usage(c->command);
  printf("\n%c%s.\n", toupper((unsigned char)c->command->help[0]), c->command->help + 1);
  if (n_flag > 0) printf("\nFlags\n");
  for (int i = 0; i < n_flag; i++)
    if (flag[i].help) print_flag(&flag[i]);
  const char *words, *protocol = n_settings > 0 && c->n_arg == 1 && pl_model_name(c->arg[0], 0, &words) ? c->arg[0] : NULL;
  if (protocol && pl_options_find(settings[0].table, "model")) print_models(protocol);
  for (int t = 0; t < n_settings; t++) print_table(&settings[t], protocol);
  printf("\nFor all commands\n");
  for (int i = 0; i < N_GLOBAL; i++) print_flag(&global_flags[i]);
  if (more) printf("\n%s\n", more);
  return CLI_DONE;
}

// ---- both passes ----

static int check_count(cli *c, int least, int most) {
  const char *usage = c->command->usage;
  int n = (int)strcspn(usage, "\n");
  if (c->n_arg < least) {
    // the words of the usage line are named after the arguments
    const char *word = usage;
    for (int i = 0; i < c->n_arg; i++) word += strcspn(word, " "), word += strspn(word, " ");
    return cli_usage(c, PL_ID("usage.more-arguments") "'%s' lacks its argument %.*s; usage: pliant %s %.*s", c->command->name,
                     (int)strcspn(word, " .\n"), word, c->command->name, n, usage);
  }
  if (most >= 0 && c->n_arg > most)
    return cli_usage(c, "'%s' does not take the argument '%s'; usage: pliant %s %.*s", c->command->name, c->arg[most], c->command->name, n,
                     usage);
  return CLI_CONTINUE;
}

static int apply_settings(parser *p) {
  cli *c = p->c;
  if (p->kind >= 0) {
    pl_status made = pl_settings_create_for(c->ctx, (pl_settings_kind)p->kind, &c->settings);
    if (made != PL_OK) return cli_fail(c, made);
  }
  for (int i = 0; i < p->n_pending; i++) {
    const known *k = p->pending[i].setting;
    char key[NAME_SIZE + 2];
    snprintf(key, sizeof key, "--%s", k->name);
    pl_where where = {.key = key};
    pl_status status = k->settings->options
                           ? pl_options_set(c->arena, k->settings->table, k->settings->options, k->option->name, p->pending[i].text, &where)
                           : pl_settings_set_at(c->settings, k->name, p->pending[i].text, &where);
    if (status == PL_OK) continue;
    int exit_status = cli_fail(c, status);
    return status == PL_ERROR_MEMORY ? exit_status : CLI_USAGE;
  }
  return CLI_CONTINUE;
}

static int parse(cli *c, int argc, char **argv, int n_flag, const cli_flag *flag, int kind, int n_settings, const cli_settings *settings,
                 int least, int most, const char *more) {
  int status = CLI_INTERNAL;
  bool help = false, only_plain = false;
  // values of one flag stay together because each flag has room for all arguments
  size_t room = (size_t)argc + 1;
  parser *p = calloc(1, sizeof *p);
  c->given = calloc((size_t)n_flag + 1, sizeof *c->given + room * sizeof(char *));
  c->arg = calloc(room, sizeof *c->arg);
  if (p) p->pending = calloc(room, sizeof *p->pending);
  if (!p || !c->given || !c->arg || !p->pending) {
    cli_say(c, "out of memory");
    goto cleanup;
  }
  const char **values = (const char **)(void *)(c->given + n_flag + 1);
  p->c = c;
  p->kind = kind;
  for (int i = 0; i < n_flag; i++) add_known(p, &flag[i], NULL, NULL);
  for (int i = 0; i < N_GLOBAL; i++) add_known(p, &global_flags[i], NULL, NULL);
  for (int t = 0; t < n_settings; t++)
    for (int i = 0; i < settings[t].table->n_option; i++) add_known(p, NULL, &settings[t], &settings[t].table->option[i]);

  for (int at = 0; at < argc;) {
    if (!only_plain && strcmp(argv[at], "--") == 0) {
      only_plain = true;
      at++;
    } else if (!only_plain && is_flag(argv[at])) {
      status = take_flag(p, argc, argv, &at, values + (size_t)c->n_given * room, &help);
      if (status != CLI_CONTINUE) goto cleanup;
    } else {
      c->arg[c->n_arg++] = argv[at++];
    }
  }
  if (help) {
    status = check_help_word(c, n_settings, settings);
    if (status == CLI_CONTINUE) status = print_help(c, n_flag, flag, n_settings, settings, more);
    goto cleanup;
  }
  status = check_count(c, least, most);
  if (status != CLI_CONTINUE) goto cleanup;
  status = cli_start(c) ? apply_settings(p) : CLI_INTERNAL;

cleanup:
  if (p) free(p->pending);
  free(p);
  return status;
}

int cli_parse(cli *c, int argc, char **argv, int n_flag, const cli_flag *flag, int n_settings, const cli_settings *settings, int least,
              int most, const char *more) {
  return parse(c, argc, argv, n_flag, flag, -1, n_settings, settings, least, most, more);
}

int cli_parse_settings(cli *c, int argc, char **argv, int n_flag, const cli_flag *flag, pl_settings_kind kind, int least, int most,
                       const char *more) {
  const pl_option_table *table[PL_SETTINGS_MAX_TABLE];
  cli_settings settings[PL_SETTINGS_MAX_TABLE];
  int n = pl_settings_tables(kind, table);
  for (int i = 0; i < n; i++) settings[i] = (cli_settings){table[i], NULL};
  return parse(c, argc, argv, n_flag, flag, (int)kind, n, settings, least, most, more);
}

// ---- the first argument ----

static const cli_flag *find_flag(int n, const cli_flag *flag, const char *argument) {
  for (int i = 0; i < n; i++) {
    bool same =
        argument[1] == '-' ? strcmp(flag[i].name, argument + 2) == 0 : flag[i].letter && flag[i].letter == argument[1] && !argument[2];
    if (same) return &flag[i];
  }
  return NULL;
}

const char *cli_first(int argc, char **argv, int n_flag, const cli_flag *flag) {
  for (int i = 0; i < argc; i++) {
    if (!is_flag(argv[i])) return argv[i];
    const cli_flag *row = find_flag(n_flag, flag, argv[i]);
    if (!row) row = find_flag(N_GLOBAL, global_flags, argv[i]);
    // a setting, which is not among the flags, has a value; so have flags but switches
    bool bare = argv[i][1] == '-' ? !strchr(argv[i], '=') : !argv[i][2];
    if (bare && (!row || row->value) && i + 1 < argc && !is_flag(argv[i + 1])) i++;
  }
  return NULL;
}

// ---- values ----

static const cli_given *find_given(const cli *c, const char *flag) {
  for (int i = 0; i < c->n_given; i++)
    if (strcmp(c->given[i].flag->name, flag) == 0) return &c->given[i];
  return NULL;
}

bool cli_has(const cli *c, const char *flag) { return find_given(c, flag) != NULL; }

const char *cli_value(const cli *c, const char *flag) {
  const cli_given *given = find_given(c, flag);
  return given && given->n_value > 0 ? given->value[given->n_value - 1] : NULL;
}

int cli_values(const cli *c, const char *flag, const char ***value) {
  const cli_given *given = find_given(c, flag);
  *value = given ? given->value : NULL;
  return given ? given->n_value : 0;
}

int cli_quantity(cli *c, const char *flag, pl_dim dim, double lower, double upper, double *si) {
  const char *text = cli_value(c, flag);
  pl_status status = text ? pl_flag_quantity(c->ctx, flag, text, dim, lower, upper, si) : PL_OK;
  return status == PL_OK ? CLI_CONTINUE : cli_fail(c, status);
}

int cli_integer(cli *c, const char *flag, int64_t lower, int64_t upper, int64_t *value) {
  const char *text = cli_value(c, flag);
  pl_status status = text ? pl_flag_integer(c->ctx, flag, text, lower, upper, value) : PL_OK;
  return status == PL_OK ? CLI_CONTINUE : cli_fail(c, status);
}
