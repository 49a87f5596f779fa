// material_file.c: material files and the database.
//
//   { "pliant": "material 1",         format and version
//     "name": "...", "note": "...",   what it is and where the numbers come from
//     "density": "150 g/m^2",         optional; needed to simulate with gravity; of a solid "1000 kg/m^3"
//     "topology": "alternating",      optional: the triangulation that bending numbers were fitted on
//     "terms": [ ... ],               see term.c
//     "correlation": [[1, ...], ...], optional: of the parameters' errors, in the order of the terms
//     "scatter": [{...}, ...], optional: between specimens (scatter_file.c)
//     "certificate": "...",           optional: what is known about convexity, in words
//     "convexity": [ ... ] }          optional: the same in numbers, see certificate_file.c
//
// The database is a list of folders. The first with "<name>.json" is used: $PLIANT_MATERIALS (folders separated by ':'),
// share/pliant/materials of the installation, data/materials of the source tree.
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "material/internal.h"

static const char format_name[] = "material 1";
static const char *const topology_name[] = {"alternating", "uniform", "irregular", "other"};
enum { N_TOPOLOGY = sizeof topology_name / sizeof topology_name[0] };

static pl_status read_format(pl_context *ctx, pl_json *root) {
  pl_json *value;
  const char *text;
  pl_where where = pl_json_where(root);
  if (root->kind != PL_JSON_OBJECT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "start the file with {", "a material file must be a JSON object");
  PL_TRY(pl_json_get(ctx, root, "pliant", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &text));
  where = pl_json_where(value);
  if (strcmp(text, format_name) == 0) return PL_OK;
  if (strncmp(text, "material ", 9) == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use a newer version of Pliant",
                   PL_ID("material.format") "the format is \"%.40s\", this version reads \"%s\"", text, format_name);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "a material file says \"pliant\": \"material 1\"",
                 PL_ID("material.not-material-file") "this is \"%.40s\", not a material file", text);
}

static pl_status read_correlation(pl_material *material, pl_arena *scratch, pl_json *root) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *rows = pl_json_find(root, "correlation");
  if (!rows) return pl__swap_spread(material, NULL);
  int n = pl__swap_count(material), i = 0;
  pl_where where = pl_json_where(rows);
  if (rows->kind != PL_JSON_ARRAY || rows->n != n)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave it out, or give one row per parameter", "\"correlation\" must be a list of %d rows",
                   n);
  double *matrix = pl_arena_alloc(scratch, (size_t)n * n, sizeof *matrix);
  if (!matrix) return PL_ERROR_MEMORY;
  for (pl_json *row = rows->child; row; row = row->next, i++) {
    int n_given;
    double *given;
    where = pl_json_where(row);
    PL_TRY(pl_json_quantities(scratch, row, PL_DIM_NONE, &n_given, &given));
    if (n_given != n)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one number per parameter", "%d numbers in the row, %d expected", n_given, n);
    for (int j = 0; j < n; j++)
      if (!(fabs(given[j]) <= 1 + 1e-9))
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct the number", "a correlation of %g, must lie in -1 .. 1", given[j]);
    memcpy(matrix + (size_t)i * n, given, (size_t)n * sizeof *matrix);
  }
  return pl__swap_spread(material, matrix);
}

static pl_status read_members(pl_material *material, pl_arena *scratch, pl_json *root, pl_json *terms) {
  pl_context *ctx = pl_arena_context(scratch);
  const char *note = "", *certificate = "";
  PL_TRY(pl_json_optional_text(ctx, root, "note", &note));
  PL_TRY(pl_json_optional_text(ctx, root, "certificate", &certificate));
  material->note = pl_arena_text(material->arena, note);
  material->certificate = pl_arena_text(material->arena, certificate);
  if (!material->note || !material->certificate) return PL_ERROR_MEMORY;
  pl_json *value = pl_json_find(root, "topology");
  if (value) {
    int index;
    PL_TRY(pl_json_choice(ctx, value, N_TOPOLOGY, topology_name, &index));
    material->topology = (pl_topology_kind)index;
  }
  for (pl_json *term = terms->child; term; term = term->next) PL_TRY(pl__material_read_term(material, term));
  if (material->n_term == 0) {
    pl_where where = pl_json_where(terms);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "add a term that pairs a strain with a law", "the material has no terms");
  }
  PL_TRY(read_correlation(material, scratch, root));
  PL_TRY(pl_scatter_read(material, scratch, root));
  PL_TRY(pl__certified_read(material, scratch, root));
  static const char *const known[] = {"pliant", "name",        "note",    "density",     "topology",
                                      "terms",  "correlation", "scatter", "certificate", "convexity"};
  PL_TRY(pl_json_done(ctx, root, sizeof known / sizeof known[0], known));
  PL_TRY(pl__swap_finish(material));
  return pl_material_finish(material);
}

// A density is of a sheet unless it is given per volume.
static pl_dim density_dim(const pl_json *value) {
  double si;
  pl_dim dim;
  bool has_unit;
  bool solid = value && value->kind == PL_JSON_STRING && pl_quantity_parse(value->text, &si, &dim, &has_unit) && has_unit &&
               pl_dim_equal(dim, PL_DIM_VOLUME_DENSITY);
  return solid ? PL_DIM_VOLUME_DENSITY : PL_DIM_DENSITY;
}

static pl_status read_material(pl_context *ctx, pl_arena *scratch, pl_json *root, pl_material **material) {
  PL_TRY(read_format(ctx, root));
  pl_json *value, *terms;
  const char *name;
  double density = 0;
  PL_TRY(pl_json_get(ctx, root, "name", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &name));
  // Not read by the getter: the message for a bare number should mention its unit, not its kind.
  value = pl_json_find(root, "density");
  pl_dim dim = density_dim(value);
  if (value) PL_TRY(pl_json_quantity(ctx, value, dim, 1e-6, pl_dim_equal(dim, PL_DIM_DENSITY) ? 1e4 : 1e5, &density));
  PL_TRY(pl_json_get(ctx, root, "terms", PL_JSON_ARRAY, &terms));
  pl_material *m;
  PL_TRY(pl_material_create(ctx, name, density, &m));
  m->density_dim = dim;
  pl_status status = read_members(m, scratch, root, terms);
  if (status == PL_OK)
    *material = m;
  else
    pl_material_destroy(m);
  return status;
}

pl_status pl_material_parse(pl_context *ctx, const char *name, const char *text, size_t size, pl_material **material) {
  *material = NULL;
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  pl_json *root;
  pl_status status = pl_json_parse(scratch, name, text, size, &root);
  if (status == PL_OK) status = read_material(ctx, scratch, root, material);
  pl_arena_destroy(scratch);
  return status;
}

// ---- the database ----

// Folder i of the search path in arena memory; *folder is NULL after the last.
static pl_status database_folder(pl_arena *arena, int i, char **folder) {
  *folder = NULL;
  const char *own = getenv("PLIANT_MATERIALS");
  while (own && *own) {
    size_t length = strcspn(own, ":");
    if (i == 0) {
      *folder = pl_arena_printf(arena, "%.*s", (int)length, own);
      return *folder ? PL_OK : PL_ERROR_MEMORY;
    }
    own += length + (own[length] == ':');
    i--;
  }
  if (i > 1) return PL_OK;
  *folder = pl_arena_text(arena, i == 0 ? PLIANT_INSTALL_DATA "/materials" : PLIANT_SOURCE_DIR "/data/materials");
  return *folder ? PL_OK : PL_ERROR_MEMORY;
}

typedef struct entry {
  const char *name, *path;
  int folder;  // earlier folders have priority
} entry;

static int compare_entries(const void *a, const void *b) {
  const entry *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order ? order : x->folder - y->folder;
}

pl_status pl_material_list(pl_arena *arena, int *n, const char ***name, const char ***path) {
  *n = 0;
  *name = *path = NULL;
  int n_found = 0, capacity = 0;
  entry *found = NULL;
  for (int i = 0;; i++) {
    char *folder;
    PL_TRY(database_folder(arena, i, &folder));
    if (!folder) break;
    DIR *directory = opendir(folder);
    if (!directory) continue;
    pl_status status = PL_OK;
    for (struct dirent *item; status == PL_OK && (item = readdir(directory)) != NULL;) {
      size_t length = strlen(item->d_name);
      if (length <= 5 || item->d_name[0] == '.' || strcmp(item->d_name + length - 5, ".json") != 0) continue;
      if (n_found == capacity) {
        capacity = capacity ? 2 * capacity : 32;
        entry *more = pl_arena_alloc(arena, (size_t)capacity, sizeof *more);
        if (!more) {
          status = PL_ERROR_MEMORY;
          break;
        }
        if (n_found > 0) memcpy(more, found, (size_t)n_found * sizeof *more);
        found = more;
      }
      found[n_found] = (entry){.name = pl_arena_printf(arena, "%.*s", (int)(length - 5), item->d_name),
                               .path = pl_arena_printf(arena, "%s/%s", folder, item->d_name),
                               .folder = i};
      if (!found[n_found].name || !found[n_found].path) status = PL_ERROR_MEMORY;
      n_found++;
    }
    closedir(directory);
    PL_TRY(status);
  }
  if (n_found == 0) return PL_OK;
  qsort(found, (size_t)n_found, sizeof *found, compare_entries);
  *name = pl_arena_alloc(arena, (size_t)n_found, sizeof **name);
  *path = pl_arena_alloc(arena, (size_t)n_found, sizeof **path);
  if (!*name || !*path) return PL_ERROR_MEMORY;
  for (int i = 0; i < n_found; i++) {
    if (*n > 0 && strcmp((*name)[*n - 1], found[i].name) == 0) continue;
    (*name)[*n] = found[i].name;
    (*path)[*n] = found[i].path;
    (*n)++;
  }
  return PL_OK;
}

static const char *path_of(int n, const char **names, const char **paths, const char *name) {
  for (int i = 0; i < n; i++)
    if (strcmp(names[i], name) == 0) return paths[i];
  return NULL;
}

pl_status pl_material_find(pl_arena *arena, const char *name, const char **path) {
  int n;
  const char **names, **paths;
  PL_TRY(pl_material_list(arena, &n, &names, &paths));
  *path = path_of(n, names, paths, name);
  return PL_OK;
}

// The path of a database name, or a failure that suggests the nearest name.
static pl_status find_in_database(pl_arena *scratch, const char *name, const char **path) {
  int n;
  const char **names, **paths;
  PL_TRY(pl_material_list(scratch, &n, &names, &paths));
  *path = path_of(n, names, paths, name);
  if (*path) return PL_OK;
  const char *nearest = n > 0 ? pl_text_nearest(name, n, names) : NULL;
  char *hint =
      nearest ? pl_arena_printf(scratch, "did you mean \"%s\"? \"pliant material list\" shows all; a file needs its extension", nearest)
              : pl_arena_text(scratch, "\"pliant material list\" shows the names; a file needs its extension, as in my-cloth.json");
  return pl_fail(pl_arena_context(scratch), PL_ERROR_FILE, NULL, hint ? hint : "",
                 PL_ID("material.unknown") "there is no material \"%s\" in the database", name);
}

pl_status pl_material_load(pl_context *ctx, const char *path_or_name, pl_material **material) {
  *material = NULL;
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  const char *path = path_or_name;
  pl_json *root;
  pl_status status = PL_OK;
  const char *inside = pl_path_join(scratch, path_or_name, "material.json");  // of the folder of a fit
  if (!inside) status = PL_ERROR_MEMORY;
  if (status == PL_OK && pl_file_exists(inside))
    path = inside;
  else if (status == PL_OK && !strpbrk(path_or_name, "/."))
    status = find_in_database(scratch, path_or_name, &path);
  if (status == PL_OK) status = pl_json_load(scratch, path, &root);
  if (status == PL_OK) status = read_material(ctx, scratch, root, material);
  pl_arena_destroy(scratch);
  return status;
}

// ---- writing ----

void pl_material_write(const pl_material *material, pl_json_writer *writer) {
  int n = material->n_theta;
  pl_json_begin_object(writer, NULL);
  pl_json_put_text(writer, "pliant", format_name);
  pl_json_put_text(writer, "name", material->name);
  if (material->note[0]) pl_json_put_text(writer, "note", material->note);
  if (material->density > 0) pl_json_put_quantity(writer, "density", material->density, material->density_dim);
  if (material->topology != PL_TOPOLOGY_OTHER) pl_json_put_text(writer, "topology", topology_name[material->topology]);
  pl_json_begin_array(writer, "terms");
  for (int i = 0; i < material->n_term; i++) pl__material_write_term(material, &material->term[i], true, writer);
  pl_json_end_array(writer);
  if (material->correlation) {
    pl_json_begin_array(writer, "correlation");
    for (int i = 0; i < n; i++) {
      pl_json_begin_array(writer, NULL);
      for (int j = 0; j < n; j++) pl_json_put_number(writer, NULL, material->correlation[(size_t)i * n + j]);
      pl_json_end_array(writer);
    }
    pl_json_end_array(writer);
  }
  pl_scatter_write(material, writer);
  if (material->certificate[0]) pl_json_put_text(writer, "certificate", material->certificate);
  pl__certified_write(material->n_certified, material->certified, writer);
  pl_json_end_object(writer);
}

pl_status pl_material_save(pl_context *ctx, const char *path, const pl_material *material) {
  pl_json_writer *writer = pl_json_writer_create(ctx);
  if (!writer) return PL_ERROR_MEMORY;
  pl_material_write(material, writer);
  pl_status status = pl_json_writer_save(writer, path);
  pl_json_writer_destroy(writer);
  return status;
}
